package diag

import "slices"

// Rule describes the diagnostics that have one ID.
type Rule struct {
	ID       string   `json:"id"`
	Severity Severity `json:"severity"`         // the default; a stage may report a lower or higher one
	Group    string   `json:"group"`            // subject of the rule
	Summary  string   `json:"summary"`          // one sentence
	Note     string   `json:"note,omitempty"`   // sentences that say what breaks, and what to do about it
	Source   string   `json:"source,omitempty"` // the specification that the rule comes from; may be empty
}

// InGroup returns rules of one group.
func InGroup(group string, rules ...Rule) []Rule {
	for i := range rules {
		rules[i].Group = group
	}
	return rules
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
	NewerSchema    = "newer-schema"
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

	// Policies.

	BadPolicy   = "bad-policy"
	UnmetPolicy = "unmet-policy"
	NeedsOption = "needs-option"

	// Planning the output.

	NameClash    = "name-clash"
	OwnInterface = "own-interface"
	NoMatch      = "no-match"
	BadRename    = "bad-rename"
	BadNames     = "bad-names"
	NilAsAbsent  = "nil-as-absent"
	BadPackage   = "bad-package"
	PackageCycle = "package-cycle"
	NothingToDo  = "nothing-to-do"

	// Making one document of a contract.

	RPCOverload   = "rpc-overload"
	CannotCombine = "cannot-combine"
)

