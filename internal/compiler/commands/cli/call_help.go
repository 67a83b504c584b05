package cli

// callHelp is the long help text of the call command.
const callHelp = `Call reads CONTRACT, a WSDL 1.1 document or its address, and calls OPERATION with
the given values. Nothing is generated; the messages are the same as those of a
generated client.

OPERATION is a name in the contract. If several operations have it, the parameters
select one of them; the names that "go tool quartet generate --operations" takes are unique.

The binding is the first in the contract that offers the operation, and its address
is called, unless --binding, --port or --endpoint say something else.

Results are printed as a table on a terminal and as JSON otherwise. In JSON, elements
are members; those that may occur more than once are arrays. Attributes have an @
before their name, and text beside attributes is #text. Numbers and booleans are JSON
numbers and booleans. A nil element is null.

A request that is not valid against the schema is not sent. A result is printed whether
or not it is valid, as long as it can be read; with --lenient-values more can.

A fault is printed to standard error. If the contract declares its detail, that is
printed like a result, also with --output, which is for results only.

Exit codes: 0 success, 1 the contract has errors or cannot be read, 2 usage error (also
an unknown operation or parameter, a value that is not of its type, or credentials for
another origin than the contract's), 3 internal error, 4 the service answered with a
fault, 5 there is no answer, or it is neither a result nor a fault.

## values: parameters, messages and attachments

A parameter is NAME=VALUE, with its name in the contract. The name of an element
inside another one follows after a dot, and so does the number of an item in a list,
from 0. A repeated name is another item of a list, also where one element contains the
list, as in arrays. Names of attributes begin with @:

  go tool quartet call orders.wsdl place customer.name=Ann customer.@id=7 code=A code=B
  go tool quartet call orders.wsdl place line.0.code=A line.1.code=B line.1.count=2

An element with elements or attributes may be JSON. NAME=@FILE is the content of a file, or
for @- of standard input: text, JSON, or the bytes of an xs:base64Binary. A text that begins
with @ has another @ before it:

  go tool quartet call orders.wsdl place 'customer={"@id": 7, "name": "Ann"}' scan=@a.png note=@@ann

@xsi:type=NAME selects a derived type, and @xsi:nil=true is a nil value. Elements that
the contract does not name are markup: #any=MARKUP, or NAME.#xml=MARKUP in an xs:anyType.
Elements in a repeated choice or sequence are sent in the order in which they are given.

Instead of parameters you can give a whole message, or @FILE or - (standard input) with
one. It is the element of the request in XML, or a SOAP envelope that contains it, or a
JSON object in the form that --json prints:

  go tool quartet call orders.wsdl place '{"customer": {"name": "Ann"}, "code": ["A", "B"]}'

--soap-header takes the name of a header block that the operation declares and a value,
as in --soap-header session.id=5 or --soap-header 'session={"id": 5}', and other blocks as
XML. The header blocks of an envelope are sent, too.

In JSON, binary content of a result is base64: jq -r .scan | base64 -d

--attach sends a file as an attachment. cid:ID refers to it, and the first one without ID
is cid:attachment=1@attachments.invalid. With -o DIR/NAME.json attachments of the result
that are not in it are written to DIR/NAME-1.png, and so on, and not over files that are
there; a line for each says which.

## credentials: where passwords and keys are sent

Possible credentials (--user, --header, --soap-header, --tls-cert, the signatures of
--cert, and the header blocks of an envelope) are sent to the scheme, host and port of
CONTRACT, if that is an address; if it is redirected, the first address counts. If the
contract has an address elsewhere, nothing is sent, unless you name it with --endpoint, or
its origin with --allow-origin. The address in a contract that is a file is called, and
printed first.

The password of --user follows after a colon, or is in a file (--user NAME:@FILE), or
in the environment variable QUARTET_PASSWORD. Otherwise quartet asks for it.
Passwords in arguments can be seen by other users of the machine.`
