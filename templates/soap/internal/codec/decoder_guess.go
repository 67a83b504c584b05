package codec

import (
	"encoding/binary"
	"sync"
)

// A start tag and an end tag are guessed before they are read: what the schema
// says of their names, and the document so far of prefix and white space, is
// compared eight bytes at a time.

// tagWords is how many times eight bytes of a tag are compared at once. There must
// be tagBytes bytes where a tag is looked for.
const (
	tagWords = 3
	tagBytes = 8 * tagWords
)

// pattern is text of up to tagBytes bytes in a form that is quick to compare.
type pattern struct {
	words, masks [tagWords]uint64
}

// newPattern returns the pattern of the text's first bytes, and the others.
func newPattern(text string) (p pattern, tail string) {
	for i := 0; i < len(text) && i < tagBytes; i++ {
		p.words[i/8] |= uint64(text[i]) << (i % 8 * 8)
		p.masks[i/8] |= 0xFF << (i % 8 * 8)
	}
	return p, text[min(len(text), tagBytes):]
}

// at reports whether b, which has tagBytes bytes or more, begins with the pattern.
func (p *pattern) at(b []byte) bool {
	_ = b[tagBytes-1]
	return (binary.LittleEndian.Uint64(b)^p.words[0])&p.masks[0]|
		(binary.LittleEndian.Uint64(b[8:])^p.words[1])&p.masks[1]|
		(binary.LittleEndian.Uint64(b[16:])^p.words[2])&p.masks[2] == 0
}

func hasTail(b []byte, p int, tail string) bool {
	return len(b)-p >= len(tail) && string(b[p:p+len(tail)]) == tail
}

// fieldName is the name of a field: its start tag <Name> and its end tag
// </Name>.
type fieldName struct {
	open, close pattern
	bit         uint64 // in frame.seen; 0: look closer
	whole       int    // length of the start tag
	size        int    // length of the name without a prefix
	ns          int32
	many        bool
	tail        string // what the pattern of the start tag does not hold
	closeTail   string // the same of the end tag
}

func newFieldName(f *shapeField, prefix string, i int) fieldName {
	n := fieldName{whole: len(prefix) + len(f.name) + 2, size: len(f.name), ns: int32(f.ns), many: f.many}
	n.open, n.tail = newPattern("<" + prefix + f.name + ">")
	n.close, n.closeTail = newPattern("</" + prefix + f.name + ">")
	if i < 64 && !f.many && n.tail == "" {
		n.bit = 1 << i
	}
	return n
}

func newFieldNames(s *Shape, prefix string) []fieldName {
	names := make([]fieldName, len(s.fields))
	for i := range names {
		names[i] = newFieldName(&s.fields[i], prefix, i)
	}
	return names
}

// namesOfShape are the names of a shape's fields without prefixes. If uniform is
// set, all are in the namespace ns.
type namesOfShape struct {
	fields  []fieldName
	ns      int32
	uniform bool
	folded  func() map[string][]int // indices of the fields by their names in lower case
}

// fieldNames returns the names of the fields. Two goroutines may make them at
// once; the results are alike.
func (s *Shape) fieldNames() *namesOfShape {
	if names := s.names.Load(); names != nil {
		return names
	}
	names := &namesOfShape{fields: newFieldNames(s, ""), uniform: len(s.fields) > 0, folded: sync.OnceValue(s.folded)}
	for i := range names.fields {
		names.ns = names.fields[0].ns
		names.uniform = names.uniform && names.fields[i].ns == names.ns
	}
	s.names.Store(names)
	return names
}

// guess says how far the names of the fields in a frame help to read its tags.
type guess uint8

const (
	noGuess  guess = iota // for what has been parsed only
	guessOwn              // for guessing the tags of fields in the namespace fieldNS
	guessAll              // the same, and all fields are
)

// expect prepares a frame for the fields of a shape, and decides how their tags
// are guessed: with the prefix that is declared for their namespace. Fields of
// several namespaces are guessed if they are in the namespace of the element.
func (d *Decoder) expect(f *frame, shape *Shape) {
	names := shape.fieldNames()
	f.names = names.fields
	f.prefix, f.fieldNS = 0, f.ns
	if names.uniform {
		f.fieldNS = names.ns
	}
	prefix, ok := d.prefixFor(f)
	if f.mode != tagOpen {
		ok = false
	}
	if ok && len(prefix) > 0 {
		f.prefix = len(prefix) + 1
		f.names, ok = d.prefixedNames(f.names, shape, prefix)
	}
	switch {
	case ok && names.uniform:
		f.guess = guessAll
	case ok:
		f.guess = guessOwn
	}
	if n := len(f.names); n > 64 {
		f.more = append(f.more[:0], make([]uint64, (n-1)/64)...)
	}
}

// prefixFor returns a prefix that is bound to the namespace of the children: the
// element's own, or the one that was declared last.
func (d *Decoder) prefixFor(f *frame) (prefix []byte, ok bool) {
	if f.fieldNS == f.ns && f.ns >= 0 {
		return d.prefixOf(&f.tag), true
	}
	if f.fieldNS == 0 {
		b := d.lookup(nil)
		return nil, b == nil || b.ns == 0
	}
	for i := len(d.scope) - 1; i >= 0; i-- {
		b := &d.scope[i]
		if b.ns == f.fieldNS {
			return b.Prefix, d.lookup(b.Prefix) == b
		}
	}
	return nil, false
}

// prefixedNames are the names of a shape's fields with a prefix. A decoder keeps
// those that it needed more than once, also for other documents, but no more
// than a few: the number of prefixes in a document has no limit.
type prefixedNames struct {
	shape  *Shape
	prefix string
	fields []fieldName // nil: needed once
}

const (
	maxPrefixed   = 16
	longestPrefix = 32
)

// prefixedNames returns the names of the fields with a prefix, if the decoder has
// kept them, or else the plain ones.
func (d *Decoder) prefixedNames(plain []fieldName, shape *Shape, prefix []byte) (names []fieldName, ok bool) {
	for i := range d.names {
		p := &d.names[i]
		if p.shape != shape || p.prefix != string(prefix) {
			continue
		}
		if p.fields == nil {
			p.fields = newFieldNames(shape, p.prefix+":")
		}
		return p.fields, true
	}
	if d.names == nil {
		d.names = make([]prefixedNames, 0, maxPrefixed)
	}
	if len(d.names) < maxPrefixed && len(prefix) <= longestPrefix {
		d.names = append(d.names, prefixedNames{shape: shape, prefix: string(prefix)})
	}
	return plain, false
}

// indent is white space before a start tag: the pattern holds it and the < after
// it. The zero value is none.
type indent struct {
	pattern
	size int
}

// indentation returns the length of the white space at pos, and expects the
// same before the next tag.
func (d *Decoder) indentation(f *frame) int {
	b := d.Buf[d.Pos:]
	n := skipSpace(b, 0)
	if n+1 < len(b) && n < tagBytes && b[n] == '<' && b[n+1] != '/' {
		if f.indent.size = n; n > 0 {
			f.indent.pattern, _ = newPattern(string(b[:n+1]))
		}
	}
	return n
}
