package schema

import (
	"strings"
	"sync"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// SchemaValue is a pointer to a struct whose type xsi:type may name. It is a
// StructValue, too; it does not say so because interfaces of contracts have its
// method, and each method of theirs is compiled for each of them.
type SchemaValue interface {
	QuartetSchemaType() *SchemaType // nil for a nil pointer, and for a type without a name
}

// SchemaType is a complex type of the contract.
type SchemaType struct {
	NS    int // number of the namespace
	Name  string
	Attrs bool        // encode writes attributes and ">" first
	Base  *SchemaType // that the type is derived from; nil for none that is here
	Zero  Encodable   // a nil pointer to the struct; nil for an abstract type

	// Schema has the type, where there are packages for namespaces.
	Schema *Schema
}

// derivedFrom reports whether t is base or derived from it.
func (t *SchemaType) derivedFrom(base *SchemaType) bool {
	for t != nil && t != base {
		t = t.Base
	}
	return t != nil
}

// TypeTable holds the types that xsi:type may name.
type TypeTable struct {
	Types []*SchemaType

	// Imports are those of packages for other namespaces.
	Imports []*TypeTable

	once   sync.Once
	byName map[ElementName]*SchemaType
}

// find returns the type of that name, nil if there is none.
func (t *TypeTable) find(name ElementName) *SchemaType {
	if t == nil {
		return nil
	}
	t.once.Do(func() {
		t.byName = make(map[ElementName]*SchemaType, len(t.Types))
		for _, s := range t.Types {
			t.byName[ElementName{s.NS, s.Name}] = s
		}
		t.findImports()
	})
	return t.byName[name]
}

// DecodePoly reads an element whose type is declared, or the one that xsi:type
// names if that is derived from it (XML Schema part 1, section 3.3.4). A name
// that is not known is passed over, unless there is nothing to read by without
// it.
func DecodePoly(d *Decoder, types *TypeTable, declared *SchemaType) StructValue {
	if types == nil {
		types = d.Types
	}
	t := d.dynamicType(types, declared)
	if t == nil {
		return nil
	}
	v := t.Zero.(StructValue).QuartetCreate()
	v.QuartetDecode(d)
	return v
}

func (d *Decoder) dynamicType(types *TypeTable, declared *SchemaType) *SchemaType {
	d.Fill()
	if d.Failed == nil && (d.Current.Mode == TagNil || d.Current.Mode == TagNilClosed) {
		d.FailTag("xsi:nil on an element that must have a value")
	}
	if d.Failed != nil {
		return nil
	}
	t := declared
	for i := range d.Attrs {
		a := &d.Attrs[i]
		if a.URI != XSINamespace || string(d.Buf[a.Local:a.End]) != "type" {
			continue
		}
		name := d.typeName(a)
		named := types.find(ElementName{int(d.nsIndex(name.Space)), name.Local})
		switch {
		case d.Failed != nil:
			return nil
		case named != nil && !named.derivedFrom(declared):
			d.FailTag("the type %s is not derived from %s", lex.QuoteName([]byte(name.Local)), declared.Name)
			return nil
		case named != nil:
			t = named
		case d.Strict:
			d.FailTag("the type %s is not known here", lex.QuoteName([]byte(name.Local)))
			return nil
		}
	}
	if t.Zero == nil {
		d.FailTag("the type %s is abstract: xsi:type has to name one that is derived from it", t.Name)
		return nil
	}
	return t
}

// DecodeNilable reads an element of a type that has a nil of its own; it stands
// for a nil element.
func DecodeNilable[T any](d *Decoder, read func(*Decoder) T) T {
	if d.Nil() {
		return *new(T)
	}
	return read(d)
}

// EncodePoly writes an element whose type is declared. xsi:type names the type
// of v if that is another one.
func EncodePoly(e *Encoder, open string, v SchemaValue, close string, declared *SchemaType) {
	if v == nil {
		e.fail(open, "the element must have a value, which is nil")
		return
	}
	t := v.QuartetSchemaType()
	content, ok := v.(StructValue)
	switch {
	case t == nil || !ok:
		e.fail(open, "the value is a nil pointer, or of a type without a name")
		return
	case t.Zero == nil:
		e.fail(open, "the type %s is abstract: send one that is derived from it", t.Name)
		return
	}
	e.Raw(strings.TrimSuffix(open, ">"))
	if t != declared && t.Schema != nil {
		defer func(ns []Namespace) { e.ns = ns }(e.ns)
		e.meet(t.Schema)
	}
	if t != declared || e.Encoded {
		e.typeAttr(xsd.QName{Space: SpaceOf(e.ns, t.NS), Local: t.Name})
	}
	if !t.Attrs {
		e.Raw(">")
	}
	content.QuartetEncode(e)
	e.Raw(close)
}

// DecodeMember reads one of the elements that may stand in one place; v is what
// has been read there so far.
func DecodeMember[T any](d *Decoder, v *T, row int, field func(*T, *Decoder, int)) *T {
	if v != nil {
		d.FailTag("another element of its substitution group is there already")
		return v
	}
	v = new(T)
	field(v, d, row)
	return v
}
