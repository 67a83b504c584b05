// Package codec reads and writes XML for the types of a contract: the decoder, the encoder, and the descriptions of
// elements and types. It is for the packages of the run-time; package schema has what others need of it. What both have is
// documented there in full.
package codec

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// # Rows
//
// A type of the schema is described once, by a row for each field of its Go struct. One decoder and one encoder run on
// the rows, and the parameters of HTTP bindings are read and written by them. The rows of generated structs are made from
// the Go types and the struct tags of the fields, when a type is first needed. For a contract without generated code
// they are made from the contract.
//
//	{Name: "id", Kind: KindInt32, Occurs: Once, At: AtAttribute}           // Id int32 `soap:"id,attr"`
//	{Name: "name", NS: 1, Kind: KindString, Occurs: Once}                  // Name string `soap:"name"`
//	{Name: "alias", NS: 1, Kind: KindString}                               // Alias *string `soap:"alias"`
//	{Name: "note", NS: 1, Kind: KindString, Occurs: Once, Nillable: true}  // Note *string `soap:"note,nillable"`
//	{Name: "remark", NS: 1, Kind: KindString, Nillable: true}              // Remark Nillable[string] `soap:"remark"`
//	{Name: "line", NS: 1, Kind: KindToken, Of: line, Occurs: Many}         // Line []Line `soap:"line,type=token"`
//	{Name: "days", NS: 1, Kind: KindList, Of: days}                        // Days Days `soap:"days,list"`
//	{Name: "place", NS: 1, Kind: KindStruct, Of: place}                    // Place *Place `soap:"place"`
//	{Name: "tags", NS: 1, Kind: KindStruct, Of: tags}                      // Tags []string `soap:"tags,array=Tags"`
//	{Name: "owner", NS: 1, Kind: KindPoly, Of: party}                      // Owner PartyOrDerived `soap:"owner"`
//
// Row i describes field i. Package reflect reports offsets and Go types. A plan is made for each type when
// it is first needed, and panics with the names of the type and the field if a row does not match its field. NewHandler
// checks all operations of a contract, and a client those that it calls, so that this happens before there are messages.
//
// Types refer to each other, and Go variables that do are an initialization cycle. So the table of a package, which Define
// takes when the package is initialized, refers to Go types only, and only to those that no field leads to. In a table
// that has rows, these refer to types, and TypeRows joins both.
//
// Occurs, Nillable and Kind say how a field holds a value: T, *T, Nillable[T], []T, []*T; with the word array, the slice in T.
//
// A type whose elements may be nil and have attributes has a bool field of KindIsNil, which is set for a nil element that
// has attributes; one without attributes is a nil pointer where there is one. A simple type that keeps the lexical form is
// a string. KindInherited gives the order of the elements of an xs:all where a restriction has another one than its base.
//
// A type whose elements of simple types may have xsi:type has a field of KindXSITypes, which keeps the names.
//
// A type whose Zero is nil has no Go type: its values are a Record, which has a slot where a struct has a field. The same
// steps read and write both (opSlot). So a program can make descriptions, recursive ones too, and needs no generated code.
// The wrapper of a response is also such a type. A Value describes a value outside a struct: a result, a header, a
// document.
//
// Files: row_kind.go kinds; tag.go struct tags; tag_rows.go, tag_values.go, tag_types.go rows from struct tags;
// row_layout.go, row_place.go, row_check.go rows against Go types; row_plan.go plans, row_step.go their steps;
// row_decode.go, row_encode.go, row_poly.go, row_xsi.go the codec; row_record.go records; value.go, value_plan.go values
// outside structs; json_plan.go JSON; description.go what other packages read; row_unsafe.go all that is unsafe.

// Type describes a type of the schema.
type Type struct {
	Name     string // "": the type is anonymous, and xsi:type cannot name it
	Zero     any    // a nil pointer to the Go type; nil: values are a Record
	GoName   string // name that the Go type has in generated code, if Zero is nil
	NS       int32  // number of the namespace
	Abstract bool
	Simple   bool // a simple type; the only row of a list describes its items
	Kind     Kind // how the values of a simple type are written, unless it is a list
	Mixed    bool // there may be text between the elements

	// A program has thousands of types, and uses few of them: what is found at run
	// time is apart, so that it is not part of the file.
	found atomic.Pointer[typeState]
}

