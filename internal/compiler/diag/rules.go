package diag

// Rule is one line of the table of rules: what a diagnostic's ID stands for.
type Rule struct {
	ID       string
	Severity Severity
	Summary  string // one sentence
	Source   string // where the rule comes from
}

// The IDs of the rules of the front end: reading, resolving and checking.
const (
	// Reading documents.

	Unreadable     = "unreadable"
	RemoteDocument = "remote-document"
	Encoding       = "encoding"
	Malformed      = "malformed"
	DTD            = "dtd"
	TooLarge       = "too-large"
	WrongRoot      = "wrong-root"
	OldSchema      = "old-schema"
	ImportMismatch = "import-mismatch"

	// Structure of WSDL and schema documents.

	UnexpectedElement = "unexpected-element"
	UnexpectedAttr    = "unexpected-attribute"
	MissingAttr       = "missing-attribute"
	BadName           = "bad-name"
	BadValue          = "bad-value"
	Conflict          = "conflict"
	Duplicate         = "duplicate"
	Unsupported       = "unsupported"
	RequiredExtension = "required-extension"

	// References.

	UnboundPrefix = "unbound-prefix"
	Unresolved    = "unresolved"
	NotImported   = "not-imported"
	LeftOut       = "left-out"
	Circular      = "circular"
	BadDerivation = "bad-derivation"
	BadFacet      = "bad-facet"

	// What users should know about a contract that resolves.

	AmbiguousWire     = "ambiguous-wire"
	AmbiguousOverload = "ambiguous-overload"
	NotBound          = "not-bound"
	UnknownOperation  = "unknown-operation"
	PartStyle         = "part-style"
	PartMissing       = "part-missing"
	UntypedPart       = "untyped-part"
	FaultPart         = "fault-part"
	HTTPPart          = "http-part"
	ForeignBinding    = "foreign-binding"
	ForeignTransport  = "foreign-transport"
	RPCNamespace      = "rpc-namespace"
	ServerInitiated   = "server-initiated"
	NoAddress         = "no-address"
	BadAddress        = "bad-address"
	NotEnforced       = "not-enforced"
	AmbiguousContent  = "ambiguous-content"
	NoServices        = "no-services"

	// Planning the output.

	NameClash    = "name-clash"
	OwnInterface = "own-interface"
	UnknownWish  = "unknown-wish"
	BadRename    = "bad-rename"
	BadPackage   = "bad-package"
	PackageCycle = "package-cycle"
	NothingToDo  = "nothing-to-do"
)