// Rules lists all rules in the order of the stages. It must not be modified.
var Rules = slices.Concat(
	InGroup("Reading documents",
		Rule{ID: Unreadable, Severity: Error, Summary: "a document cannot be read",
			Note: "Correct the location, or name the file with --catalog."},
		Rule{ID: RemoteDocument, Severity: Error, Summary: "a document has a remote address, and remote documents are fetched only on request",
			Note: "Name a local copy with --catalog, or allow the download with --fetch; --vendor keeps what is downloaded."},
		Rule{ID: Encoding, Severity: Error, Summary: "the character encoding of a document is not supported, or its bytes are not valid in that encoding",
			Note:   "Save the document in UTF-8, or declare the encoding that it has.",
			Source: "XML 1.0 section 4.3.3"},
		Rule{ID: Malformed, Severity: Error, Summary: "a document is not well-formed XML or violates Namespaces in XML",
			Note:   "Correct the markup; no tool can read the document as it is.",
			Source: "XML 1.0 section 2.1, Namespaces in XML 1.0, WS-I Basic Profile 1.1 R4004 and R2011"},
		Rule{ID: DTD, Severity: Error, Summary: "a document refers to an entity that is external, a parameter entity, or more than text; external entities are never read, since they can be used to attack the reader",
			Note:   "Write the text of the entity into the document.",
			Source: "XML 1.0 section 4.2"},
		Rule{ID: TooLarge, Severity: Error, Summary: "a limit is exceeded, such as the size, depth or number of documents",
			Note: "Split the contract, or remove repetitions; the limits protect against documents that exhaust memory."},
		Rule{ID: WrongRoot, Severity: Error, Summary: "a document that must be WSDL or a schema has another root element",
			Note:   "Check the location: it often leads to an error page, or to another kind of document.",
			Source: "WSDL 1.1 section 2.1, XML Schema part 1 section 3.15, WS-I Basic Profile 1.1 R2004"},
		Rule{ID: OldSchema, Severity: Warning, Summary: "a schema uses the namespace of a draft of XML Schema and is read as XML Schema 1.0",
			Note:   "Use the namespace http://www.w3.org/2001/XMLSchema: few tools read drafts.",
			Source: "XML Schema part 1, WS-I Basic Profile 1.1 R2801"},
		Rule{ID: NewerSchema, Severity: Warning, Summary: "a schema has a construct of XML Schema 1.1, which is read as far as XML Schema 1.0 can express it; where it cannot, this is an error",
			Note:   "Check in your own code what is not checked. The contract that a generated package embeds and serves has the schema as it was read.",
			Source: "XML Schema 1.1 part 1 and part 2"},
		Rule{ID: ImportMismatch, Severity: Warning, Summary: "the target namespace of a document differs from the one that the import, include or redefine requires; for include and redefine this is an error",
			Note:   "Give the import the target namespace of the document that it names.",
			Source: "XML Schema part 1 sections 4.2.1 to 4.2.3, WS-I Basic Profile 1.1 R2005"},
	),
	InGroup("Structure of documents",
		Rule{ID: UnexpectedElement, Severity: Error, Summary: "an element is not allowed where it is used",
			Note:   "Remove the element, or move it to where the specification allows it.",
			Source: "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2003, R2028 and R2029"},
		Rule{ID: UnexpectedAttr, Severity: Warning, Summary: "an attribute without a namespace is not defined for its element",
			Note:   "Check the spelling, and the case of letters; remove the attribute if it has no meaning.",
			Source: "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2028"},
		Rule{ID: MissingAttr, Severity: Error, Summary: "a required attribute or element is missing",
			Note:   "Add it; it has no default.",
			Source: "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2007, R2028, R2029, R2701 and R2720"},
		Rule{ID: BadName, Severity: Warning, Summary: "a name is not a valid NCName (an XML name without a colon)",
			Note:   "Use letters, digits, hyphens, periods and underscores, beginning with a letter or an underscore. Strict tools refuse the document.",
			Source: "Namespaces in XML 1.0 section 3, WS-I Basic Profile 1.1 R2028"},
		Rule{ID: BadValue, Severity: Error, Summary: "the value of an attribute is not allowed",
			Note:   "Use one of the values that the message names.",
			Source: "WSDL 1.1 appendix A.4, XML Schema part 1 appendix A, WS-I Basic Profile 1.1 R2028, R2029 and R2105"},
		Rule{ID: Conflict, Severity: Error, Summary: "two mutually exclusive attributes or elements are used together",
			Note:   "Remove one of the two.",
			Source: "WSDL 1.1, XML Schema part 1, WS-I Basic Profile 1.1 R2306 and R2754"},
		Rule{ID: Duplicate, Severity: Error, Summary: "two components of one kind have the same name",
			Note:   "Rename or remove one of the two. Two copies of a schema under different locations are a frequent cause.",
			Source: "WSDL 1.1 section 2, XML Schema part 1 section 2.5, WS-I Basic Profile 1.1 R2028"},
		Rule{ID: Unsupported, Severity: Error, Summary: "Quartet does not support a construct of WSDL or XML Schema that the contract uses",
			Note: "Rewrite the construct. With --lenient, code is generated for the rest of the contract."},
		Rule{ID: RequiredExtension, Severity: Warning, Summary: "an extension element with wsdl:required=\"true\" is unknown, so generated code ignores it",
			Note:   "Find out whether the service works without the extension; if it does, remove wsdl:required.",
			Source: "WSDL 1.1 section 2.1.3, WS-I Basic Profile 1.1 R2026"},
	),
	InGroup("References",
		Rule{ID: UnboundPrefix, Severity: Error, Summary: "the prefix of a name in an attribute value is not declared",
			Note:   "Declare the prefix with xmlns on the element or one that contains it.",
			Source: "Namespaces in XML 1.0 section 5"},
		Rule{ID: Unresolved, Severity: Error, Summary: "a name refers to a component that is not defined",
			Note:   "Correct the name or its prefix, or import the document that defines it. With --lenient, code is generated for the rest of the contract.",
			Source: "WSDL 1.1 section 2.1, XML Schema part 1 section 5.3, WS-I Basic Profile 1.1 R2206"},
		Rule{ID: NotImported, Severity: Warning, Summary: "a name is in a namespace that its schema does not import",
			Note:   "Add an xs:import for the namespace to the schema: otherwise many tools do not find the component.",
			Source: "XML Schema part 1 section 4.2.3, WS-I Basic Profile 1.1 R2102"},
		Rule{ID: LeftOut, Severity: Warning, Summary: "a component of an HTTP binding, or with --lenient any component, is left out because of an error in it",
			Note: "Fix the errors that are reported as warnings with it."},
		Rule{ID: Circular, Severity: Error, Summary: "a definition contains itself where that is not allowed",
			Note:   "Break the cycle, for example by using an element in place of a type. With --lenient, types without finite values are generated, but there are no samples of them.",
			Source: "XML Schema part 1 sections 3.4.6, 3.6.6, 3.8.6, 3.14.6"},
		Rule{ID: BadDerivation, Severity: Error, Summary: "a type is derived in a way that its base does not allow",
			Note:   "Derive from another base, or change what the base allows (final, mixed, the kind of its content).",
			Source: "XML Schema part 1 sections 3.4.6 and 3.14.6"},
		Rule{ID: BadFacet, Severity: Error, Summary: "a facet does not apply to its type, or its value is invalid",
			Note:   "Remove the facet, or give it a value of the base type.",
			Source: "XML Schema part 2 section 4.3"},
	),
	InGroup("Operations and bindings",
		Rule{ID: AmbiguousWire, Severity: Warning, Summary: "the requests of two operations of a port cannot be distinguished",
			Note:   "Give the requests different elements, or the operations different SOAP actions or locations. Servers that look only at the element in the body call the wrong operation.",
			Source: "WS-I Basic Profile 1.1 R2710"},
		Rule{ID: AmbiguousOverload, Severity: Error, Summary: "an operation of a binding matches several overloads of its portType, or its input and output names match none",
			Note:   "Name the input and the output of each overload, in the portType and in the binding.",
			Source: "WSDL 1.1 section 2.5"},
		Rule{ID: NotBound, Severity: Note, Summary: "a binding leaves out an operation of its portType",
			Note:   "Bind the operation, or remove it from the portType, if clients need it.",
			Source: "WS-I Basic Profile 1.1 R2718"},
		Rule{ID: UnknownOperation, Severity: Warning, Summary: "a binding has an operation that its portType does not have; it is left out",
			Note:   "Correct the name, or add the operation to the portType.",
			Source: "WSDL 1.1 section 2.5, WS-I Basic Profile 1.1 R2718"},
		Rule{ID: PartStyle, Severity: Warning, Summary: "a message part does not fit the style of the binding: document needs element parts, rpc needs type parts",
			Note:   "Give parts of document bindings an element, and parts of rpc bindings a type.",
			Source: "WS-I Basic Profile 1.1 R2201, R2203, R2204 and R2210"},
		Rule{ID: PartMissing, Severity: Error, Summary: "a binding names a part that its message does not have",
			Note:   "Correct the name of the part; names are case-sensitive.",
			Source: "WSDL 1.1 sections 3.5 and 3.7"},
		Rule{ID: UntypedPart, Severity: Warning, Summary: "a part has neither an element nor a type and is treated as xs:anyType",
			Note:   "Give the part an element or a type.",
			Source: "WSDL 1.1 section 2.3.1"},
		Rule{ID: RPCNamespace, Severity: Warning, Summary: "the body of an rpc operation has no namespace, so its wrapper element is in no namespace",
			Note:   "Add the attribute namespace to soap:body. Other tools use the target namespace, or none.",
			Source: "WSDL 1.1 section 3.5, WS-I Basic Profile 1.1 R2717"},
		Rule{ID: FaultPart, Severity: Warning, Summary: "the message of a fault does not have exactly one part, or that part is not an element",
			Note:   "Give the message of the fault one part, with an element.",
			Source: "WSDL 1.1 section 3.6, WS-I Basic Profile 1.1 R2205"},
		Rule{ID: HTTPPart, Severity: Warning, Summary: "an HTTP binding cannot send a part, or its location has a name in parentheses that is not the name of a part",
			Note:   "Use parts of simple types, and name them in the location as the message does.",
			Source: "WSDL 1.1 section 4"},
		Rule{ID: ForeignBinding, Severity: Note, Summary: "a binding is neither SOAP nor HTTP",
			Note:   "No action is needed if other programs use the binding; no code is generated for it.",
			Source: "WSDL 1.1 section 2.5, WS-I Basic Profile 1.1 R2401"},
		Rule{ID: ForeignTransport, Severity: Note, Summary: "a SOAP binding uses a transport other than HTTP",
			Note:   "No action is needed if other programs use the binding; generated clients send over HTTP.",
			Source: "WSDL 1.1 section 3.3, WS-I Basic Profile 1.1 R2702"},
		Rule{ID: ServerInitiated, Severity: Note, Summary: "an operation is a notification or solicit-response, which the bindings do not define",
			Note:   "Describe what the server calls as an operation of another contract, which the client implements.",
			Source: "WSDL 1.1 section 2.4, WS-I Basic Profile 1.1 R2303"},
		Rule{ID: NoAddress, Severity: Warning, Summary: "a port has no address, or an address element of another binding",
			Note:   "Give the port an address of its binding. Until then, clients must be given the address.",
			Source: "WSDL 1.1 sections 3.8 and 4.3"},
		Rule{ID: BadAddress, Severity: Warning, Summary: "the address of a port is not an absolute http or https URI",
			Note:   "Use an absolute http or https URI. Until then, clients must be given the address.",
			Source: "WSDL 1.1 sections 3.8 and 4.3, RFC 9110 section 4.2, WS-I Basic Profile 1.1 R5001"},
		Rule{ID: NotEnforced, Severity: Note, Summary: "package validate checks a pattern only partly, or does not check a bound or a content model",
			Note:   "Check the value in the program where it matters.",
			Source: "XML Schema part 2 section 4.3.4, part 1 section 3.8"},
		Rule{ID: AmbiguousContent, Severity: Warning, Summary: "elements with the same name in a content model have different types",
			Note:   "Give the elements one type, or different names.",
			Source: "XML Schema part 1 section 3.8.6, Element Declarations Consistent"},
		Rule{ID: NoServices, Severity: Note, Summary: "the contract declares no service",
			Note:   "Add a service if clients should find the address in the contract; otherwise there is an interface for each portType.",
			Source: "WSDL 1.1 section 2.7"},
	),
	InGroup("Policies",
		Rule{ID: BadPolicy, Severity: Warning, Summary: "a policy, or a reference to one, cannot be read completely",
			Note:   "Correct the policy, or find out from the operator of the service what it demands.",
			Source: "Web Services Policy 1.5 - Framework section 4, Web Services Policy 1.5 - Attachment section 4"},
		Rule{ID: UnmetPolicy, Severity: Warning, Summary: "a policy requires an assertion that neither the run-time nor an option satisfies, or HTTPS at an address of http",
			Note:   "NewClient, or the call, returns an error unless soap.WithAssertions says that the program, or a proxy, satisfies the assertion; NewHandler logs it.",
			Source: "Web Services Policy 1.5 - Framework section 3.4"},
		Rule{ID: NeedsOption, Severity: Note, Summary: "a policy requires an assertion that an option of clients satisfies",
			Note:   "Give NewClient the option; without it NewClient, or the call, returns an error.",
			Source: "Web Services Policy 1.5 - Framework section 3.4"},
	),
	InGroup("Go code",
		Rule{ID: NameClash, Severity: Warning, Summary: "two names of the contract map to the same Go name, so one of them gets a longer one",
			Note: "Choose names with --rename. Otherwise, the file quartet.names keeps both, and they are not reported again."},
		Rule{ID: OwnInterface, Severity: Warning, Summary: "the operations of a port do not correspond to the operations of the other ports of its service, so the port gets a separate interface",
			Note: "Bind the same operations in all ports of the service if one implementation should serve all of them."},
		Rule{ID: NoMatch, Severity: Error, Summary: "an option names something that the contract does not have",
			Note: "Correct the name; use the name in the contract, not the Go name."},
		Rule{ID: NilAsAbsent, Severity: Note, Summary: "with --nil-as-absent, elements that may be absent or nil are absent in Go in both cases, and cannot be sent as nil",
			Note:   "Do not use the option if nil has a meaning, such as to delete a value; or suppress the note.",
			Source: "XML Schema part 1 section 2.6.2"},
		Rule{ID: BadRename, Severity: Error, Summary: "a rename matches no component or several, or its Go name is already taken",
			Note: "Write the component as KIND:{NAMESPACE}PATH, or choose another Go name."},
		Rule{ID: BadNames, Severity: Error, Summary: "the file of chosen names, quartet.names, has a line that is not valid, or two lines that exclude each other",
			Note: "Correct the line, or remove it: the name is then chosen again."},
		Rule{ID: BadPackage, Severity: Error, Summary: "a namespace cannot be generated into the package that the user requests for it",
			Note:   "Choose an import path in the module that is not used by another package.",
			Source: "The Go Programming Language Specification, section Import declarations"},
		Rule{ID: PackageCycle, Severity: Warning, Summary: "namespaces whose types use each other share one Go package, because Go does not allow import cycles",
			Note:   "Put the namespaces into one package with --package, or leave them in the package of the service.",
			Source: "The Go Programming Language Specification, section Import declarations"},
		Rule{ID: NothingToDo, Severity: Error, Summary: "the contract has no operation to generate code for, or none is selected; or a schema has no declaration",
			Note: "Remove the flags that select operations, ports and bindings, or add operations to the contract."},
	),
	InGroup("One document of a contract",
		Rule{ID: RPCOverload, Severity: Warning, Summary: "an overloaded operation keeps its name when a contract is flattened, because in rpc style messages contain the name",
			Note:   "Programs that keep only one of several operations with the same name cannot use the others.",
			Source: "WSDL 1.1 section 3.5"},
		Rule{ID: CannotCombine, Severity: Error, Summary: "the documents of a contract cannot become one document when it is flattened",
			Note: "Keep the schemas as separate documents with --keep-imports."},
	),
)

