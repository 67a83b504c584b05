package codec

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// Shape describes a complex type for the decoder: its attributes and the
// elements of its content, in the order of the schema.
type Shape struct {
	attrs    []shapeField
	fields   []shapeField
	required []int         // indices of the fields that must be there
	anyAttr  *xsd.Wildcard // wildcard of xs:anyAttribute; nil if there is none

	names atomic.Pointer[namesOfShape] // made from fields when first needed
}

// shapeField is an element or an attribute in a Shape.
type shapeField struct {
	name     string
	ns       int           // number of the namespace
	many     bool          // may be there more than once
	must     bool          // an attribute that must be there
	wildcard *xsd.Wildcard // for a wildcard: ns is anyNamespace, and there is no name
}

// Next moves to the next child that the shape has and returns its index; the
// caller reads the child through its end tag. It returns -1 at the end of the
// element, whose end tag has been read then, and on an error. Other children
// are skipped.
//
// The start tag is first expected to be the next one in the schema's sequence,
// without attributes: that is one comparison, and one more
// if there is white space before it. After an error pos is at the end of the
// document, where nothing is found.
func (d *Decoder) Next() int {
	f, p := d.top, d.Pos
	if n := f.indent.size; n > 0 && len(d.Buf)-p >= tagBytes && f.indent.at(d.Buf[p:]) {
		p += n
	}
	if i := f.next; f.guess == guessAll && uint(i) < uint(len(f.names)) && len(d.Buf)-p >= tagBytes {
		name := &f.names[i]
		if name.open.at(d.Buf[p:]) && name.bit&^f.seen != 0 {
			d.current.name, d.current.field, d.current.mode = int32(p+1), int16(i), tagOpen
			d.Pos = p + name.whole
			f.seen |= name.bit
			f.next = i + 1
			return i
		}
	}
	return d.nextTag(f, p)
}

// nextTag is Next where the plainest guess was wrong: it tries all fields, from
// the one that is expected on, before it parses the tag in full. The white space
// in front of p is the one that was expected.
func (d *Decoder) nextTag(f *frame, p int) int {
	if d.Failed != nil || f.mode != tagOpen {
		return d.endEmpty()
	}
	if p == d.Pos {
		p += d.indentation(f)
	}
	b := d.Buf
	if len(b)-p < tagBytes || b[p] != '<' {
		return d.find(f)
	}
	if b[p+1] == '/' {
		d.Pos = p
		d.leaveOpen(f)
		return -1
	}
	if f.guess == noGuess {
		return d.find(f)
	}
	first := binary.LittleEndian.Uint64(b[p:])
	i := f.next
	for range f.names {
		if i >= len(f.names) {
			i = 0
		}
		name := &f.names[i]
		if (first^name.open.words[0])&name.open.masks[0] == 0 && name.ns == f.fieldNS && name.open.at(b[p:]) && hasTail(b, p+tagBytes, name.tail) {
			d.current.name, d.current.field, d.current.mode = int32(p+1), int16(i), tagOpen
			d.Pos = p + name.whole
			if i = d.note(f, i); i == skipped {
				break
			}
			return i
		}
		i++
	}
	return d.find(f)
}

// fill completes the current tag where it was predicted: only its place and
// its field are known then.
func (d *Decoder) fill() {
	if d.current.field < 0 {
		return
	}
	f := d.top
	name := &f.names[d.current.field]
	d.current.local = d.current.name + int32(f.prefix)
	d.current.end = d.current.local + int32(name.size)
	d.current.mark = int32(len(d.scope))
	d.current.ns = name.ns
	d.current.field = -1
	if !name.many {
		d.current.item = 0
	}
	d.Attrs = d.Attrs[:0]
}

// endEmpty is Next after an error, or in an element that has a shape and no content. A request may be nil,
// though its element is not nillable: SOAP::Lite sends that for no parameters.
func (d *Decoder) endEmpty() int {
	switch f := d.top; {
	case d.Failed != nil:
	case f.mode != tagClosed && d.request != len(d.frames):
		if d.Accept(nilNotAllowed) {
			d.leaveClosed(f)
		}
	default:
		d.checkRequired(f)
		d.leaveClosed(f)
	}
	return -1
}

// find is Next without a prediction.
func (d *Decoder) find(f *frame) int {
	for d.Child() {
		i := d.match()
		if i < 0 {
			d.skipOther(f)
		} else if i = d.note(d.top, i); i != skipped {
			return i
		}
	}
	return -1
}