// Rules is the table of all rules, in the order of the stages. Read it only.
var Rules = []Rule{
	{Unreadable, Error, "a document cannot be read", ""},
	{RemoteDocument, Error, "a document is named by an address that is not read without being asked to", ""},
	{Encoding, Error, "the character encoding of a document is unknown, or its bytes are wrong in it", "XML 1.0 section 4.3.3"},
	{Malformed, Error, "a document is not well-formed, or breaks the rules for namespaces", "XML 1.0 section 2.1, Namespaces in XML 1.0"},
	{DTD, Error, "a document refers to an entity that stands for another document; those are never read", "XML 1.0 section 4.2.2; external entities are a way to attack a reader"},
	{TooLarge, Error, "a limit on size, depth or number of documents is reached", ""},
	{WrongRoot, Error, "the root element is not what the reference or the command needs", "WSDL 1.1 section 2.1, XML Schema part 1 section 3.15"},
	{OldSchema, Warning, "a schema is in the namespace of a draft of XML Schema and is read as XML Schema 1.0", "XML Schema part 1"},
	{ImportMismatch, Warning, "the target namespace of an imported document is not the one that the reference names; for an included one that is an error", "XML Schema part 1 sections 4.2.1 to 4.2.3"},

	{UnexpectedElement, Error, "an element stands where the specification does not allow it", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A"},
	{UnexpectedAttr, Warning, "an attribute without a namespace is not defined for its element", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A"},
	{MissingAttr, Error, "a required attribute is absent", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A"},
	{BadName, Warning, "a name that has to be an NCName is none", "Namespaces in XML 1.0 section 3"},
	{BadValue, Error, "the value of an attribute is not allowed", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A"},
	{Conflict, Error, "two things that exclude each other stand together", "WSDL 1.1, XML Schema part 1"},
	{Duplicate, Error, "two components of one kind have the same name", "WSDL 1.1 section 2, XML Schema part 1 section 2.5"},
	{Unsupported, Error, "a construct of the specification is read but cannot be carried yet", ""},
	{RequiredExtension, Warning, "an extension that must be understood is not known, and generated code does not apply it", "WSDL 1.1 section 2.1.3"},

	{UnboundPrefix, Error, "a prefix of a name in an attribute is not declared", "Namespaces in XML 1.0 section 5"},
	{Unresolved, Error, "a name refers to nothing", "WSDL 1.1 section 2.1, XML Schema part 1 section 5.3"},
	{NotImported, Warning, "a name refers to a namespace that its document does not import", "XML Schema part 1 section 4.2.3"},
	{LeftOut, Warning, "something lacks a part that it cannot be without, and is left out of a contract that is read leniently", ""},
	{Circular, Error, "a definition contains itself where that is not allowed", "XML Schema part 1 sections 3.4.6, 3.6.6, 3.8.6, 3.14.6"},
	{BadDerivation, Error, "a type is derived in a way that its base does not allow", "XML Schema part 1 sections 3.4.6 and 3.14.6"},
	{BadFacet, Error, "a facet does not apply to its type, or its value is wrong", "XML Schema part 2 section 4.3"},

	{AmbiguousWire, Warning, "two operations of a port cannot be told apart by what is sent", "WS-I Basic Profile 1.1 R2710"},
	{AmbiguousOverload, Error, "a binding operation fits several operations of its portType, or none by its input and output names", "WSDL 1.1 section 2.5"},
	{NotBound, Note, "a binding leaves out an operation of its portType", "WS-I Basic Profile 1.1 R2718"},
	{UnknownOperation, Warning, "a binding has an operation that its portType does not have; it is left out", "WSDL 1.1 section 2.5"},
	{PartStyle, Warning, "a message part does not fit the style of the binding: document needs element parts, rpc needs type parts", "WS-I Basic Profile 1.1 R2203 and R2204"},
	{PartMissing, Error, "a binding names a part that its message does not have", "WSDL 1.1 sections 3.5 and 3.7"},
	{UntypedPart, Warning, "a part has neither an element nor a type and is taken as any XML", "WSDL 1.1 section 2.3.1"},
	{RPCNamespace, Warning, "the body of an rpc operation has no namespace, so that its wrapper element is in none", "WSDL 1.1 section 3.5, WS-I Basic Profile 1.1 R2717"},
	{FaultPart, Warning, "the message of a fault does not have exactly one part", "WSDL 1.1 section 3.6"},
	{HTTPPart, Warning, "a part cannot be carried by the HTTP binding, or a replacement in its location matches no part", "WSDL 1.1 section 4"},
	{ForeignBinding, Note, "a binding is neither SOAP nor HTTP", "WSDL 1.1 section 2.5"},
	{ForeignTransport, Note, "a SOAP binding uses a transport other than HTTP", "WSDL 1.1 section 3.3"},
	{ServerInitiated, Note, "an operation is a notification or solicit-response, which the bindings do not define", "WSDL 1.1 section 2.4, WS-I Basic Profile 1.1 R2303"},
	{NoAddress, Warning, "a port has no address, or an address of another binding", "WSDL 1.1 sections 3.8 and 4.3"},
	{BadAddress, Warning, "the address of a port is not one that HTTP can be sent to", "WSDL 1.1 sections 3.8 and 4.3, RFC 9110 section 4.2"},
	{NotEnforced, Note, "a constraint is read but not enforced in generated code", "XML Schema part 1 section 3.11"},
	{AmbiguousContent, Warning, "two declarations of one element name in a content model have different types", "XML Schema part 1 section 3.8.6, Element Declarations Consistent"},
	{NoServices, Note, "the contract declares no service", "WSDL 1.1 section 2.7"},

	{NameClash, Warning, "two names of the contract become one name in Go, and one of them gets a suffix", ""},
	{OwnInterface, Warning, "a port does not correspond to the others of its service and gets an interface of its own", ""},
	{UnknownWish, Error, "the command line asks for something that the contract does not have", ""},
	{BadRename, Error, "a name that the user gives is given to nothing, to several things, or is taken", ""},
	{BadPackage, Error, "a package that the user asks for a namespace cannot be", "The Go Programming Language Specification, section Import declarations"},
	{PackageCycle, Warning, "namespaces whose types use each other cannot be in several Go packages, and share one", "The Go Programming Language Specification, section Import declarations"},
	{NothingToDo, Error, "there is nothing to generate", ""},
}

// severityOf looks id up in the table. The table is short and diagnostics are
// few, so a scan will do.
func severityOf(id string) Severity {
	for _, r := range Rules {
		if r.ID == id {
			return r.Severity
		}
	}
	return Error
}