// typeState is what Define and the functions of the package find out about a type.
type typeState struct {
	rows  []Row
	table *Table
	base  *Type
	plan  atomic.Pointer[typePlan]
	used  atomic.Pointer[uses]

	tagged bool // the rows come from struct tags
	read   atomic.Pointer[[]Row]

	document bool // see IsDocument
}

// state returns what has been found out about the type. Define makes it; an anonymous
// member of a union is in no table.
func (t *Type) state() *typeState {
	if m := t.found.Load(); m != nil {
		return m
	}
	return t.newState()
}

func (t *Type) newState() *typeState {
	t.found.CompareAndSwap(nil, new(typeState))
	return t.found.Load()
}

// Row describes one field of a Go struct: row i is for field i. Rows of KindInherited have no field.
type Row struct {
	Name     string // name of the element or attribute
	NS       int32  // number of its namespace
	Kind     Kind
	Occurs   Occurs
	At       Place
	Nillable bool  // the element may be nil (xsi:nil)
	Lax      bool  // may be absent in spite of Occurs
	Typed    bool  // the start tag has xsi:type, also where the type is the one that is declared
	AsItems  bool  // the value is an array of SOAP encoding, and a field has its items
	Of       *Type // the type of the value, unless it is one of XML Schema's
	More     *More
}

// More has the properties that few rows have.
type More struct {
	Any     *xsd.Wildcard // what the wildcard allows
	Default string        // an element without content has this value, and so has an absent attribute if it may be the field of a key
	Type    string        // for Typed: local name of the type, if it is neither Of nor the one that goes with Kind
	TypeNS  int32         // its namespace
	Array   *Array        // for AtItem
	Part    string        // for AtAttachment: name of the part that is a document with the element; "": the row has the name of the part
	Fixed   string        // the only value, if IsFixed is set
	IsFixed bool

	Restricted bool // the type is an anonymous restriction of the simple type in Kind and Of, so that xsi:type with its name says more
}

// Occurs is how often an element or attribute may be there.
type Occurs uint8

// A field that may be absent is a pointer, or its type has a nil. One that may
// be there more than once is a slice.
const (
	Optional   Occurs = iota // 0..1
	Once                     // 1
	Many                     // 0..n
	OnceOrMore               // 1..n
)

// Place is where the value of a field is.
type Place uint8

const (
	AtElement    Place = iota
	AtAttribute        // an attribute
	AtContent          // simple content
	AtItem             // an item of an array of SOAP encoding
	AtListItem         // an item of a list
	AtAttachment       // a MIME part; codecs pass over it
)

// Table holds the types of a package.
type Table struct {
	Types      []TypeRows
	Namespaces []Namespace // with the prefixes in struct tags
	More       []Namespace // namespaces that no message uses; their numbers continue those in Namespaces
	Imports    []*Table    // tables of the packages whose types it refers to
	Elements   []Row       // global elements, which ReadDocument reads

	// Source has the documents that the table is made of: a value with the method Documents() *contract.DocumentSet, which only
	// packages that read the schema call, so that the linker leaves the documents out of other programs. nil: there are none.
	Source any

	// The following fields are for a package whose Go types have struct tags.
	Target    int        // index of the namespace of types, and of elements if Qualified is set, whose names have no prefix in tags
	Qualified bool       // otherwise those elements have no namespace
	Arrays    ArrayStyle // style of arrays of SOAP encoding
	Bases     []Base
	Derived   []any        // nil pointers to the structs that xsi:type, or the word array of a tag, may name
	Simple    []SimpleName // only validation reads them

	// NilAsAbsent is set if an element that may be absent may also be nil, which is read as absent.
	NilAsAbsent bool

	tagged    sync.Map // types of Go types and of lists
	index     atomic.Pointer[typeIndex]
	importers atomic.Pointer[[]*Table]
	checked   atomic.Bool
	validator atomic.Value
	documents sync.Map // types of ReadDocument, by the name of the root

	checkedTypes sync.Map // by Check and CheckType
}

