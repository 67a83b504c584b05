// Package plan decides what is generated from a model: the Go declarations,
// their names, and what each binding sends. Package emit renders the result and
// makes no decisions.
//
// If the user requests separate packages for namespaces, everything is first
// planned as one package and then distributed (packages.go), by namespace and by
// the references between Go declarations. Several services share such a package,
// so it must not depend on the contract that it is generated from: namespace
// numbers and prefixes are derived from the URIs only (packages_namespaces.go),
// declarations are sorted by name, and the package holds the whole namespace.
// Types that another namespace derives from its types are unknown to it; they
// are in the tables of the service's package, which the decoder of a message
// refers to. The package depends on derived types in one way only: if there are
// any, fields of the base type are interfaces.
//
// A construct of the schema or the bindings that is not supported is reported
// with its position. It is never omitted silently.
package plan

import (
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// Config holds the options of the user.
type Config struct {
	Package        string      // name of the Go package; empty: derived from the contract's file name
	Namespaces     []Namespace // namespaces to replace by others
	Bindings       []Binding   // the bindings to generate; empty: all
	Wrapped        []string    // operations that keep their wrapper types in the signature
	Operations     []string    // the operations to generate; empty: all
	Ports          []string    // the ports to generate; empty: all
	Renames        []Rename    // Go names chosen by the user
	Runtime        string      // import path of the run-time support; empty: it is copied into the package
	ReservedFields []string    // names that no field may have
	ReservedNames  []string    // package-level names declared by the run-time support

	ImportPath string             // of the package; required if Packages is not empty
	Packages   []NamespacePackage // separate packages for namespaces
}

// Namespace replaces the namespace Old of the contract by New.
type Namespace struct{ Old, New string }

// Binding is a kind of binding that generated code supports, by the name of its
// Go constant.
type Binding string

// The bindings, in the order in which output and messages list them.
const (
	SOAP11     Binding = "SOAP11"
	SOAP12     Binding = "SOAP12"
	HTTPGet    Binding = "HTTPGet"
	HTTPPost   Binding = "HTTPPost"
	HTTPHead   Binding = "HTTPHead"
	HTTPPut    Binding = "HTTPPut"
	HTTPDelete Binding = "HTTPDelete"
)

// Package is a Go package to generate.
type Package struct {
	Name       string
	Runtime    string // import path of the run-time support; "": it is copied into the package
	Source     string // base name of the contract's main document
	Doc        string
	Namespaces []TableEntry // the namespace table; index 0 means "no namespace"
	Nil        bool         // messages may have xsi:nil or xsi:type
	Services   []*Service
	Structs    []*Struct // requests in the order of their operations, then other types in the order of first use
	Simples    []*Simple // by name
	Faults     []*Fault
	Headers    []*Header
	Elements   []*Element // by name
	Documents  []Document
	Multipart  bool     // some messages are multipart MIME messages
	Schema     []string // the schema text for validation, one definition each

	ElementNamespaces []TableEntry // follow Namespaces in the documents of Elements
	ElementXSI        bool         // these documents need the xsi namespace, even if messages do not

	Names      []DeclaredName  // of all declarations above, by kind and name
	Operations []PortOperation // in the order of the contract

	// Set if there are separate packages for namespaces.
	Path             string     // import path
	Folder           string     // relative to the folder of the service's package, which is "."
	TargetNamespaces []string   // the target namespaces that the package is for; nil for the service's package
	Imports          []*Package // the packages for namespaces that it refers to, by import path
	Aliases          []string   // the names under which it imports them, in the order of Imports
	Packages         []*Package // set for the service's package: all packages for namespaces, by import path
}

// TableEntry is a row of the namespace table.
type TableEntry struct {
	URI    string
	Prefix string // "" makes it the default namespace
	ID     int    // its number, the same in all packages; 0: its index in the table
	Const  string // name of the constant for ID
	From   string // the URI in the contract if the user replaced it; otherwise ""

	Space string // in the contract, before any replacement
}

// Name is the qualified name of an element, attribute or type.
type Name struct {
	NS    int // the namespace's ID, or its index in the table if it has none
	Local string

	Space string
}

// Service is one Go interface with its handler and client.
type Service struct {
	Name          string // the interface
	Seq           string // the interface of the streaming methods; "" if no operation returns a list
	Unimplemented string
	Client        string
	NewClient     string
	NewHandler    string
	Contract      string // the variable of its table
	Doc           string
	WSDLName      string // name of the wsdl:service or wsdl:portType
	Ports         []Port
	Operations    []*Operation
}

// Port is a port of the service with its address.
type Port struct {
	Name    string
	Binding Binding
	Address string
}

// Operation is a method of the interface.
type Operation struct {
	Name         string // the method
	Var          string // the variable of its table
	OverloadName string // the name in the contract; distinguishes overloads, see overloadName
	Doc          string
	Request      *Struct // nil: no argument
	Params       []string
	Result       *Result // nil: only an error
	OneWay       bool    // there is no response
	Faults       []*Fault
	Wires        []*Wire

	// Set if the result is a list, which can be streamed.
	Seq          string // the streaming method
	SeqInterface string // an interface with only this method
}

// IsList reports whether the result is a list that can be streamed. An array of
// SOAP encoding cannot: its items may be anywhere in the message.
func (op *Operation) IsList() bool {
	return op.Result != nil && op.Result.Kind == ListResult && op.Result.Array == nil
}

// Wire describes the messages of an operation for one or more bindings.
type Wire struct {
	Bindings []Binding
	Action   string
	ActionNS int    // if not 0: the namespace that is a prefix of Action
	Action12 bool   // a SOAP 1.2 client sends Action as a media type parameter
	In       Name   // element in the Body of a request; if Body is set: the first one
	Body     bool   // the Go request is the content of the Body, not of one element in it
	Members  []Name // instead of In: a substitution group, one member of which is the request
	OutBody  bool   // the Go result is the content of the Body, not of one element in it
	OutNil   bool   // if there is no result, the innermost element of Out is sent with xsi:nil

	Attachments    []AttachmentInfo // of a request
	OutAttachments []AttachmentInfo // of a response

	// SOAP headers.
	Headers      []*Header // of a request
	OutHeaders   []*Header // of a response
	HeaderFaults []*Fault

	Parts []Part // of a request, if other operations have the same In

	Out []Name // path of elements from the Body to the result

	// HTTP.
	Path           string // of the location, unescaped
	Query          string
	Replace        bool // Path contains names of parts in parentheses, which are replaced by their values
	Send           Content
	Receive        Content
	MediaType      string
	ReplyType      string
	DispatchParams []DispatchParam // set if other operations have the same Path and Query

	Encoded bool   // uses SOAP encoding
	OutType string // the xsi:type attribute of the result, as markup
}

// Part is a part of a request.
type Part struct {
	Name Name
	Type Name // that xsi:type may name; NS is not set
}

// ResultKind is the shape of a result.
type ResultKind int

const (
	ListResult ResultKind = iota // []T, or []*T if the items are nillable
	OneResult                    // *T, or T if Must
)

// Result is what an operation returns.
type Result struct {
	Kind ResultKind
	Item Field // of a list: its element; otherwise only the type is used
	Must bool  // a value of a simple type that is always present

	Array *Struct // if set, the list is this array of SOAP encoding, and Item is not used
}

// Struct is a Go struct with its codec.
type Struct struct {
	Package      *Package // a package for a namespace; nil: the service's package
	Name         string
	Shape        string // the variable of the decoder's table
	Kind         string // "complex type", "element", "message", "item" or "group"; used in documentation, too
	WSDLName     string // local name in the contract
	Doc          string
	Base         *Struct       // the embedded struct: its attributes and elements come first
	Extended     bool          // other structs embed it
	Attrs        []*Field      // its own attributes, without those of Base
	Fields       []*Field      // its own child elements in order, or the value of simple content
	Attachments  []*Attachment // of a message
	Simple       bool          // simple content: the value is the only field of this struct or of a Base
	Required     []int         // indices of the rows that must be present
	Mixed        bool          // mixed content: items hold the text between elements
	ReplacesBase bool          // Fields hold the elements of Base, too; the fields of Base are not used

	// Text is the field for text, if Kind is "item" and the content is mixed.
	Text *Field

	// Set if xsi:type may name the type.
	TypeVar   string // the variable of its run-time description
	Type      Name
	Abstract  bool
	Interface string // the interface of this type and its derived types; "" if there are none
	Getter    string // the method of Interface that returns the struct of this type

	// AnyAttrs is the field for the attributes that AnyAttribute allows; nil if
	// there is no such field, or if it is in Base.
	AnyAttrs     *Field
	AnyAttribute *Wildcard

	Params      []*Field // parameters of an HTTP binding, in order; nil if the struct is not the request of one
	NoCodec     bool     // only sent as parameters of an HTTP binding, never as XML
	NeedsCreate bool     // it has a create method; see markCreate
	Array       *Array   // set if it is an array of SOAP encoding
	Encoded     bool     // used with SOAP encoding

	Entry string // the reference to the type in the schema text; "": the text does not have it

	IsRequest bool // of an operation
	Pos       diag.Pos
}

// Occurs is how often an element or attribute may occur.
type Occurs int

const (
	One Occurs = iota // exactly once
	Optional
	Many
)

// Field is a struct field for an element, an attribute, a wildcard or content.
type Field struct {
	Name     string
	Wire     Name
	Doc      string
	Occurs   Occurs
	Nillable bool
	Must     bool // Many, but at least once
	Struct   *Struct
	Scalar   *Scalar
	Poly     bool      // the Go type is the interface of Struct
	Group    *Struct   // for an element with a substitution group: the struct for its members
	Items    *Struct   // for a repeated group: the struct for an item, which holds one element of the group
	Any      *Wildcard // for a wildcard; Scalar is RawXML
	Type     Name      // in the schema; zero for an anonymous type
	Encoded  bool      // SOAP encoding: the start tag has xsi:type
	Lax      bool      // One, but may be absent

	// Fallback is the default or fixed value, which an empty element has; "" if
	// there is none, or if the empty string is a value of the type.
	Fallback string

	// Markup before the value, after it, and of a nil value.
	Open, Close, Null string

	Pos diag.Pos
}

// Scalar is the Go type for a simple type, with its codec methods.
type Scalar struct {
	Type    *Simple // its declaration; nil: it is Go, or a slice of Item, without a declaration
	Item    *Scalar // of a list; the fields below are not used for lists
	Go      string  // "string", "int32", "DateTime"
	Support bool    // Go is a type of the run-time support
	HasNil  bool    // nil means absent
	Read    string  // method of the decoder
	Write   string  // method of the encoder for elements
	Attr    string  // method of the encoder for attributes
}

// planner holds the state of one call of Plan: the plan, and facts that are needed
// to make it but are not part of it.
type planner struct {
	model        *resolve.Model
	config       Config
	diags        diag.List
	pkg          *Package
	types        map[*xsd.ComplexType]*Struct
	derived      map[*xsd.ComplexType]bool // types that have derived types
	anyType      bool                      // some element is of the type xs:anyType
	simples      map[*xsd.SimpleType]*Scalar
	qnames       bool                                // some values are qualified names
	empty        map[*xsd.ModelGroup]bool            // results of isEmptyGroup
	messages     map[*wsdl11.Message]*Struct         // requests of HTTP bindings
	groupStructs map[*xsd.ElementDeclaration]*Struct // by the head element of the substitution group
	faults       map[faultKey]*Fault
	headers      map[Name]*Header
	partStructs  map[partsKey]*Struct
	partElements []*xsd.ElementDeclaration // elements for parts with a type, which no schema declares
	encoded      []*Struct                 // structs used with SOAP encoding that are not marked yet
	unwrapped    map[*xsd.ComplexType]bool // wrapper types that need no Go type; see markUnwrapped
	candidates   []candidate
	matched      map[selector]bool // selectors of --ports and --operations that matched something
	elementVars  map[Name]bool     // elements that have variables

	states map[*Struct]*structState
	origin map[any]origin            // of each *Struct, *Simple and *Element
	bound  map[*Wire]*boundOperation // the operation of a port that a Wire was planned for

	packageFor func(origin) *Package // nil: there is only the service's package
}

// structState holds facts about a struct that are needed to plan it.
type structState struct {
	id             identity
	hasTypeVar     bool // it gets a TypeVar
	mayHoldDerived bool // some field may hold a value of a derived type
	hasInterface   bool // it gets an Interface
}

func (p *planner) state(s *Struct) *structState {
	state := p.states[s]
	if state == nil {
		state = new(structState)
		p.states[s] = state
	}
	return state
}

// Plan decides what to generate for a model. The package is nil if the
// diagnostics contain errors.
func Plan(m *resolve.Model, config Config) (*Package, diag.List) {
	p := &planner{
		model: m, config: config, pkg: &Package{},
		types: make(map[*xsd.ComplexType]*Struct), simples: make(map[*xsd.SimpleType]*Scalar), empty: make(map[*xsd.ModelGroup]bool),
		states: make(map[*Struct]*structState), origin: make(map[any]origin), bound: make(map[*Wire]*boundOperation),
	}
	p.pkg.Source, p.pkg.Runtime = sourceName(m), config.Runtime
	p.findDerived()
	p.planServices()
	p.planTypes()
	p.planElements()
	p.planNamespaces()
	p.markEncoded()
	p.identifyTypes()
	p.requireRows()
	p.checkContainment()
	p.checkSelectors()
	p.planPackages()
	p.decideTable()
	p.decideNames()
	p.planSchema()
	p.planDocuments()
	p.markCreate()
	p.pkg.Doc = p.packageDoc()
	p.moveToPackages()
	if p.diags.HasErrors() {
		return nil, p.diags.Sorted()
	}
	return p.pkg, p.diags.Sorted()
}

// packageDoc describes the package, for its documentation.
func (p *planner) packageDoc() string {
	var names []string
	for _, s := range p.pkg.Services {
		names = append(names, s.WSDLName)
	}
	kind := "the service "
	if len(names) > 1 {
		kind = "the services "
	}
	return kind + strings.Join(names, ", ") + " of " + p.pkg.Source + "."
}
