package schema

import (
	"bytes"
	"math"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Limits bounds what a document may ask for. The zero value of a field stands
// for its default.
type Limits struct {
	Depth      int // nested elements; default 64
	Attributes int // attributes of one element, namespace declarations included, and declarations in scope; default 256
	NameLength int // bytes of a name; default 1024
	Items      int // items of lists, all those of a document together, but for a list that is read item by item; default 1048576
}

func (l Limits) WithDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = 64
	}
	if l.Attributes <= 0 {
		l.Attributes = 256
	}
	if l.NameLength <= 0 {
		l.NameLength = 1024
	}
	if l.Items <= 0 {
		l.Items = 1 << 20
	}
	return l
}

// Decoder reads one XML document that is held in memory as UTF-8. It accepts
// well-formed, namespace-well-formed documents without a document type
// declaration (XML 1.0, fifth edition; Namespaces in XML 1.0, third edition).
//
// The first error sticks: from then on every method returns at once, with zero
// values, so that generated code asks once, at the end. What the methods
// return does not point into the document.
//
// It moves over the document once. A start tag is first compared with the one
// that the schema's sequence predicts, name by name; only what differs is
// parsed in full. Namespaces are resolved where they are declared, so that a
// child with its parent's prefix and no attributes costs one comparison.
type Decoder struct {
	Buf     []byte
	Pos     int
	Current tag
	Top     *frame // the innermost element, &frames[len(frames)-1]; noFrame outside the root
	Frames  []frame
	Failed  *DecodeError

	Attrs     []Attribute // of the current tag
	AttrIndex int
	attrOf    tag         // the current tag, while an attribute is being read
	Scope     []NSBinding // namespace declarations, innermost last
	Scratch   []byte      // character data that is not one stretch of buf
	arena     strings.Builder
	slab      []string
	slabNext  int
	time      xsd.DateTime // the last one that was read
	timeText  [64]byte
	timeSize  int

	ns     []Namespace
	lim    Limits
	names  []prefixedNames
	items  int    // so far, of lists
	word   []byte // the current item of a list, without elements of its own
	Strict bool   // see strict.go
	Bare   bool   // there is no document: names are in Clark's notation

	declared int // bytes of declarations that open content has been given; see declareOuter

	// Types are for xsi:type, where a package does not know them all.
	Types *TypeTable

	arrival // of a document that is not complete yet
}

// tag is a start tag: the current one, or that of an open element. Offsets are
// 32 bits wide: a document of that size is far beyond what is held in memory.
type tag struct {
	Name, Local, End int32 // in buf: the qualified name, its local part, its end
	Mark             int32 // len(scope) without this tag's declarations
	item             int32 // how many of the parent's children were of this field, this one included; 0: not counted
	ns               int32 // number of the namespace, -1: not in the table
	field            int16 // if it was predicted: index into the parent's shape, and only name and mode are set so far; else -1
	Mode             tagMode
}

type tagMode uint8

const (
	TagOpen      tagMode = iota // content and an end tag follow
	TagClosed                   // <a/>
	TagNil                      // <a xsi:nil="true"> and no content
	TagNilClosed                // <a xsi:nil="true"/>
	TagAttr                     // not a tag: the value of attrs[nextAttr-1]
	tagItem                     // not a tag: an item of a list
	tagAttrItem                 // not a tag: an item of a list in attrs[nextAttr-1]
)

// frame is an open element whose children are being read.
type frame struct {
	tag
	shape   *Shape
	names   []fieldName // of the shape's fields, with the prefix that is expected
	guess   guess       // what names are good for
	prefix  int         // length of the children's prefix with its colon; 0 without
	fieldNS int32       // the namespace that goes with it
	next    int         // the field that is expected next
	count   int32       // occurrences of field next so far
	start   int         // where the content starts
	indent  indent      // in front of the last child, or of one of an element before
	seen    uint64      // fields 0 to 63 that have been read
	more    []uint64    // the others
}

// noFrame stands for the document itself. It is never written.
var noFrame = new(frame)

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// NewDecoder returns a decoder for doc, whose names are looked up in ns. The
// document must not change until Release.
func NewDecoder(doc []byte, ns []Namespace, limits Limits) *Decoder {
	d := decoders.Get().(*Decoder)
	if len(doc) > math.MaxInt32-16 {
		d.Failed = &DecodeError{Line: 1, Column: 1, Message: "a document of 2 GiB or more"}
		doc = nil
	}
	d.Buf, d.ns, d.lim, d.Top = doc, ns, limits.WithDefaults(), noFrame
	d.Current.field = -1
	return d
}

const pooledScratch = 64 << 10

// Release gives the decoder back; it must not be used any more. Values that it
// returned stay valid.
func (d *Decoder) Release() {
	scratch := d.Scratch[:0]
	if cap(scratch) > pooledScratch {
		scratch = nil
	}
	clear(d.Attrs)
	clear(d.Scope)
	clear(d.Frames)
	if len(d.names) == cap(d.names) {
		d.names = nil
	}
	*d = Decoder{Attrs: d.Attrs[:0], Scope: d.Scope[:0], Frames: d.Frames[:0], Scratch: scratch, names: d.names}
	decoders.Put(d)
}

// Root reads the prolog and the root element's start tag, which is then the
// current tag. It reports false on an error.
func (d *Decoder) Root() bool {
	d.xmlDeclaration()
	for d.Failed == nil {
		d.skipSpace()
		switch {
		case d.Pos >= len(d.Buf):
			d.Fail("no root element")
		case d.Buf[d.Pos] != '<':
			d.Fail("text outside the root element")
		case d.At("<!--"):
			d.comment()
		case d.At("<?"):
			d.processingInstruction()
		case d.At("<!"):
			d.Fail("a document type declaration (DTD) is not accepted")
		case d.At("</"):
			d.Fail("end tag without a start tag")
		default:
			return d.StartTag()
		}
	}
	return false
}