// TypeRows joins a type and its rows.
type TypeRows struct {
	Type *Type
	Rows []Row
}

// Define joins types and rows.
func Define(t *Table) {
	if t.hasGoTypes() {
		defined.add(t)
	}
	for _, other := range t.Imports {
		other.addImporter(t)
	}
	all := make([]typeState, len(t.Types))
	for i := range t.Types {
		rows, m := t.Types[i].Rows, &all[i]
		m.rows, m.table = rows, t
		if len(rows) > 0 && rows[0].Kind.inherits() {
			m.base = rows[0].Of
		}
		t.Types[i].Type.found.Store(m)
	}
}

// addImporter notes a table that imports this one.
func (t *Table) addImporter(importer *Table) {
	for {
		old := t.importers.Load()
		var list []*Table
		if old != nil {
			list = slices.Clone(*old)
		}
		list = append(list, importer)
		if t.importers.CompareAndSwap(old, &list) {
			return
		}
	}
}

// derivedFrom reports whether t is base or derived from it.
func (t *Type) derivedFrom(base *Type) bool {
	for t != nil && t != base {
		t = t.state().base
	}
	return t != nil
}

// goType returns the Go type of the values.
func (t *Type) goType() reflect.Type {
	if t.Zero == nil {
		return recordType
	}
	return reflect.TypeOf(t.Zero).Elem()
}

// typeIndex finds the types of a table and of the tables that it imports.
type typeIndex struct {
	byName map[typeName]*Type
	byGo   map[reflect.Type]*Type // by the type of pointers to values

	derived map[*Type][]reflect.Type // types of pointers to values that are derived from the type, or are of the type itself
	fits    sync.Map                 // interfaces that all types derived from one implement
}

// ofBase is a type that is derived from, and an interface for values.
type ofBase struct {
	base *Type
	typ  reflect.Type
}

// misfit returns a type that does not implement the interface of a field whose
// value may have it, nil if there is none.
func (x *typeIndex) misfit(base *Type, typ reflect.Type) reflect.Type {
	if _, ok := x.fits.Load(ofBase{base, typ}); ok {
		return nil
	}
	for _, named := range x.derived[base] {
		if !named.Implements(typ) {
			return named
		}
	}
	x.fits.Store(ofBase{base, typ}, true)
	return nil
}

type typeName struct {
	ns   int32
	name string
}

// types returns the index. Two goroutines may make it at once; the results are
// alike.
func (t *Table) types() *typeIndex {
	if x := t.index.Load(); x != nil {
		return x
	}
	x := &typeIndex{byName: make(map[typeName]*Type), byGo: make(map[reflect.Type]*Type), derived: make(map[*Type][]reflect.Type)}
	for _, table := range t.Closure() {
		table.described(x.addType)
	}
	for named, typ := range x.byGo {
		for base, steps := typ, 0; base != nil && steps <= maxBaseDepth; base, steps = base.state().base, steps+1 {
			x.derived[base] = append(x.derived[base], named)
		}
	}
	t.index.Store(x)
	return x
}

// described calls visit for the types that the table lists; other Go types are found by way of these.
func (t *Table) described(visit func(*Type)) {
	for i := range t.Types {
		visit(t.Types[i].Type)
	}
	for i := range t.Bases {
		visit(t.typeFor(reflect.TypeOf(t.Bases[i].Type).Elem()))
	}
	for _, zero := range t.Derived {
		visit(t.typeFor(reflect.TypeOf(zero).Elem()))
	}
}

func (x *typeIndex) addType(typ *Type) {
	if typ.Simple {
		return
	}
	if typ.Name != "" {
		x.byName[typeName{typ.NS, typ.Name}] = typ
	}
	if typ.Zero != nil {
		x.byGo[reflect.TypeOf(typ.Zero)] = typ
	}
}

// prefix returns the prefix for names of a namespace, with its colon.
func (t *Table) prefix(ns int32) string {
	if t == nil || ns == 0 {
		return ""
	}
	if p := prefixOf(t.Namespaces, int(ns)); p != "" {
		return p + ":"
	}
	return ""
}
