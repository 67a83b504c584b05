package diag

// Rule describes the diagnostics that have one ID.
type Rule struct {
	ID       string
	Severity Severity // the default; a stage may report a lower or higher one
	Summary  string   // one sentence
	Source   string   // the specification that the rule comes from; may be empty
}

// The IDs of all rules.
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

	// Checks of a contract whose references are resolved.

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
	NoMatch      = "no-match"
	BadRename    = "bad-rename"
	BadPackage   = "bad-package"
	PackageCycle = "package-cycle"
	NothingToDo  = "nothing-to-do"

	// Making one document of a contract.

	RPCOverload   = "rpc-overload"
	CannotCombine = "cannot-combine"
)

// Rules lists all rules in the order of the stages. It must not be modified.
var Rules = []Rule{
	{Unreadable, Error, "a document cannot be read", ""},
	{RemoteDocument, Error, "a document has a remote address, and remote documents are fetched only on request", ""},
	{Encoding, Error, "the character encoding of a document is not supported, or its bytes are not valid in that encoding", "XML 1.0 section 4.3.3"},
	{Malformed, Error, "a document is not well-formed XML or violates Namespaces in XML", "XML 1.0 section 2.1, Namespaces in XML 1.0, WS-I Basic Profile 1.1 R4004 and R2011"},
	{DTD, Error, "a document refers to an external entity; external entities are never read, since they can be used to attack the reader", "XML 1.0 section 4.2.2"},
	{TooLarge, Error, "a limit is exceeded, such as the size, depth or number of documents", ""},
	{WrongRoot, Error, "a document that must be WSDL or a schema has another root element", "WSDL 1.1 section 2.1, XML Schema part 1 section 3.15, WS-I Basic Profile 1.1 R2004"},
	{OldSchema, Warning, "a schema uses the namespace of a draft of XML Schema and is read as XML Schema 1.0", "XML Schema part 1, WS-I Basic Profile 1.1 R2801"},
	{ImportMismatch, Warning, "the target namespace of a document differs from the one that the import, include or redefine requires; for include and redefine this is an error", "XML Schema part 1 sections 4.2.1 to 4.2.3, WS-I Basic Profile 1.1 R2005"},

	{UnexpectedElement, Error, "an element is not allowed where it is used", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2003, R2028 and R2029"},
	{UnexpectedAttr, Warning, "an attribute without a namespace is not defined for its element", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2028"},
	{MissingAttr, Error, "a required attribute or element is missing", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2007, R2028, R2029, R2701 and R2720"},
	{BadName, Warning, "a name is not a valid NCName (an XML name without a colon)", "Namespaces in XML 1.0 section 3, WS-I Basic Profile 1.1 R2028"},
	{BadValue, Error, "the value of an attribute is not allowed", "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2028, R2029 and R2105"},
	{Conflict, Error, "two attributes or elements that exclude each other are used together", "WSDL 1.1, XML Schema part 1, WS-I Basic Profile 1.1 R2306 and R2754"},
	{Duplicate, Error, "two components of one kind have the same name", "WSDL 1.1 section 2, XML Schema part 1 section 2.5, WS-I Basic Profile 1.1 R2028"},
	{Unsupported, Error, "Quartet does not support a construct of WSDL or XML Schema that the contract uses", ""},
	{RequiredExtension, Warning, "an extension element with wsdl:required=\"true\" is unknown, so generated code ignores it", "WSDL 1.1 section 2.1.3, WS-I Basic Profile 1.1 R2026"},

	{UnboundPrefix, Error, "the prefix of a name in an attribute value is not declared", "Namespaces in XML 1.0 section 5"},
	{Unresolved, Error, "a name refers to a component that is not defined", "WSDL 1.1 section 2.1, XML Schema part 1 section 5.3, WS-I Basic Profile 1.1 R2206"},
	{NotImported, Warning, "a name is in a namespace that its schema does not import", "XML Schema part 1 section 4.2.3, WS-I Basic Profile 1.1 R2102"},
	{LeftOut, Warning, "with --lenient, a component is left out because something that it refers to is missing, or because generated code cannot use it", ""},
	{Circular, Error, "a definition contains itself where that is not allowed", "XML Schema part 1 sections 3.4.6, 3.6.6, 3.8.6, 3.14.6"},
	{BadDerivation, Error, "a type is derived in a way that its base does not allow", "XML Schema part 1 sections 3.4.6 and 3.14.6"},
	{BadFacet, Error, "a facet does not apply to its type, or its value is invalid", "XML Schema part 2 section 4.3"},

	{AmbiguousWire, Warning, "the requests of two operations of a port cannot be distinguished", "WS-I Basic Profile 1.1 R2710"},
	{AmbiguousOverload, Error, "an operation of a binding matches several overloads of its portType, or its input and output names match none", "WSDL 1.1 section 2.5"},
	{NotBound, Note, "a binding leaves out an operation of its portType", "WS-I Basic Profile 1.1 R2718"},
	{UnknownOperation, Warning, "a binding has an operation that its portType does not have; it is left out", "WSDL 1.1 section 2.5, WS-I Basic Profile 1.1 R2718"},
	{PartStyle, Warning, "a message part does not fit the style of the binding: document needs element parts, rpc needs type parts", "WS-I Basic Profile 1.1 R2201, R2203, R2204 and R2210"},
	{PartMissing, Error, "a binding names a part that its message does not have", "WSDL 1.1 sections 3.5 and 3.7"},
	{UntypedPart, Warning, "a part has neither an element nor a type and is treated as xs:anyType", "WSDL 1.1 section 2.3.1"},
	{RPCNamespace, Warning, "the body of an rpc operation has no namespace, so its wrapper element is in no namespace", "WSDL 1.1 section 3.5, WS-I Basic Profile 1.1 R2717"},
	{FaultPart, Warning, "the message of a fault does not have exactly one part, or that part is not an element", "WSDL 1.1 section 3.6, WS-I Basic Profile 1.1 R2205"},
	{HTTPPart, Warning, "an HTTP binding cannot send a part, or its location has a name in parentheses that is not that of a part", "WSDL 1.1 section 4"},
	{ForeignBinding, Note, "a binding is neither SOAP nor HTTP", "WSDL 1.1 section 2.5, WS-I Basic Profile 1.1 R2401"},
	{ForeignTransport, Note, "a SOAP binding uses a transport other than HTTP", "WSDL 1.1 section 3.3, WS-I Basic Profile 1.1 R2702"},
	{ServerInitiated, Note, "an operation is a notification or solicit-response, which the bindings do not define", "WSDL 1.1 section 2.4, WS-I Basic Profile 1.1 R2303"},
	{NoAddress, Warning, "a port has no address, or an address element of another binding", "WSDL 1.1 sections 3.8 and 4.3"},
	{BadAddress, Warning, "the address of a port is not an absolute http or https URI", "WSDL 1.1 sections 3.8 and 4.3, RFC 9110 section 4.2, WS-I Basic Profile 1.1 R5001"},
	{NotEnforced, Note, "a pattern is checked by package validate only in part, or a bound or a content model not at all", "XML Schema part 2 section 4.3.4, part 1 section 3.8"},
	{AmbiguousContent, Warning, "elements with the same name in a content model have different types", "XML Schema part 1 section 3.8.6, Element Declarations Consistent"},
	{NoServices, Note, "the contract declares no service", "WSDL 1.1 section 2.7"},

	{NameClash, Warning, "two names of the contract become the same name in Go, and one of them gets a longer one", ""},
	{OwnInterface, Warning, "the operations of a port do not correspond to those of the other ports of its service, so the port gets a separate interface", ""},
	{NoMatch, Error, "an option names something that the contract does not have", ""},
	{BadRename, Error, "a rename matches no component or several, or its Go name is already taken", ""},
	{BadPackage, Error, "a namespace cannot be generated into the package that the user requests for it", "The Go Programming Language Specification, section Import declarations"},
	{PackageCycle, Warning, "namespaces whose types use each other share one Go package, because Go does not allow import cycles", "The Go Programming Language Specification, section Import declarations"},
	{NothingToDo, Error, "the contract has no operation to generate code for, or none is selected; or a schema has no declaration", ""},

	{RPCOverload, Warning, "an overloaded operation keeps its name when a contract is flattened, because in rpc style the name is that of an element in messages", "WSDL 1.1 section 3.5"},
	{CannotCombine, Error, "the documents of a contract cannot become one document when it is flattened", ""},
}

// severityOf returns the severity of rule id. Rules is short and diagnostics
// are few, so it searches linearly.
func severityOf(id string) Severity {
	for _, r := range Rules {
		if r.ID == id {
			return r.Severity
		}
	}
	return Error
}
