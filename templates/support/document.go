package support

import "bytes"

// elementValue is the value of an element that is to be written.
type elementValue struct {
	codec  ValueCodec // nil: there is no value
	value  any
	write  func(*Encoder) // takes the place of both
	absent bool           // the element is left out
}

// encode writes the attributes, ">" and the content of the innermost element.
func (r *elementValue) encode(e *Encoder) {
	switch {
	case r.write != nil:
		r.write(e)
	case r.codec != nil:
		r.codec.put(e, r.value)
	default:
		e.Raw(">")
	}
}

// encodePath writes the elements of path, one inside the other, and the content
// of the innermost with inner, which starts inside its start tag.
func encodePath(e *Encoder, path []ElementName, r elementValue) {
	n := len(path)
	if r.absent && n > 0 {
		n--
	}
	for i := range n {
		e.Open(path[i], i == 0)
		if i < len(path)-1 {
			e.Raw(">")
		} else {
			e.Raw(e.outType)
		}
	}
	if n > 0 && n == len(path) {
		r.encode(e)
	}
	for i := n - 1; i >= 0; i-- {
		e.Close(path[i])
	}
}

// encodeDocument is encodePath for a document of its own or a Body: an absent
// innermost element is nil if it may be, or if it is the root, which cannot be
// left out.
func encodeDocument(e *Encoder, path []ElementName, r elementValue, null bool) {
	if r.absent && (null || len(path) == 1) {
		e.xsi = true
		r = elementValue{write: encodeNil}
	}
	encodePath(e, path, r)
}

// encodeNil writes the content of an element that is nil, from inside its start
// tag.
func encodeNil(e *Encoder) { e.Raw(` xsi:nil="true">`) }

// decodePath reads the elements of path, of which the current tag should be the
// first, and the innermost with inner. Unknown elements are skipped. Without
// the innermost inner is not called; if it must be there, that is an error.
func decodePath(d *Decoder, path []ElementName, must bool, inner func(*Decoder)) {
	if !d.Is(path[0]) {
		d.failTag("the element %s is expected here", path[0].Local)
		return
	}
	decodeRest(d, path[1:], must, inner)
}

func decodeRest(d *Decoder, path []ElementName, must bool, inner func(*Decoder)) {
	if len(path) == 0 {
		inner(d)
		return
	}
	found := false
	d.Enter(noFields)
	for d.Child() {
		switch {
		case !d.Is(path[0]):
			d.skipUnknown()
		case found:
			d.failTag("the element is given twice")
		default:
			found = true
			decodeRest(d, path[1:], must, inner)
		}
	}
	if must && !found {
		d.Fail("the element %s is missing", path[0].Local)
	}
}

// wrapped returns a document whose root holds another one, or content: what has
// no start tag of its own is read like that.
func wrapped(content []byte) []byte {
	return bytes.Join([][]byte{[]byte("<r>"), content, []byte("</r>")}, nil)
}

// textDocument returns a document whose root holds text.
func textDocument(text string) ([]byte, error) {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.String("<r>", text, "</r>")
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// encodeWhole writes a document whose root is the content of a value: encode
// writes the end of a start tag, and one element. Nothing is written if there is
// none.
func encodeWhole(e *Encoder, encode func(*Encoder)) {
	e.Raw(xmlProlog)
	from := len(e.buf)
	writeMember(e, func() {
		encode(e)
		e.buf = append(e.buf[:from], e.buf[from+1:]...)
	})
	if len(e.buf) == from {
		e.buf = e.buf[:0]
	}
}

// standAlone makes the element that starts at e.buf[from] declare the
// namespaces of the table.
func standAlone(e *Encoder, from int) {
	n := bytes.IndexAny(e.buf[from:], " />")
	if n < 0 || e.buf[from] != '<' {
		return
	}
	rest := append([]byte(nil), e.buf[from+n:]...)
	e.buf = e.buf[:from+n]
	e.declare()
	e.buf = append(e.buf, rest...)
}

// valueDepth is how deep values may be nested: they are ours, and need no other limit.
const valueDepth = 10000

const xmlProlog = `<?xml version="1.0" encoding="utf-8"?>`
