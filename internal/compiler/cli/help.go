package cli

// generateHelp is the long help text of the generate command. The kinds of names are
// those that package plan assigns.
const generateHelp = `Generate reads CONTRACT, a WSDL 1.1 document, with all documents that it imports
or includes, and writes a Go package to the folder DIR. CONTRACT is a file name or
a URI.

If the contract has errors, nothing is written. Go files in DIR that were generated
earlier and are no longer needed are removed. Files that quartet did not generate
are never changed or removed.

The documents of the contract are copied into DIR, and the package embeds them.

Documents

A document that CONTRACT refers to by an http or https URI is read from the file
that --catalog or the catalog in the --vendor folder names for it. Common schemas,
such as those of SOAP and WS-Addressing, are built in. Quartet downloads documents
only with --fetch. If --vendor is also set, they are saved in that folder, and the
next run needs no network:

  quartet generate 'http://localhost:8080/service?wsdl' --out gen --fetch --vendor contract
  quartet generate 'http://localhost:8080/service?wsdl' --out gen --vendor contract

Packages for namespaces

By default one Go package contains everything. --package NAMESPACE=IMPORT/PATH
generates the types that the schemas declare in NAMESPACE into a separate package,
which several services can share. It must be in the same module as DIR (the module
of the nearest go.mod), so that its folder follows from its import path. If
NAMESPACE is *, every namespace without its own --package gets a package below
IMPORT/PATH, except the target namespace of CONTRACT. The run-time support must be
shared as well:

  quartet runtime --out internal/soaprt
  quartet generate loans.wsdl --out loans --runtime example.com/app/internal/soaprt \
      --package urn:library=example.com/app/library

Go names

--rename NAME=GONAME chooses the Go name GONAME for a type, field, operation or
other component of the contract. NAME is

  [KIND:][{NAMESPACE}]PATH

PATH is a local name, or OWNER/LOCAL for a component declared inside another one.
NAMESPACE is a namespace URI. It and KIND are needed only if PATH is ambiguous.
KIND is one of the following, shown with examples of NAME:

  type         named type, or the anonymous item    type:{urn:a}station
               type of a list or base type of       type:codes/items
               simple content                       type:price/text
  element      anonymous type of an element         element:list
                                                    element:list/filter
  field        struct field for an element, or for  field:station/the-name
               other content, such as text          field:price/Value
  attribute    struct field for an attribute, and   attribute:station/code
               its anonymous type
  items        type of the items of a repeated or   items:station/Item
               mixed group; Item2 for the second    items:station/Item2
  group        type for a substitution group, by    group:shape
               the name of its head element
  value        constant for an enumeration value    value:state/off
  validation   Validate function of a simple type   validation:state
               that is an alias of another Go type
  root         variable for a global element        root:station
  service      interface of a service               service:Realtime
  operation    method of an operation               operation:getStation
  request      request struct of an operation       request:getStation
  response     response struct of an operation      response:getStation
  attachment   struct field for a MIME part, and    attachment:publish/photo
               for its media type                   attachment:publish/photo/type
  fault        error type of a fault, by the name   fault:NotFoundFault
               of its message
  header       variable for a SOAP header block     header:SessionHeader

An overloaded operation is identified by the name of its input. Without a KIND, an
operation and its request struct are renamed together, and the variable of a
global element is renamed only if nothing else has the same name. For example:

  --rename objStation=Station --rename '{urn:a}station/the-name=Label'`
