package codec

import (
	"reflect"
	"slices"
	"strconv"

	"example.com/quartet/templates/soap/xsd"
)

// The Go values of simple types do not say which type xsi:type has named. A struct may have a map for that, in a field
// of KindXSITypes. It is nil in most values, which are written as if there was no such field.

// typedPlan is what steps know of the xsi:type of an element.
type typedPlan struct {
	types spot
	key   string
	many  bool
}

// addXSITypes makes the steps of elements of simple types those that keep xsi:type.
func (p *typePlan) addXSITypes(l *layout) {
	if l.xsiTypes == nil {
		return
	}
	p.xsiTypes, p.hasXSITypes = l.spot(l.xsiTypes), true
	p.writeTyped = slices.Clone(p.writeFields)
	reads, writes := make(map[string]bool), make(map[string]bool)
	for i := range p.fields {
		if s := p.fields[i]; p.keepsXSIType(s.field, reads) {
			p.fields[i] = step{op: opTyped, field: s.field, inner: &s}
		}
	}
	for i := range p.writeTyped {
		if s := p.writeTyped[i]; p.keepsXSIType(s.field, writes) {
			p.writeTyped[i] = step{put: opTyped, field: s.field, inner: &s}
		}
	}
}

// keepsXSIType reports whether a field is for elements of a simple type, whose values do not
// hold xsi:type. It does not for a field that hides one of a base with the same name.
func (p *typePlan) keepsXSIType(f *fieldPlan, seen map[string]bool) bool {
	switch k := f.row.Kind; {
	case f.row.At != AtElement || f.row.Typed || seen[f.name] && !p.record:
		return false
	case k == KindAnySimple, k == KindAnyType, k > lastScalar && k != KindList, k == KindRawXML:
		return false
	}
	key := f.name
	for seen[key] { // an element of the same local name in another namespace
		key += "#"
	}
	seen[key] = true
	f.typed = &typedPlan{types: p.xsiTypes, key: key, many: f.many()}
	return true
}

// steps returns the steps that write the value at v.
func (p *typePlan) steps(v pointer) []step {
	if p.hasXSITypes && len(*at[xsd.ElementTypes](p.xsiTypes.of(v))) > 0 {
		return p.writeTyped
	}
	return p.writeFields
}

// of returns the key for the element, or for an item of a slice.
func (t *typedPlan) of(item int) string {
	if !t.many {
		return t.key
	}
	return t.key + "[" + strconv.Itoa(item) + "]"
}

// untyped returns the step that reads the value of an element and nothing else.
func (s *step) untyped() *step {
	if s.op == opTyped {
		return s.inner
	}
	return s
}

// readTyped reads a field of the value at v, and xsi:type.
func (d *Decoder) readTyped(s *step, v pointer) {
	if t := s.field.typed; d.current.field < 0 && d.Failed == nil { // otherwise the tag has no attributes
		if typ := d.elementType(s.field.row); typ.Type != (xsd.QName{}) {
			types := at[xsd.ElementTypes](t.types.in(v))
			if *types == nil {
				*types = make(xsd.ElementTypes)
			}
			item := 0
			if t.many {
				item = s.inner.len(v)
			}
			(*types)[t.of(item)] = typ
			d.allocated += 2 * int64(reflect.TypeFor[xsd.ElementType]().Size()) // about what a map takes
		}
	}
	d.readStep(s.inner, v)
}

// elementType returns what xsi:type says about the current element, the zero value if the
// row says the same.
func (d *Decoder) elementType(r *Row) (typ xsd.ElementType) {
	if a := d.attr(XSINamespace, "type"); a != nil {
		typ.Type = d.typeName(a)
	}
	declared := xsd.QName{Space: xsd.Namespace, Local: r.Kind.TypeName()}
	switch {
	case r.More != nil && r.More.Type != "":
		declared = xsd.QName{Space: NamespaceURI(d.ns, int(r.More.TypeNS)), Local: r.More.Type}
	case r.Of != nil:
		declared = r.Of.QName()
	}
	if typ.Type == declared && (r.More == nil || !r.More.Restricted) {
		return xsd.ElementType{}
	}
	if typ.Type != (xsd.QName{}) && d.partRef() == nil {
		typ.Attrs = d.otherAttrs()
	}
	return typ
}

// writeTyped writes a field of the value at v, and xsi:type.
func (e *Encoder) writeTyped(s *step, v pointer) {
	from := len(e.Buf)
	e.types = *at[xsd.ElementTypes](s.field.typed.types.of(v))
	e.writeStep(s.inner, v.add(s.inner.offset))
	if !s.field.typed.many {
		e.addXSIType(s.field, from, 0)
	}
	e.types = nil
}

// addXSIType adds the xsi:type of an item to the element that has been written, if any.
func (e *Encoder) addXSIType(f *fieldPlan, from, item int) {
	typ, ok := e.types[f.typed.of(item)]
	if !ok || len(e.Buf) == from {
		return
	}
	e.tagEnd = from + len(f.open) - len(">")
	e.xsiType(f.open, typ.Type)
	from = len(e.Buf)
	e.anyAttrs(typ.Attrs, nil)
	attrs := slices.Clone(e.Buf[from:])
	e.Buf = slices.Insert(e.Buf[:from], e.tagEnd, attrs...)
}
