package codec

import (
	"bytes"
	"math"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Decoder reads one XML document that is held in memory as UTF-8.
//
// It moves over the document once. A start tag is first compared with the one
// that the schema's sequence predicts, name by name; only what differs is
// parsed in full. Namespaces are resolved where they are declared, so that a
// child with its parent's prefix and no attributes costs one comparison.
type Decoder struct {
	Buf     []byte
	Pos     int
	current tag
	top     *frame // the innermost element, &frames[len(frames)-1]; noFrame outside the root
	frames  []frame
	Failed  *DecodeError

	Attrs     []Attribute // attributes of the current tag
	attrIndex int
	attrOf    tag         // the current tag, while an attribute is being read
	scope     []NSBinding // namespace declarations, innermost last
	scratch   []byte      // character data that is not contiguous in buf
	arena     []byte      // strings are parts of it: each byte is written once
	arenaNext int
	slab      []string
	slabNext  int
	time      xsd.DateTime // the last one that was read
	timeText  [64]byte
	timeSize  int

	ns       []Namespace
	lim      Limits
	names    []prefixedNames
	items    int    // items of lists so far
	listItem []byte // the current item of a list, which is not an element
	Strict   bool   // see strict.go
	Given    bool   // see json_given.go
	Message  bool   // the document is a SOAP message: it must not have processing instructions
	request  int    // len(frames) where the children are parameters; 0: it is not a request
	bare     bool   // there is no document: names are in Clark's notation

	skipsInText bool // elements in what is read as text are not errors

	LenientNames bool            // an element with a mistaken name is read as the one that is meant; see decoder_mistaken.go
	Lenient      *[]LenientValue // list of invalid values that have been read; nil: they are errors. See decoder_lenient.go
	Hints        bool            // errors name the option of clients that accepts the mistake
	mistakes     []mistake
	absent       bool // the last value was not valid, and is absent
	again        bool // an invalid value is being read again, as the text that it means

	declared int // bytes of declarations added to open content; see declareOuter

	// Types has the types that xsi:type may name. If it is nil, these are the types
	// in the package of the declared type.
	Types *Table

	allocated int64 // bytes for values so far; see memory.go
	granted   int64 // bytes that may be allocated without asking
	reserve   func(int64) error

	Interrupt *atomic.Bool // stops the decoder with ErrInterrupted soon after it is true, unless it is nil; see Watch

	Parts *Parts // parts that elements of the document refer to; nil: there are none

	preset string // value of empty text in the element whose attributes are being read

	arrival // state of a document that is not complete yet
}

// tag is the current start tag, or the start tag of an open element. Offsets are
// 32 bits wide: a document of that size is far beyond what is held in memory.
type tag struct {
	name, local, end int32 // in buf: the qualified name, its local part, its end
	mark             int32 // len(scope) without this tag's declarations
	item             int32 // how many of the parent's children were of this field, this one included; 0: not counted
	ns               int32 // number of the namespace, -1: not in the table
	field            int16 // if it was predicted: index into the parent's shape, and only name and mode are set so far; else -1
	mode             tagMode
}

type tagMode uint8

const (
	tagOpen      tagMode = iota // content and an end tag follow
	tagClosed                   // <a/>
	tagNil                      // <a xsi:nil="true"> and no content
	tagNilClosed                // <a xsi:nil="true"/>
	tagAttr                     // not a tag: the value of attrs[nextAttr-1]
	tagItem                     // not a tag: an item of a list
	tagAttrItem                 // not a tag: an item of a list in attrs[nextAttr-1]
)

// frame is an open element whose children are being read.
type frame struct {
	tag
	shape   *Shape
	names   []fieldName // names of the shape's fields, with the prefix that is expected
	guess   guess       // how names are used
	prefix  int         // length of the children's prefix with its colon; 0 without
	fieldNS int32       // the namespace that goes with it
	next    int         // the field that is expected next
	count   int32       // occurrences of field next so far
	start   int         // where the content starts
	sparse  bool        // there must be no text
	indent  indent      // white space before the last child, or before a child of an earlier element
	seen    uint64      // fields 0 to 63 that have been read
	more    []uint64    // the others
}

// noFrame represents the document. It is never written.
var noFrame = new(frame)

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// NewDecoder returns a decoder for doc, whose names are looked up in ns. The document must not change until Release.
func NewDecoder(doc []byte, ns []Namespace, limits Limits) *Decoder {
	d := decoders.Get().(*Decoder)
	if len(doc) > math.MaxInt32-16 {
		d.Failed = &DecodeError{Line: 1, Column: 1, Message: "a document of 2 GiB or more"}
		doc = nil
	}
	d.Buf, d.ns, d.lim, d.top = doc, ns, limits.WithDefaults(), noFrame
	d.current.field = -1
	d.LimitMemory(limits.Memory, nil)
	return d
}

const pooledScratch = 64 << 10

// Release gives the decoder back; it must not be used any more. Values that it returned stay valid.
func (d *Decoder) Release() {
	scratch := d.scratch[:0]
	if cap(scratch) > pooledScratch {
		scratch = nil
	}
	clear(d.Attrs)
	clear(d.scope)
	clear(d.frames)
	clear(d.mistakes)
	if len(d.names) == cap(d.names) {
		d.names = nil
	}
	*d = Decoder{Attrs: d.Attrs[:0], scope: d.scope[:0], frames: d.frames[:0], scratch: scratch, names: d.names, mistakes: d.mistakes[:0]}
	decoders.Put(d)
}

// Root reads the prolog and the root element's start tag, which is then the current tag. It reports false on an error.
func (d *Decoder) Root() bool {
	d.xmlDeclaration()
	d.skipMisc()
	switch {
	case d.Failed != nil:
	case d.Pos >= len(d.Buf):
		d.Fail("no root element")
	case d.Buf[d.Pos] != '<':
		d.Fail("text outside the root element")
	case d.at("<!"):
		d.Fail("a document type declaration (DTD) is not accepted")
	case d.at("</"):
		d.Fail("end tag without a start tag")
	default:
		return d.startTag()
	}
	return false
}

// End checks what follows the root element: comments, processing instructions and white space are all that may.
func (d *Decoder) End() {
	d.skipMisc()
	switch {
	case d.Failed != nil || d.Pos >= len(d.Buf):
	case d.at("</"):
		d.Fail("end tag without a start tag")
	case d.Buf[d.Pos] == '<' && !d.at("<!"):
		d.Fail("a second root element")
	default:
		d.Fail("content after the root element")
	}
}

// Document reads a document whose root element read reads, from its start tag through its end tag. It returns the first error.
func (d *Decoder) Document(read func()) error {
	if d.Root() {
		read()
	}
	d.End()
	return d.Err()
}

// skipMisc reads what may be before and after the root element (XML 1.0, section
// 2.8, Misc): comments, processing instructions and white space.
func (d *Decoder) skipMisc() {
	for d.Failed == nil {
		d.Pos = skipSpace(d.Buf, d.Pos)
		switch {
		case d.at("<!--"):
			d.comment()
		case d.at("<?"):
			d.processingInstruction()
		default:
			return
		}
	}
}

// Open enters the current element: Child reads its children.
func (d *Decoder) Open() { d.Enter(nil) }

// OpenElements is Open for an element in which Child finds text to be an error.
func (d *Decoder) OpenElements() {
	if d.Open(); d.Failed == nil {
		d.top.sparse = true
	}
}

// Enter enters the current element, whose children Next reads, or Child if shape is nil.
func (d *Decoder) Enter(shape *Shape) {
	if d.Failed != nil || d.Interrupt != nil && d.Interrupted() {
		return
	}
	if len(d.frames) >= d.lim.Depth {
		d.FailTag("elements are nested deeper than %d levels", d.lim.Depth)
		return
	}
	d.fill()
	if shape != nil && d.attrIndex < len(d.Attrs) {
		if d.refuseAttrs(); d.Failed != nil {
			return
		}
	}
	n := len(d.frames)
	if n < cap(d.frames) {
		d.frames = d.frames[:n+1]
	} else {
		d.frames = append(d.frames, frame{})
	}
	f := &d.frames[n]
	d.top = f
	f.tag, f.shape, f.sparse = d.current, shape, false
	f.guess, f.next, f.count, f.start, f.seen = noGuess, 0, 0, d.Pos, 0
	if shape != nil {
		d.expect(f, shape)
	}
}

// Child moves to the next child of the element that was entered last and makes
// its start tag the current one. It reports false when there is none: then the
// end tag has been read and the parent is the innermost element again.
func (d *Decoder) Child() bool {
	for d.Failed == nil {
		f := d.top
		if f.mode != tagOpen {
			d.leaveClosed(f)
			return false
		}
		p := d.readChars(d.Pos, false)
		if p < 0 {
			return false
		}
		if (f.sparse || d.Strict && f.shape != nil) && !d.onlySpace(d.Pos, p) {
			return false
		}
		d.Pos = p
		switch {
		case p+1 >= len(d.Buf):
			d.Fail("the document ends inside an element")
		case d.Buf[p+1] == '/':
			d.leaveOpen(f)
			return false
		case d.Buf[p+1] == '!' || d.Buf[p+1] == '?':
			d.skipMarkup()
		default:
			return d.startTag()
		}
	}
	return false
}

// leaveClosed ends an element that has no content: <a/>, or nil.
func (d *Decoder) leaveClosed(f *frame) {
	d.current = f.tag
	if f.mode == tagNil {
		d.emptyContent()
	}
	d.pop(f)
}

// leaveOpen reads the end tag of f.
func (d *Decoder) leaveOpen(f *frame) {
	end := d.endTag(d.Pos, &f.tag)
	if end < 0 {
		return
	}
	if f.shape != nil {
		d.checkRequired(f)
	}
	if d.Failed == nil {
		d.Pos = end
		d.pop(f)
	}
}

func (d *Decoder) pop(f *frame) {
	d.scope = d.scope[:f.mark]
	d.current = f.tag
	d.dropFrame()
}

// dropFrame makes the parent of the innermost element the innermost.
func (d *Decoder) dropFrame() {
	n := len(d.frames) - 1
	d.frames = d.frames[:n]
	d.top = noFrame
	if n > 0 {
		d.top = &d.frames[n-1]
	}
}

// endTag checks the end tag at p against the start tag t and returns the
// position after it, -1 on an error.
func (d *Decoder) endTag(p int, t *tag) int {
	b := d.Buf
	name := b[t.name:t.end]
	q := p + 2 + len(name)
	if q > len(b) || string(b[p+2:q]) != string(name) {
		return d.badEndTag(p, name)
	}
	q = skipSpace(b, q)
	if q >= len(b) || b[q] != '>' {
		return d.badEndTag(p, name)
	}
	return q + 1
}

func (d *Decoder) badEndTag(p int, name []byte) int {
	q, _ := d.scanName(p + 2)
	switch {
	case q >= len(d.Buf), len(bytes.TrimLeft(d.Buf[q:], " \t\r\n")) == 0:
		d.failAt(len(d.Buf), "the document ends inside an end tag")
	case q == p+2:
		d.failAt(p, "an end tag without a name")
	default:
		d.failAt(p, "</%s> where </%s> is expected", lex.QuoteName(d.Buf[p+2:q]), lex.QuoteName(name))
	}
	return -1
}

// Skip reads the content of the current element and its end tag. It does not matter
// that an element in it, or the element itself, is nil and has content.
func (d *Decoder) Skip() {
	d.IgnoreNil()
	if d.isInclude() && d.current.mode < tagNil {
		d.include(false)
		return
	}
	d.Open()
	for d.Failed == nil && d.Child() {
		d.Skip()
	}
}

// skipSpace returns the index of the first byte at or after i that is not white space.
func skipSpace(b []byte, i int) int {
	for i < len(b) && lex.IsSpace(b[i]) {
		i++
	}
	return i
}

func (d *Decoder) at(s string) bool {
	return len(d.Buf)-d.Pos >= len(s) && string(d.Buf[d.Pos:d.Pos+len(s)]) == s
}
