package codec

import (
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// form is how a field holds its value, of the Go type T.
type form uint8

const (
	asValue    form = iota // T
	asPointer              // *T
	asNillable             // Nillable[T]
	asSlice                // []T
	asPointers             // []*T
)

// place is a row and its field in a struct, or its slot in a Record.
type place struct {
	row      *Row
	offset   uintptr
	typ      reflect.Type // type of the field
	form     form
	optional bool // it may be absent
	name     string
}

// value returns the Go type of one value.
func (p *place) value() reflect.Type {
	switch p.form {
	case asPointer, asSlice:
		return p.typ.Elem()
	case asPointers:
		return p.typ.Elem().Elem()
	case asNillable:
		return p.typ.Field(0).Type.Elem()
	}
	return p.typ
}

// own adds a row that has a field.
func (b *layoutBuilder) own(r *Row) {
	p, _ := b.next(r)
	switch r.Kind {
	case KindAnyAttributes:
		b.special(&p, &b.anyAttrs, reflect.TypeFor[[]xsd.Attr]())
		b.wildcard, b.anyAt = r.Wildcard(), len(b.attrs)
		if r.Wildcard() == nil {
			b.fail(r, "no wildcard")
		}
	case KindText:
		b.special(&p, &b.text, reflect.TypeFor[string]())
	case KindIsNil:
		b.special(&p, &b.isNil, reflect.TypeFor[bool]())
	case KindXSITypes:
		b.special(&p, &b.xsiTypes, reflect.TypeFor[xsd.ElementTypes]())
	case KindSizes:
		b.special(&p, &b.sizes, reflect.TypeFor[[]int]())
	case KindMediaType:
		if len(b.attachments) == 0 {
			b.fail(r, "a media type without an attachment")
		}
		b.special(&p, &b.attachments[len(b.attachments)-1].media, reflect.TypeFor[string]())
	default:
		b.value(&p)
	}
	if b.record {
		b.slots[len(b.slots)-1] = p.typ
	}
	b.field++
}

// special adds a field that is not a value of the schema.
func (b *layoutBuilder) special(p *place, to **place, typ reflect.Type) {
	if b.record {
		p.typ = typ
	}
	if p.typ != typ {
		b.fail(p.row, "the field is a %s, not a %s", p.typ, typ)
	}
	if *to != nil {
		b.fail(p.row, "there is one already")
	}
	kept := *p
	*to = &kept
}

// value adds a field for an attribute, content or an element.
func (b *layoutBuilder) value(p *place) {
	r := p.row
	b.unique(p)
	p.optional = r.Occurs == Optional
	p.form = formOf(r, p.optional)
	value := b.valueType(r, p)
	if b.record {
		p.typ = inForm(p.form, value)
	} else if !fits(p.typ, p.form, value) {
		b.fail(r, "the field is a %s, not %s of %s", p.typ, p.form, value)
	}
	if r.Wildcard() != nil && (r.Kind != KindRawXML || r.At != AtElement) {
		b.fail(r, "a wildcard whose value is not RawXML")
	}
	switch r.At {
	case AtElement:
		b.elements = append(b.elements, *p)
	case AtAttribute:
		b.attribute(p)
	case AtContent:
		b.special(p, &b.content, p.typ)
	case AtItem:
		if !r.hasArray() || !p.many() {
			b.fail(r, "not an array")
		}
		b.special(p, &b.item, p.typ)
	case AtAttachment:
		b.attachment(p)
	default:
		b.fail(r, "unknown place")
	}
}

// unique refuses a name that another row of the type has, or an element of its bases. Their attributes may be declared again.
func (b *layoutBuilder) unique(p *place) {
	name := rowName{p.row.Name, p.row.NS, p.row.At}
	for l := b.layout; l != nil && name.local != ""; l = l.base {
		if other, known := l.names[name]; known && (l == b.layout || name.at != AtAttribute) {
			b.fail(p.row, "the field %s has the name %s, too", other, name.local)
		}
	}
	b.names[name] = p.name
}

// attribute adds an attribute. One that is inherited is replaced: a restriction
// may take an attribute away that an extension adds again.
func (b *layoutBuilder) attribute(p *place) {
	if p.form > asPointer || p.row.Kind > KindList || p.row.Kind == KindAnyType || p.row.Kind == KindRawXML {
		b.fail(p.row, "not a value of an attribute")
	}
	if i := slices.IndexFunc(b.attrs, func(a place) bool { return a.is(p.row) }); i >= 0 {
		b.attrs = append(b.attrs[:i:i], b.attrs[i+1:]...)
	}
	b.attrs = append(b.attrs, *p)
}
