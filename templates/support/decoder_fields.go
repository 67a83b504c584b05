package support

// Shape is what the decoder knows of a complex type: its attributes and the
// elements of its content, in the order of the schema.
//
//quartet:internal
type Shape struct {
	Attrs    []Field
	Fields   []Field
	Required []int // indices of the fields that must be there
}

// Field is an element or an attribute in a Shape.
//
//quartet:internal
type Field struct {
	Name string
	NS   int  // index into the namespace table
	Many bool // may be there more than once
	Must bool // an attribute that must be there
}

// Enter enters the current element, whose children Next reads.
func (d *Decoder) Enter(shape *Shape) { d.push(shape) }

// Next moves to the next child that the shape knows and returns its index; the
// caller reads the child through its end tag. It returns -1 at the end of the
// element, whose end tag has been read then, and on an error. Other children
// are skipped.
func (d *Decoder) Next() int {
	if d.err != nil {
		return -1
	}
	f := &d.frames[len(d.frames)-1]
	if f.mode != tagOpen {
		d.leaveEmpty(f)
		return -1
	}
	b, p := d.buf, d.pos
	for p < len(b) && isSpace(b[p]) {
		p++
	}
	if i := f.next; i < len(f.shape.Fields) && d.predict(f, i, p) {
		return i
	}
	if i := f.next + 1; i < len(f.shape.Fields) && d.predict(f, i, p) {
		return i
	}
	return d.find(f)
}

// predict reports whether the plain start tag of field i stands at p, and if
// so makes it the current one.
func (d *Decoder) predict(f *frame, i, p int) bool {
	b, field := d.buf, &f.shape.Fields[i]
	prefix := f.local - f.name // with its colon; 0 without
	local := p + 1 + prefix
	end := local + len(field.Name)
	if end >= len(b) || b[end] != '>' || b[p] != '<' || string(b[local:end]) != field.Name || field.NS != f.ns {
		return false
	}
	if prefix != 0 && string(b[p+1:local]) != string(b[f.name:f.local]) {
		return false
	}
	d.tag = tag{name: p + 1, local: local, end: end, ns: f.ns, field: i, mark: len(d.scope)}
	d.pos = end + 1
	if len(d.attrs) != 0 {
		d.attrs = d.attrs[:0]
	}
	return d.note(f, i)
}

// find is Next without a prediction.
func (d *Decoder) find(f *frame) int {
	n := len(f.shape.Fields)
	for d.advance() {
		f = &d.frames[len(d.frames)-1]
		local := d.buf[d.tag.local:d.tag.end]
		for k, i := 0, f.next; k < n; k, i = k+1, i+1 {
			if i >= n {
				i = 0
			}
			field := &f.shape.Fields[i]
			if string(local) == field.Name && field.NS == d.tag.ns {
				d.tag.field = i
				if !d.note(f, i) {
					return -1
				}
				return i
			}
		}
		d.Skip()
	}
	return -1
}

// note counts an occurrence of field i.
func (d *Decoder) note(f *frame, i int) bool {
	bit, word := uint64(1)<<(i&63), &f.seen
	if i >= 64 {
		word = &f.more[i/64-1]
	}
	first := *word&bit == 0
	*word |= bit
	if f.shape.Fields[i].Many {
		if f.next != i {
			f.next, f.count = i, 0
		}
		f.count++
		d.tag.item = f.count
		return true
	}
	if !first {
		d.failTag("the element is given twice")
		return false
	}
	f.next, f.count = i+1, 0
	return true
}

func (f *frame) has(i int) bool {
	if i >= 64 {
		return f.more[i/64-1]&(1<<(i&63)) != 0
	}
	return f.seen&(1<<i) != 0
}

// leaveEmpty ends an element that has a shape and no content.
func (d *Decoder) leaveEmpty(f *frame) {
	if f.mode != tagClosed {
		d.Fail("xsi:nil on an element that must have a value")
		return
	}
	d.checkRequired(f)
	d.leaveClosed(f)
}

func (d *Decoder) checkRequired(f *frame) {
	for _, i := range f.shape.Required {
		if !f.has(i) {
			d.Fail("the element %s is missing", f.shape.Fields[i].Name)
			return
		}
	}
}

// NextAttr moves to the next attribute of the current start tag that the shape
// knows and returns its index; reading a value then reads the attribute's. It
// returns -1 when there is no other. It comes before Enter, or before the
// value of simple content.
func (d *Decoder) NextAttr(shape *Shape) int {
	if d.tag.mode == tagAttr {
		d.tag = d.attrOf
	} else {
		d.nextAttr = 0
	}
	for d.err == nil && d.nextAttr < len(d.attrs) {
		a := &d.attrs[d.nextAttr]
		d.nextAttr++
		for i := range shape.Attrs {
			f := &shape.Attrs[i]
			if f.NS == a.ns && string(d.buf[a.local:a.end]) == f.Name {
				d.attrOf = d.tag
				d.tag.mode = tagAttr
				return i
			}
		}
	}
	d.requireAttrs(shape)
	return -1
}

func (d *Decoder) requireAttrs(shape *Shape) {
	for i := range shape.Attrs {
		if f := &shape.Attrs[i]; f.Must && !d.hasAttr(f) {
			d.failTag("the attribute %s is missing", f.Name)
			return
		}
	}
}

func (d *Decoder) hasAttr(f *Field) bool {
	for i := range d.attrs {
		if a := &d.attrs[i]; a.ns == f.NS && string(d.buf[a.local:a.end]) == f.Name {
			return true
		}
	}
	return false
}
