package plan

import (
	"strings"

	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// The encoding of SOAP (SOAP 1.1, section 5) writes the type of every accessor
// with it, takes one that is absent for nil, and has arrays of its own. Structs
// that are used with it say their types in the tags; a literal message may say
// them, too.

// Array is what is special about a struct for an array of SOAP encoding.
type Array struct {
	Item *Field
	Type string // of the items, as a qualified name of the namespace table
	Rank int    // how many dimensions it has

	name  Name   // of the items' type, or of that of their items
	inner string // brackets behind it, where the items are arrays
}

// arrayOf plans an array of SOAP encoding (WSDL 1.1, section 2.2), nil if t is
// another type. Its items have the type that wsdl:arrayType says, or that of
// the only element in its content.
func (p *planner) arrayOf(s *Struct, t *xsd.ComplexType) *Array {
	if !isEncodedArray(t) {
		return nil
	}
	f := &Field{Name: "Items", Wire: Name{Local: "item"}, Occurs: Many, pos: t.Pos}
	var item xsd.Type = xsd.AnyType
	if t.OwnContent != nil {
		if particle := onlyParticle(t.OwnContent); particle != nil {
			e := particle.Term.(*xsd.ElementDeclaration)
			f.Wire, item, f.Nillable = wireName(e.Name), e.Type, e.Nillable
		}
	}
	for _, use := range t.OwnAttributes {
		if use.ArrayType == nil || use.ArrayType.Item == nil {
			continue
		}
		return p.arrayOfRanks(s, t, f, use.ArrayType.Item, ranks(use.ArrayType.Dimensions))
	}
	return p.arrayOfRanks(s, t, f, item, []int{1})
}

// itemType returns the type of the items that arrayOf plans. Those that are arrays
// have a type without a name, of which a schema says nothing.
func itemType(t *xsd.ComplexType) xsd.Type {
	for _, use := range t.OwnAttributes {
		switch array := use.ArrayType; {
		case array == nil || array.Item == nil:
			continue
		case len(ranks(array.Dimensions)) > 1:
			return xsd.AnyType
		default:
			return array.Item
		}
	}
	if t.OwnContent != nil {
		if particle := onlyParticle(t.OwnContent); particle != nil {
			return particle.Term.(*xsd.ElementDeclaration).Type
		}
	}
	return xsd.AnyType
}

// ranks returns how many dimensions the arrays have that brackets stand for, the
// outermost last (SOAP 1.1, section 5.4.2).
func ranks(brackets string) []int {
	var all []int
	for _, b := range strings.SplitAfter(brackets, "]") {
		if b != "" {
			all = append(all, strings.Count(b, ",")+1)
		}
	}
	return all
}

func (p *planner) arrayOfRanks(s *Struct, t *xsd.ComplexType, f *Field, item xsd.Type, ranks []int) *Array {
	rank, inner := ranks[len(ranks)-1], ranks[:len(ranks)-1]
	if len(inner) > 0 {
		return p.arrayOfArrays(s, t, f, item, rank, inner)
	}
	p.typed(f, item, owner{name: t.Name, parent: s, pos: t.Pos}, t.Pos)
	if f.Struct != nil {
		f.Nillable = true
	}
	return newArray(f, rank)
}

// arrayOfArrays plans an array whose items are arrays, which have no names of
// their own.
func (p *planner) arrayOfArrays(s *Struct, t *xsd.ComplexType, f *Field, item xsd.Type, rank int, inner []int) *Array {
	f.Struct = &Struct{Kind: "item of the complex type", WSDLName: s.WSDLName, pos: t.Pos, home: s.home}
	f.Nillable = true
	p.pkg.Structs = append(p.pkg.Structs, f.Struct)
	name := t.Name
	name.Local += strings.Repeat("Item", len(inner))
	p.nameStruct(f.Struct, name, nil)
	g := &Field{Name: "Items", Wire: Name{Local: "item"}, Occurs: Many, pos: t.Pos}
	if len(inner) > 1 {
		f.Struct.Array = p.arrayOfArrays(f.Struct, t, g, item, inner[len(inner)-1], inner[:len(inner)-1])
	} else {
		p.typed(g, item, owner{name: name, parent: f.Struct, pos: t.Pos}, t.Pos)
		g.Nillable = g.Struct != nil
		f.Struct.Array = newArray(g, inner[0])
	}
	a := f.Struct.Array
	return &Array{Item: f, Rank: rank, name: a.name, inner: a.inner + "[" + strings.Repeat(",", a.Rank-1) + "]"}
}

// newArray returns an array of a field's type.
func newArray(f *Field, rank int) *Array {
	a := &Array{Item: f, Rank: rank, name: f.Type}
	if a.name.Local == "" {
		a.name = wireName(xsd.AnyType.Name)
	}
	return a
}

// isEncodedArray reports whether a type restricts soapenc:Array.
func isEncodedArray(t *xsd.ComplexType) bool {
	for base, ok := t.Base.(*xsd.ComplexType); ok && base != nil && !base.Builtin; base, ok = base.Base.(*xsd.ComplexType) {
		if base.Name.Local == "Array" && (base.Name.Space == wsdl11.EncodingSOAP11 || base.Name.Space == wsdl11.EncodingSOAP12) {
			return true
		}
	}
	return false
}

// typeOnWire returns the name by which xsi:type says a type: its own, or that
// of the nearest base that has one. It is zero for anyType and for what has no
// named base, of which nothing can be said.
func typeOnWire(t xsd.Type) Name {
	for t != nil && t != xsd.AnyType {
		if name := t.Component().Name; name.Local != "" {
			return wireName(name)
		}
		if _, simple := t.(*xsd.SimpleType); !simple {
			return Name{}
		}
		t = t.BaseType()
	}
	return Name{}
}

// noteEncoded notes that a struct, if there is one, is used with SOAP encoding.
func (p *planner) noteEncoded(s *Struct) {
	if s != nil {
		p.encoded = append(p.encoded, s)
	}
}

// markEncoded spreads the encoding from messages to all that they may hold: what
// is derived from a type may stand where the type is declared.
func (p *planner) markEncoded() {
	derived := make(map[*Struct][]*Struct)
	for _, s := range p.pkg.Structs {
		if s.Base != nil {
			derived[s.Base] = append(derived[s.Base], s)
		}
	}
	for len(p.encoded) > 0 {
		s := p.encoded[0]
		p.encoded = p.encoded[1:]
		if s.Encoded {
			continue
		}
		s.Encoded = true
		p.pkg.Nil = true // for xsi:type
		p.noteEncoded(s.Base)
		p.encoded = append(p.encoded, derived[s]...)
		for _, f := range s.Elements() {
			f.Encoded = true
			p.relax(s, f)
			p.noteEncoded(f.Struct)
			p.noteEncoded(f.Items)
		}
	}
}

// Elements returns the fields that are elements.
func (s *Struct) Elements() []*Field {
	if s.Array != nil {
		return []*Field{s.Array.Item}
	}
	return s.Fields
}

// relax lets a field be nil that the schema wants to be there: an accessor that
// is nil may be left out or say so (SOAP 1.1, section 5.1, rule 9). The numbers
// and booleans that are parts of a message stay as they are.
func (p *planner) relax(s *Struct, f *Field) {
	switch {
	case f.Wire.Local == "" || f.Occurs != One || f.Items != nil || f.Any != nil:
	case f.Scalar != nil && f.Scalar.HasNil:
		f.Occurs = Optional
	case f.Scalar != nil && s.Kind == "message" && f.Scalar.isNumber():
	default:
		f.Nillable, f.Lax = true, true
	}
}

// isNumber reports whether the Go type is a number or a boolean.
func (s *Scalar) isNumber() bool {
	return s.Go == "bool" || strings.HasPrefix(s.Go, "int") || strings.HasPrefix(s.Go, "uint") || strings.HasPrefix(s.Go, "float")
}

// typeMarkup returns the attribute that says the type of an encoded field; ""
// if there is none to say.
func (p *planner) typeMarkup(f *Field) string {
	switch {
	case !f.Encoded || f.Type.Local == "":
		return ""
	case f.Poly, f.Struct != nil && f.Struct.Array != nil, f.Scalar != nil && f.Scalar.Go == "AnySimple": // they say it themselves
		return ""
	}
	return ` xsi:type="` + p.qualified(f.Type) + `"`
}

// encodedResult plans the result that is one accessor: a list if it is an array.
func (p *planner) encodedResult(m *member, e *xsd.ElementDeclaration) *Result {
	r := p.oneResult(e, false)
	if s := r.Item.Struct; s != nil {
		p.noteEncoded(s)
		if s.Array != nil && s.Array.Rank == 1 {
			return &Result{Kind: ListResult, Array: s}
		}
	} else {
		r.Must = r.Item.Scalar.isNumber()
	}
	r.Item.Encoded = true
	m.wire.result = &r.Item
	return r
}
