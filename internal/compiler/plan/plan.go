// Package plan decides everything about the output: which Go declarations
// there are, how they are called, what each binding puts on the wire. Package
// emit writes it down and decides nothing.
//
// Where the user wishes for packages of namespaces, everything is planned as for
// one package, and parted at the end (packages.go): which package has what
// follows from the namespaces and from what refers to what in Go. Such a package
// must not depend on the contract that it is generated from, as services share
// it. So its tables have numbers and prefixes that are made from the URIs alone
// (packages_names.go), everything in it is in the order of the names, and it has
// all of its namespace. What it cannot know, the types that others derive from
// its own, is in the tables of the service's package, which the decoder of a
// message carries. Only whether there are such types shows in it: fields are
// interfaces then.
//
// What the schema or the bindings ask for and this package cannot carry is a
// diagnostic with its place, never left out in silence.
package plan

import (
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// Config holds the wishes of the user.
type Config struct {
	Package    string      // name of the Go package; empty: made from the contract's
	Namespaces []Namespace // namespaces to be replaced by others
	Bindings   []Binding   // the bindings to generate for; empty: all
	Wrapped    []string    // operations whose wrapper types are the signature
	Operations []string    // the operations to generate; empty: all
	Ports      []string    // the ports to generate for; empty: all
	Renames    []Rename    // Go names that the user gives
	Runtime    string      // import path of the run-time support; empty: it is a part of the package
	Members    []string    // names that no field may have
	Reserved   []string    // package-level names that the run-time support takes

	ImportPath string             // of the package; only needed for Packages
	Packages   []NamespacePackage // packages of their own for namespaces
}

// Namespace says that what the contract puts into Old goes into New.
type Namespace struct{ Old, New string }

// Binding is a binding that generated code speaks, under its name in Go.
type Binding string

// The bindings in the order in which they are listed everywhere.
const (
	SOAP11     Binding = "SOAP11"
	SOAP12     Binding = "SOAP12"
	HTTPGet    Binding = "HTTPGet"
	HTTPPost   Binding = "HTTPPost"
	HTTPHead   Binding = "HTTPHead"
	HTTPPut    Binding = "HTTPPut"
	HTTPDelete Binding = "HTTPDelete"
)

// Bindings lists all bindings.
var Bindings = []Binding{SOAP11, SOAP12, HTTPGet, HTTPPost, HTTPHead, HTTPPut, HTTPDelete}

// Package is a Go package that is going to be generated.
type Package struct {
	Name       string
	Runtime    string // import path of the run-time support; "": it is a part of the package
	Source     string // base name of the contract's main document
	Doc        string
	Namespaces []TableEntry // the namespace table; index 0 is "no namespace"
	Nil        bool         // xsi:nil may be written
	Services   []*Service
	Structs    []*Struct // requests in the order of their operations, then records in the order of use
	Simples    []*Simple // by name
	Faults     []*Fault
	Headers    []*Header
	Elements   []*Element // by name
	Documents  []Document
	Multipart  bool     // some messages are declared as MIME messages of several parts
	Schema     []string // what the schemas say, a definition of the notation each

	ElementNamespaces []TableEntry // behind Namespaces in documents of Elements
	ElementXSI        bool         // such documents need xsi, whether messages do or not

	Names  []Named // of the declarations of all of these, by kind and name
	Offers []Offer // in the order of the contract

	// Where there are packages for namespaces.
	Path     string     // import path
	Folder   string     // as seen from the folder of the service's package; "." for that itself
	Spaces   []string   // the namespaces that the package is for; nil for the service's
	Imports  []*Package // for namespaces, that it refers to, by import path
	Aliases  []string   // what it imports them as
	Packages []*Package // of the service's: all for namespaces, by import path
}

// TableEntry is an entry of the namespace table.
type TableEntry struct {
	URI    string
	Prefix string // "" makes it the default namespace
	ID     int    // its number in all packages; 0: its index
	Const  string // name of a constant for ID

	uri string // as the contract has it
}

// Name is a name on the wire.
type Name struct {
	NS    int // number of the namespace: its ID, or its index in the table
	Local string

	uri string
}

// Service is one Go interface with its handler and client.
type Service struct {
	Name          string // the interface
	Seq           string // the interface of its lists, item by item; "" if it has none
	Unimplemented string
	Client        string
	NewClient     string
	NewHandler    string
	Contract      string // the table
	Doc           string
	WSDLName      string // name of the wsdl:service or wsdl:portType
	Ports         []Port
	Operations    []*Operation
}

// Port is an address of the service.
type Port struct {
	Name    string
	Binding Binding
	Address string
}

// Operation is one method of the interface.
type Operation struct {
	Name    string // the method
	Var     string // the table
	Member  string // name on the wire, which tells overloads apart
	Doc     string
	Request *Struct // nil: no argument
	Params  []string
	Result  *Result // nil: only an error
	OneWay  bool    // there is no response
	Faults  []*Fault
	Wires   []Wire

	// Of a list that is handed over item by item; else empty.
	Seq          string // the method
	SeqInterface string // an interface of this method alone
}

// IsList reports whether the result is a list.
// Arrays of SOAP encoding, of which a part may be anywhere in the message, are
// not.
func (op *Operation) IsList() bool {
	return op.Result != nil && op.Result.Kind == ListResult && op.Result.Array == nil
}

// Wire is how some bindings carry an operation.
type Wire struct {
	Bindings []Binding
	Action   string
	ActionNS int    // if not 0: the namespace that Action starts with
	Action12 bool   // a SOAP 1.2 client sends Action with the media type
	In       Name   // element in the Body of a request; with Body: the first one
	Body     bool   // the request is the content of the Body itself
	Members  []Name // in place of In: the elements of which one is the request
	OutBody  bool   // the result is the content of the Body itself
	OutNil   bool   // the innermost element of Out is nil where there is no result

	Attachments    []AttachmentInfo // of a request
	OutAttachments []AttachmentInfo // of a response

	// SOAP headers.
	Headers      []*Header // of a request
	OutHeaders   []*Header // of a response
	HeaderFaults []*Fault

	Parts []Part // of a request, where other operations have the same In

	Out []Name // way to the result

	// HTTP.
	Path      string // of the location, not escaped
	Query     string
	Replace   bool // names in parentheses stand for parts
	Send      Content
	Receive   Content
	MediaType string
	ReplyType string
	Given     []Given // where other operations have the same Path

	Encoded bool   // by SOAP encoding
	OutType string // of the result, as an attribute

	result *Field // of which OutType is made
	parts  []Part
	given  []Given
}

// Part is a part of a request, with the type that xsi:type may say.
type Part struct {
	Name Name
	Type xsd.QName
}

// ResultKind says which codec a result has.
type ResultKind int

const (
	ListResult ResultKind = iota // []T, or []*T if the items are nillable
	OneResult                    // *T, or T if Must
)

// Result is what an operation returns.
type Result struct {
	Kind ResultKind
	Item Field // of a list: its element; else only the type counts
	Must bool  // a simple type that is always there

	Array *Struct // of SOAP encoding, for a list: it takes the place of Item
}

// Struct is a Go struct with its codec.
type Struct struct {
	Package     *Package // for a namespace; nil: the service's
	Name        string
	Shape       string // the decoder's table
	Kind        string // "complex type" or "element", for the documentation
	WSDLName    string // local name in the contract
	Doc         string
	Base        *Struct       // embedded: its attributes and elements come before the own ones
	Extended    bool          // others embed it
	Attrs       []*Field      // own ones
	Fields      []*Field      // own child elements in order, or the one value of simple content
	Attachments []*Attachment // of a message
	Simple      bool          // the content is text: the only one of Fields, of this struct or of a Base
	Required    []int         // rows that must be there
	Mixed       bool          // text may stand between the elements; Items hold it
	Whole       bool          // Fields hold the elements of Base, too, whose own fields for them are not used

	// Of a struct for an item (Kind "item"): where text goes, nil if there is none.
	Text *Field

	// Of a type that xsi:type may name; "" and zero otherwise.
	TypeVar   string // what is known of it at run time
	Type      Name
	Abstract  bool
	Interface string // this type and all that are derived from it; "" if there are none
	Getter    string // the method by which a value of Interface shows its struct of this type

	// AnyAttrs is the field for the attributes that AnyAttribute allows; nil if
	// there is none, or if a Base has it.
	AnyAttrs     *Field
	AnyAttribute *Wildcard

	Params  []*Field // those that an HTTP binding carries, in order; nil: it is no request of one
	NoCodec bool     // nothing but an HTTP binding carries it
	Created bool     // tables make new values of it
	Array   *Array   // of SOAP encoding; nil for anything else
	Encoded bool     // used with SOAP encoding

	Entry string // what the validator finds the type by; "": it is not in the schema

	home      home
	pos       diag.Pos
	isRequest bool // of an operation
	id        identity
	isType    bool // it gets a TypeVar
	isHeld    bool // something is of the type that may be of a derived one
	isPoly    bool // it gets an Interface
}

// Occurs is how often a field is there.
type Occurs int

const (
	One Occurs = iota // always
	Optional
	Many
)

// Field is an element or attribute with its place in a struct.
type Field struct {
	Name     string
	Wire     Name
	Doc      string
	Occurs   Occurs
	Nillable bool
	Must     bool // Many: at least once
	Struct   *Struct
	Scalar   *Scalar
	Poly     bool      // the field is of the interface of Struct
	Group    *Struct   // of an element that others may stand for: one of them
	Items    *Struct   // of a repeated group: its elements, each in an item of its own, in order
	Any      *Wildcard // the field is for elements that the contract leaves open; Scalar is RawXML
	Type     Name      // of the schema; zero for one without a name
	Encoded  bool      // its tag says the type
	Lax      bool      // One that may be absent

	// Fallback is the value of an empty element, by its default; "" if it has
	// none, or if an empty one has a value of its own.
	Fallback string

	// Markup in front of the value and behind it, and of a nil value.
	Open, Close, Null string

	pos diag.Pos
}

// Scalar is a Go type for a simple type.
type Scalar struct {
	Type    *Simple // its declaration; nil: Go, or a slice of Item, as it is
	Item    *Scalar // of a list, which needs none of the names below
	Go      string  // "string", "int32", "DateTime"
	Support bool    // Go is a type of the run-time support
	HasNil  bool    // nil is its absent value
	Read    string  // method of the decoder
	Write   string  // method of the encoder for elements
	Attr    string  // method of the encoder for attributes
}

// planner carries the state of one call of Plan.
type planner struct {
	model     *resolve.Model
	config    Config
	diags     diag.List
	pkg       *Package
	types     map[*xsd.ComplexType]*Struct
	derived   map[*xsd.ComplexType]bool // types that others are derived from
	anyType   bool                      // values of any type may be sent
	simples   map[*xsd.SimpleType]*Scalar
	qnames    bool                                // values that are names are in use
	empty     map[*xsd.ModelGroup]bool            // what isEmptyGroup found
	messages  map[*wsdl11.Message]*Struct         // requests of HTTP bindings
	groups    map[*xsd.ElementDeclaration]*Struct // of heads of substitution groups
	faults    map[faultKey]*Fault
	headers   map[Name]*Header
	ofParts   map[partsKey]*Struct
	blocks    []*xsd.ElementDeclaration // of parts with a type, which no schema declares
	encoded   []*Struct                 // used with SOAP encoding, and not marked yet
	unwrapped map[*xsd.ComplexType]bool // see noteUnwrapped
	named     []candidate
	granted   map[wish]bool // of --ports and --operations
	roots     map[Name]bool // elements that have their variables

	packageFor func(home) *Package // nil: there is but the service's
}

// Plan decides what to generate for a model. If the diagnostics hold errors,
// the package is nil.
func Plan(m *resolve.Model, config Config) (*Package, diag.List) {
	p := &planner{model: m, config: config, pkg: &Package{}, types: make(map[*xsd.ComplexType]*Struct), simples: make(map[*xsd.SimpleType]*Scalar), empty: make(map[*xsd.ModelGroup]bool)}
	p.pkg.Source, p.pkg.Runtime = sourceName(m), config.Runtime
	p.findDerived()
	p.planServices()
	p.planTypes()
	p.planElements()
	p.planWhole()
	p.markEncoded()
	p.identifyTypes()
	p.requireRows()
	p.checkContainment()
	p.checkWishes()
	p.planPackages()
	p.decideTable()
	p.decideNames()
	p.planSchema()
	p.cutDocuments()
	p.noteCreated()
	p.pkg.Doc = p.subject()
	p.split()
	if p.diags.HasErrors() {
		return nil, p.diags.Sorted()
	}
	return p.pkg, p.diags.Sorted()
}

// subject says what the package is about, for its documentation.
func (p *planner) subject() string {
	var names []string
	for _, s := range p.pkg.Services {
		names = append(names, s.WSDLName)
	}
	what := "the service "
	if len(names) > 1 {
		what = "the services "
	}
	return what + strings.Join(names, ", ") + " of " + p.pkg.Source + "."
}