// lenience says how code is generated in spite of errors of the rules.
var lenience = map[string]string{
	Unreadable: withoutDocument, RemoteDocument: withoutDocument, Encoding: withoutDocument, Malformed: withoutDocument,
	DTD: withoutDocument, WrongRoot: withoutDocument,
	UnboundPrefix: sameName, Unresolved: sameName,
	Duplicate:   "uses one of the definitions",
	Circular:    "leaves out where the definition contains itself",
	BadFacet:    "leaves out the facet, so that more values are valid",
	PartMissing: "leaves out the part",
	Unsupported: "leaves out the construct",
}

const (
	withoutDocument = "leaves out the document, and what refers to it has any content"
	sameName        = "uses the only component with that local name, or any content"
)

// Lenience says how the command tolerates errors of a rule, and what is missing then.
func Lenience(id string) string {
	text := lenience[id]
	if text == "" {
		text = "generates what is possible, and a warning names what is left out or replaced"
	}
	return "--lenient=" + id + " " + text
}

// SeverityIn returns the severity of a rule, Error if the rules do not have it. They
// are few, and so are diagnostics, so it searches linearly.
func SeverityIn(rules []Rule, id string) Severity {
	for _, r := range rules {
		if r.ID == id {
			return r.Severity
		}
	}
	return Error
}