// match returns the field that the current tag is of, -1 if it is of none: the
// first of its name from the one that is expected on, else a wildcard, and then the
// one that is meant if names are read leniently.
func (d *Decoder) match() int {
	f := d.top
	n, local := len(f.names), d.Buf[d.current.local:d.current.end]
	for k, i := 0, f.next; k < n; k, i = k+1, i+1 {
		if i >= n {
			i -= n
		}
		name := &f.names[i]
		if len(local) == name.size && name.ns == d.current.ns && string(local) == f.shape.fields[i].name {
			return i
		}
	}
	if i := d.matchWildcard(f); i >= 0 || !d.LenientNames {
		return i
	}
	if i := d.meant(f); i >= 0 && (f.names[i].many || !f.has(i)) {
		if !f.names[i].many {
			d.mistakes = append(d.mistakes, mistake{depth: len(d.frames), field: i, read: true})
		}
		return i
	}
	return -1
}

// matchWildcard returns the field of a wildcard that allows the current element, -1 if
// there is none.
func (d *Decoder) matchWildcard(f *frame) int {
	n := len(f.names)
	for k, i := 0, f.next; k < n; k, i = k+1, i+1 {
		if i >= n {
			i -= n
		}
		if w := f.shape.fields[i].wildcard; w != nil && (f.names[i].many || !f.has(i)) && w.Allows(d.current.ns, d.tagSpace()) {
			return i
		}
	}
	return -1
}

// skipped is what note returns for an element that has been skipped.
const skipped = -2

// note counts an occurrence of field i and returns i, -1 if there are too many. A lenient decoder skips the
// occurrences after the first.
func (d *Decoder) note(f *frame, i int) int {
	bit, word := uint64(1)<<(i&63), &f.seen
	if i >= 64 {
		word = &f.more[i/64-1]
	}
	first := *word&bit == 0
	*word |= bit
	if f.names[i].many {
		if f.next != i {
			f.next, f.count = i, 0
		}
		f.count++
		d.current.item = f.count
		if !d.CountItem() {
			return -1
		}
		return i
	}
	if !first && !d.replaces(i) {
		d.fill()
		if i := d.matchWildcard(f); i >= 0 { // which stands beside an element of the same name
			return d.note(f, i)
		}
		if d.SkipSecond() {
			return skipped
		}
		return -1
	}
	f.next, f.count = i+1, 0
	return i
}

func (f *frame) has(i int) bool {
	if i >= 64 {
		return f.more[i/64-1]&(1<<(i&63)) != 0
	}
	return f.seen&(1<<i) != 0
}

// checkRequired fails at the end of an element that lacks a field, or in which a
// field had a mistaken name.
func (d *Decoder) checkRequired(f *frame) {
	if len(d.mistakes) > 0 {
		d.checkMistakes(f)
	}
	for _, i := range f.shape.required {
		if !f.has(i) && !d.Accept("the element %s is missing", f.shape.fields[i].name) {
			return
		}
	}
}

// nextAttr moves to the next attribute of the current start tag that the shape
// has and returns its index; reading a value then reads the attribute's. It
// returns -1 when there is no other. It comes before Enter, or before the value
// of simple content.
func (d *Decoder) nextAttr(shape *Shape) int {
	if d.current.mode == tagAttr {
		d.current = d.attrOf
	} else {
		d.fill()
		d.attrIndex = 0
	}
	for d.Failed == nil && d.attrIndex < len(d.Attrs) {
		a := &d.Attrs[d.attrIndex]
		d.attrIndex++
		for i := range shape.attrs {
			f := &shape.attrs[i]
			if int32(f.ns) == a.ns && string(d.Buf[a.Local:a.End]) == f.name {
				d.attrOf = d.current
				d.current.mode = tagAttr
				return i
			}
		}
		if w := shape.anyAttr; w != nil && a.URI != XSINamespace && w.Allows(a.ns, a.URI) {
			d.attrOf = d.current
			d.current.mode = tagAttr
			return anyAttr
		}
		if d.Strict {
			d.refuseAttr(a)
		} else if last := len(d.Attrs) - 1; d.isPartRef(a) { // it is left for the function that reads the content
			if d.attrIndex--; d.attrIndex == last {
				break
			}
			*a, d.Attrs[last] = d.Attrs[last], *a
		}
	}
	d.requireAttrs(shape)
	return -1
}

func (d *Decoder) requireAttrs(shape *Shape) {
	for i := range shape.attrs {
		f := &shape.attrs[i]
		isIt := func(a Attribute) bool { return a.ns == int32(f.ns) && string(d.Buf[a.Local:a.End]) == f.name }
		if f.must && !slices.ContainsFunc(d.Attrs, isIt) && !d.AcceptTag("the attribute %s is missing", f.name) {
			return
		}
	}
}

// anyAttr is what nextAttr returns for an attribute that the shape's wildcard
// allows.
const anyAttr = 1 << 20

// anyNamespace is the namespace number of a field for a wildcard.
const anyNamespace = -2