// End checks what follows the root element: comments, processing instructions
// and white space are all that may.
func (d *Decoder) End() {
	for d.Failed == nil {
		d.skipSpace()
		switch {
		case d.Pos >= len(d.Buf):
			return
		case d.At("<!--"):
			d.comment()
		case d.At("<?"):
			d.processingInstruction()
		case d.At("</"):
			d.Fail("end tag without a start tag")
		case d.Buf[d.Pos] == '<' && !d.At("<!"):
			d.Fail("a second root element")
		default:
			d.Fail("content after the root element")
		}
	}
}

// Tag returns the expanded name of the current start tag.
func (d *Decoder) Tag() (space, local string) {
	d.Fill()
	if d.Failed != nil || d.Current.End == 0 {
		return "", ""
	}
	return d.tagSpace(), string(d.Buf[d.Current.Local:d.Current.End])
}

// HasTag reports whether the current start tag has the given name, which need
// not be in the namespace table.
func (d *Decoder) HasTag(space, local string) bool {
	d.Fill()
	return d.Failed == nil && d.Current.End != 0 && string(d.Buf[d.Current.Local:d.Current.End]) == local && d.tagSpace() == space
}

func (d *Decoder) tagSpace() string {
	if d.Current.ns > 0 {
		return SpaceOf(d.ns, int(d.Current.ns))
	}
	if d.Current.ns == 0 {
		return ""
	}
	if b := d.lookup(d.prefixOf(&d.Current)); b != nil {
		return b.URI
	}
	return ""
}

// NS returns the number of the current tag's namespace, -1 if it is not in the
// table.
func (d *Decoder) NS() int {
	d.Fill()
	return int(d.Current.ns)
}

// Is reports whether the current start tag has the given name.
func (d *Decoder) Is(name ElementName) bool {
	d.Fill()
	return d.Failed == nil && int(d.Current.ns) == name.NS && string(d.Buf[d.Current.Local:d.Current.End]) == name.Local
}

// Open enters the current element: Child reads its children.
func (d *Decoder) Open() { d.push(nil) }

func (d *Decoder) push(shape *Shape) {
	if d.Failed != nil {
		return
	}
	if len(d.Frames) >= d.lim.Depth {
		d.FailTag("elements are nested deeper than %d levels", d.lim.Depth)
		return
	}
	d.Fill()
	n := len(d.Frames)
	if n < cap(d.Frames) {
		d.Frames = d.Frames[:n+1]
	} else {
		d.Frames = append(d.Frames, frame{})
	}
	f := &d.Frames[n]
	d.Top = f
	f.tag, f.shape = d.Current, shape
	f.guess, f.next, f.count, f.start, f.seen = noGuess, 0, 0, d.Pos, 0
	if shape != nil {
		if d.Strict {
			d.refuseAttrs()
		}
		d.expect(f, shape)
	}
}

// Child moves to the next child of the element that was entered last and makes
// its start tag the current one. It reports false when there is none: then the
// end tag has been read and the parent is the innermost element again.
func (d *Decoder) Child() bool { return d.advance() }

// advance reads up to the next start tag in the innermost element, or through
// that element's end tag.
func (d *Decoder) advance() bool {
	for d.Failed == nil {
		f := d.Top
		if f.Mode != TagOpen {
			d.LeaveClosed(f)
			return false
		}
		p := d.ReadChars(d.Pos, false)
		if p < 0 {
			return false
		}
		if d.Strict && f.shape != nil && !d.onlySpace(d.Pos, p) {
			return false
		}
		d.Pos = p
		switch {
		case p+1 >= len(d.Buf):
			d.Fail("the document ends inside an element")
		case d.Buf[p+1] == '/':
			d.Leave(f)
			return false
		case d.Buf[p+1] == '!' || d.Buf[p+1] == '?':
			d.SkipMarkup()
		default:
			return d.StartTag()
		}
	}
	return false
}

// LeaveClosed ends an element that has no content: <a/>, or nil.
func (d *Decoder) LeaveClosed(f *frame) {
	d.Current = f.tag
	if f.Mode == TagNil {
		d.emptyContent()
	}
	d.pop(f)
}

// Leave reads the end tag of f.
func (d *Decoder) Leave(f *frame) {
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
	d.Scope = d.Scope[:f.Mark]
	d.Current = f.tag
	d.dropFrame()
}

// dropFrame makes the parent of the innermost element the innermost.
func (d *Decoder) dropFrame() {
	n := len(d.Frames) - 1
	d.Frames = d.Frames[:n]
	d.Top = noFrame
	if n > 0 {
		d.Top = &d.Frames[n-1]
	}
}

// endTag checks the end tag at p against the start tag t and returns the
// position behind it, -1 on an error.
func (d *Decoder) endTag(p int, t *tag) int {
	b := d.Buf
	name := b[t.Name:t.End]
	q := p + 2 + len(name)
	if q > len(b) || string(b[p+2:q]) != string(name) {
		return d.badEndTag(p, name)
	}
	for q < len(b) && lex.IsSpace(b[q]) {
		q++
	}
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

// Skip reads the content of the current element and its end tag.
func (d *Decoder) Skip() {
	d.Open()
	for d.Failed == nil && d.advance() {
		d.Skip()
	}
}

func (d *Decoder) At(s string) bool {
	return len(d.Buf)-d.Pos >= len(s) && string(d.Buf[d.Pos:d.Pos+len(s)]) == s
}

func (d *Decoder) skipSpace() {
	for d.Pos < len(d.Buf) && lex.IsSpace(d.Buf[d.Pos]) {
		d.Pos++
	}
}
