package codec

import (
	"errors"
	"strings"
)

// VisitParameters reads or writes the parameters of a request: a field of a
// simple type is one, by the name in its row, and one whose type is a list of
// such elements is one that may be there many times. They are visited in the order of
// the names, if there are any, else in the order of the rows. It is an error if request
// is of another type.
func VisitParameters(p *Parameters, t *Type, request any, names ...string) {
	plan := t.planOf()
	v, ok := t.pointerIn(request)
	if !ok {
		p.fail(t.Name, t.misfit(request))
		return
	}
	if plan.record {
		v = at[Record](v).first(plan)
	}
	for i := range plan.fields {
		if len(names) == 0 {
			p.visit(&plan.fields[i], v)
		}
	}
	for _, name := range names {
		for i := range plan.fields {
			if plan.shape.fields[i].name == name {
				p.visit(&plan.fields[i], v)
			}
		}
	}
}

// visit visits a field of the request at v.
func (p *Parameters) visit(s *step, v pointer) {
	s = s.untyped()
	to, f := v.add(s.offset), s.field
	if s.op == opSlot {
		to = slotOf(to, f.typ)
	}
	switch {
	case f.isSimple() && f.form == asSlice:
		p.visitMany(f.row.Name, f, to)
	case f.isSimple():
		p.visitOne(f, to)
	case f.listInside() != nil:
		p.visitArray(f, f.row.Of.planOf(), to)
	}
}

// listInside returns the only field of the type of a field, if that is a list of simple values; nil otherwise.
func (f *fieldPlan) listInside() *step {
	if f.row.Kind != KindStruct || f.form >= asSlice {
		return nil
	}
	return f.row.Of.planOf().onlyList()
}

// ParameterField is a field of a request for a parameter.
type ParameterField struct {
	*Row
	Values   *Row // the row of the values, which may be in an element inside
	Many     bool
	Required bool
}

// ParameterFields returns the fields that VisitParameters visits, in the order of the rows.
func ParameterFields(t *Type) (all []ParameterField) {
	plan := t.planOf()
	for i := range plan.fields {
		f := plan.fields[i].field
		if f.isSimple() {
			all = append(all, ParameterField{f.row, f.row, f.form == asSlice, f.form == asValue && !f.optional})
		} else if list := f.listInside(); list != nil {
			all = append(all, ParameterField{f.row, list.field.row, true, false})
		}
	}
	return all
}

// isSimple reports whether the values of a field have a simple type.
func (f *fieldPlan) isSimple() bool {
	return f.scalar != nil && f.row.Wildcard() == nil || f.row.Kind == KindList
}

// onlyList returns the only field of a type that is a repeated element of a simple
// type, nil if the type has other fields, or attributes.
func (p *typePlan) onlyList() *step {
	if len(p.fields) != 1 || p.typ.state().base != nil || p.hasAttrs || p.mixed || p.content != nil {
		return nil
	}
	s := p.fields[0].untyped()
	if s.op == opItem || s.op == opMember || s.op == opSlot && (s.inner.op == opItem || s.inner.op == opMember) || s.field.form != asSlice || !s.field.isSimple() {
		return nil
	}
	return s
}

// visitOne visits a parameter that is there once or not at all.
func (p *Parameters) visitOne(f *fieldPlan, to pointer) {
	name := f.row.Name
	if p.writing {
		if from, there := f.present(to); there {
			p.write(name, p.lexical(f, from))
		}
		return
	}
	text, ok := p.read(name)
	switch {
	case ok && f.form == asValue:
		p.parse(f, name, text, to)
	case ok:
		value := newOf(f.elem)
		p.parse(f, name, text, value)
		to.store(value) // also in a Nillable, whose value comes first
	case f.form == asValue && !f.optional && p.missing == "":
		p.missing = name
	}
}

// present returns the address of the value of a field, and whether there is one. A
// form cannot say that an element is nil, and leaves it out.
func (f *fieldPlan) present(from pointer) (pointer, bool) {
	switch f.form {
	case asValue:
		return from, !f.optional || !f.row.HasNil() || !f.isNil(from)
	case asNillable:
		return from.load(), !from.nillable().isNil && !from.load().isNil()
	}
	from = from.load()
	return from, !from.isNil()
}

// visitMany visits a parameter that is there once for each item of a list.
func (p *Parameters) visitMany(name string, f *fieldPlan, to pointer) {
	if p.writing {
		items := to.slice()
		for i := range items.len {
			p.write(name, p.lexical(f, items.item(i, f.size)))
		}
		return
	}
	for _, text := range p.readAll(name) {
		items := to.slice()
		if items.len == items.cap {
			to.grow(f.typ, 2*items.len+firstItems)
		}
		p.parse(f, name, text, items.extend(f.size))
	}
}

// visitArray is visitMany for a list inside a struct. One that is optional is
// there if there are items.
func (p *Parameters) visitArray(f *fieldPlan, plan *typePlan, to pointer) {
	a, there := f.present(to)
	if !there {
		if p.writing {
			return
		}
		a = newOf(f.elem)
	}
	in := a
	if plan.record {
		if r := at[Record](a); !r.fits(plan) {
			p.fail(f.row.Name, r.misfit(plan))
			return
		}
		in = at[Record](a).first(plan)
	}
	list := plan.onlyList()
	items := in.add(list.offset)
	if list.op == opSlot {
		items = slotOf(items, list.field.typ)
	}
	p.visitMany(f.row.Name, list.field, items)
	if !there && items.slice().len > 0 {
		to.store(a)
	}
}

// parse reads a value.
func (p *Parameters) parse(f *fieldPlan, name, text string, to pointer) {
	if f.row.Kind == KindString {
		*at[string](to) = text
		return
	}
	err := readLexical(name, text, func(d *Decoder) { d.readValue(f, to) })
	if err != nil && p.err == nil {
		p.err = errors.New(strings.Replace(err.Message, "the attribute", "the parameter", 1))
	}
}

// lexical returns the lexical form of a value.
func (p *Parameters) lexical(f *fieldPlan, from pointer) string {
	if f.row.Kind == KindString {
		return *at[string](from)
	}
	text, err := lexicalForm(f, from)
	if err != nil && p.err == nil {
		p.err = err
	}
	return text
}

// readLexical reads text as the value of an attribute, which it is in messages
// of errors, too.
func readLexical(name, text string, read func(*Decoder)) *DecodeError {
	d := NewDecoder([]byte(name), nil, Limits{})
	defer d.Release()
	d.Attrs = append(d.Attrs[:0], Attribute{End: len(name), Value: []byte(text)})
	d.attrIndex = 1
	d.current.mode = tagAttr
	d.bare = true
	read(d)
	return d.Failed
}

// lexicalForm returns a value as it is without a document around it.
func lexicalForm(f *fieldPlan, from pointer) (string, error) {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.bare = true
	e.writeValue(f, "", from, "")
	return Unescapes.Replace(string(e.Bytes())), e.Err()
}
