package codec

// PutJSON writes a value, such as the result of an operation. One that is absent is null.
func (v *Value) PutJSON(e *Encoder, options JSONOptions, value any) {
	w := newJSONEncoder(e, options)
	p := v.planOf()
	from, ok := p.variable(value)
	if !ok {
		w.fail("result", "the value is a %T, not a %s", value, p.goType)
		return
	}
	f := p.field
	many := f.form == asSlice || f.form == asPointers
	switch {
	case many && w.Lines:
		w.arrayItems("result", f, from, true)
	case many:
		w.array("result", f, from)
	case from.isNil() || v.Absent(value):
		w.Raw("null")
	case p.group != nil:
		w.Raw("{")
		w.members(p.group, p.group.json().members, from)
		w.Raw("}")
	default:
		w.valueOrNil("result", f, from, 0)
	}
}

// PutJSONItems writes the items of the slice that list points to, until the encoder has an error. first says whether they are the
// first in the array.
func (v *Value) PutJSONItems(e *Encoder, options JSONOptions, list any, first bool) {
	p := v.planOf()
	newJSONEncoder(e, options).arrayItems("result", p.field, p.list(list), first)
}

// TakeJSON reads the document of d as a value. The result has the Go type of v.Zero.
func (v *Value) TakeJSON(d *Decoder) any {
	r := newJSONDecoder(d)
	p := v.planOf()
	f, to := p.field, newOf(p.goType)
	switch many := f.form == asSlice || f.form == asPointers; {
	case (many || p.group != nil) && r.word("null"):
	case p.group != nil:
		member := r.new(f)
		to.store(member)
		r.object(p.group.json(), member)
	default:
		if many {
			to.makeSlice(p.goType, 0)
		}
		r.field(f, to)
	}
	r.end("result")
	return to.value(p.goType).Interface()
}

// TakeJSONItem appends the item in the document of d to the slice that list points to.
func (v *Value) TakeJSONItem(d *Decoder, list any) {
	r := newJSONDecoder(d)
	p := v.planOf()
	r.arrayItem(p.field, p.list(list))
	r.end("result")
}
