package codec

import (
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// LeafTag is the start tag of an element without attributes, and its end tag, as
// a document is expected to have them. It does not change.
type LeafTag struct {
	Prefix string // prefix with its colon
	start  string // the start tag without >
	name   fieldName
}

// NewLeafTag returns the tags of an element. prefix ends with a colon, or is empty.
func NewLeafTag(prefix, local string) *LeafTag {
	return &LeafTag{Prefix: prefix, start: "<" + prefix + local, name: newFieldName(&shapeField{name: local}, prefix, 0)}
}

// Leaf reads the next child of the element that was entered last, with white space
// before it, if it has exactly these tags and if there are only characters between
// them: no references, comments or carriage returns. It returns the text, which
// is part of the document. Otherwise nothing is read.
func (d *Decoder) Leaf(tag *LeafTag) (text []byte, ok bool) {
	b, p, n := d.Buf, skipSpace(d.Buf, d.Pos), &tag.name
	if len(b)-p < tagBytes || d.Failed != nil || d.top.mode != tagOpen || len(d.frames) >= d.lim.Depth {
		return nil, false
	}
	if !n.open.at(b[p:]) || n.tail != "" && !hasTail(b, p+tagBytes, n.tail) {
		return d.emptyLeaf(tag, p)
	}
	from := p + n.whole
	to := plainText(b[:min(len(b), from+watchedPiece)], from)
	if to < 0 || len(b)-to < tagBytes || !n.close.at(b[to:]) || n.closeTail != "" && !hasTail(b, to+tagBytes, n.closeTail) {
		return nil, false
	}
	d.Pos = to + n.whole + 1
	return b[from:to], true
}

// emptyLeaf reads <a/>.
func (d *Decoder) emptyLeaf(tag *LeafTag, p int) (text []byte, ok bool) {
	end := p + len(tag.start)
	if !hasTail(d.Buf, end, "/>") || !hasTail(d.Buf, p, tag.start) {
		return nil, false
	}
	d.Pos = end + len("/>")
	return d.Buf[end:end], true
}

// plainText returns the position of the next < at or after i, -1 if there is
// anything before it but characters that are written as they are.
func plainText(b []byte, i int) int {
	for {
		i = scanText(b, i)
		switch {
		case i == len(b):
			return -1
		case b[i] == '<':
			return i
		case b[i] == '\n' || b[i] == '\t':
			i++
		case b[i] >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n <= 1 || !lex.IsXMLChar(r) {
				return -1
			}
			i += n
		default:
			return -1
		}
	}
}

// maxHidden is how many declarations PrefixFor tries that others with the same
// prefix hide: finding those takes time.
const maxHidden = 4

// PrefixFor returns a prefix that names of a namespace have in the element that was
// entered last, empty for none. It reports false if it finds none.
func (d *Decoder) PrefixFor(uri string) (prefix []byte, ok bool) {
	for i, hidden := len(d.scope)-1, 0; i >= 0 && hidden < maxHidden; i-- {
		b := &d.scope[i]
		switch {
		case b.URI != uri:
		case d.lookup(b.Prefix) == b:
			return b.Prefix, true
		default:
			hidden++
		}
	}
	return nil, uri == "" && d.lookup(nil) == nil
}

// Space returns the namespace of the current start tag.
func (d *Decoder) Space() string {
	d.fill()
	if d.Failed != nil || d.current.end == 0 {
		return ""
	}
	return d.tagSpace()
}
