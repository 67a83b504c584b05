package codec

import (
	"bytes"
	"slices"

	"example.com/quartet/templates/soap/internal/lex"
)

// ElementValue is the value of an element to write.
type ElementValue struct {
	Type   *Value // nil if there is no value, or if Write may write any
	Value  any
	Write  func(*Encoder) // if not nil, used instead of Type and Value
	Absent bool           // the element is left out
}

// Encode writes the attributes, ">" and the content of the element.
func (r *ElementValue) Encode(e *Encoder) {
	switch {
	case r.Write != nil:
		r.Write(e)
	case r.Type != nil:
		r.Type.Put(e, r.Value)
	default:
		e.Raw(">")
	}
}

// EncodeDocument writes the elements of path for a document or a Body, one
// inside the other, and r as the content of the innermost. An absent innermost
// element is written with xsi:nil if null is set or it is the root, and else
// omitted.
func EncodeDocument(e *Encoder, path []ElementName, r ElementValue, null bool) {
	if r.Absent && (null || len(path) == 1) {
		e.xsi = true
		r = ElementValue{Write: func(e *Encoder) { e.Raw(` xsi:nil="true">`) }}
	}
	n := len(path)
	if r.Absent && n > 0 {
		n--
	}
	for i := range n {
		e.Open(path[i], i == 0)
		if i < len(path)-1 {
			e.Raw(">")
			e.writeRPCResult(path[i+1], r)
		} else {
			e.Raw(e.OutType)
		}
	}
	if n > 0 && n == len(path) {
		r.Encode(e)
	}
	for i := n - 1; i >= 0; i-- {
		e.Close(path[i])
	}
}

// writeRPCResult writes, in a response of SOAP 1.2 with SOAP encoding, which
// element holds the value that the procedure returns.
func (e *Encoder) writeRPCResult(name ElementName, r ElementValue) {
	if !e.Encoded || !e.SOAP12 || !e.Returns || name.NS != 0 || r.Absent {
		return
	}
	e.Raw(`<rpc:result xmlns:rpc="` + RPCNamespace + `">` + name.Local + `</rpc:result>`)
}

// DecodePath reads the elements of path, of which the current tag should be the
// first, and the innermost with inner. Unknown elements beside them are skipped. If the
// innermost is missing, inner is not called, and it is an error if must is set, or if
// there is another element in its place.
func DecodePath(d *Decoder, path []ElementName, must bool, inner func(*Decoder)) {
	switch {
	case d.Is(path[0]) || d.LenientNames && d.almost(path[0]):
	case d.almost(path[0]):
		space, local := d.Tag()
		d.FailTag("%s", d.mistaken(space, local, path[0]))
		return
	default:
		d.FailTag("the element %s is expected here", path[0].Local)
		return
	}
	decodeRest(d, path[1:], must, inner)
}

func decodeRest(d *Decoder, path []ElementName, must bool, inner func(*Decoder)) {
	if len(path) == 0 {
		inner(d)
		return
	}
	found, other := false, ""
	d.Enter(NoFields)
	for d.Child() {
		switch {
		case !d.Is(path[0]) && !(d.LenientNames && !found && d.almost(path[0])):
			if !found && d.almost(path[0]) {
				d.noteMistake(0, path[0])
			} else if !found && other == "" && !d.HasTag(RPCNamespace, "result") {
				_, other = d.Tag()
			}
			d.SkipUnknown()
		case found:
			d.SkipSecond()
		default:
			found = true
			d.top.seen = 1 // field 0, for noteMistake
			decodeRest(d, path[1:], must, inner)
		}
	}
	if !found {
		missing(d, path[0], must, other)
	}
}

// missing reports an element that is not there: one that must be there, or another element is in its place.
func missing(d *Decoder, name ElementName, must bool, other string) {
	if other != "" {
		d.Accept("the element %s is missing; %q is in its place", name.Local, lex.QuoteName([]byte(other)))
	} else if must {
		d.Accept("the element %s is missing", name.Local)
	}
}

// WrapContent returns a document whose root element has content, to read
// content without a start tag.
func WrapContent(content []byte) []byte {
	return bytes.Join([][]byte{[]byte("<r>"), content, []byte("</r>")}, nil)
}

// WrapText returns a document whose root element has text. Text that XML does
// not allow is an error.
func WrapText(text string) ([]byte, error) {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.String("<r>", text, "</r>")
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// EncodeContent writes a document whose root is the content of a value: encode
// writes the end of a start tag, and one element. Without an element nothing is
// written.
func EncodeContent(e *Encoder, encode func(*Encoder)) {
	start := len(e.Buf)
	e.Raw(XMLProlog)
	from := len(e.Buf)
	WriteMember(e, func() {
		encode(e)
		e.Buf = append(e.Buf[:from], e.Buf[from+1:]...)
	})
	if len(e.Buf) == from {
		e.Buf = e.Buf[:start]
	}
}

// standAlone makes the element that starts at e.buf[from] declare the
// namespaces of the table.
func standAlone(e *Encoder, from int) {
	n := bytes.IndexAny(e.Buf[from:], " />")
	if n < 0 || e.Buf[from] != '<' {
		return
	}
	rest := append([]byte(nil), e.Buf[from+n:]...)
	e.Buf = e.Buf[:from+n]
	e.Declare()
	e.Buf = append(e.Buf, rest...)
}

// MaxValueDepth is how deep values may be nested: they are ours, and need no other limit.
const MaxValueDepth = 10000

// XMLProlog is the XML declaration of documents.
const XMLProlog = `<?xml version="1.0" encoding="utf-8"?>`

// IndexOfMember returns the index of the current tag's element in members, -1
// if it is not there.
func IndexOfMember(d *Decoder, members []ElementName) int {
	return slices.IndexFunc(members, d.Is)
}

// Match is the result of MatchElement. An element that is a member of a
// substitution group may also match another declaration exactly; that takes
// precedence.
type Match int

// The results of MatchElement.
const (
	MatchNone   Match = iota
	MatchMember       // a member of its substitution group
	MatchExact
)

// MatchElement compares the current tag with the name of an element or, if it
// has a substitution group, with its members.
func MatchElement(d *Decoder, name ElementName, members []ElementName) Match {
	switch {
	case len(members) == 0 && d.Is(name):
		return MatchExact
	case IndexOfMember(d, members) >= 0:
		return MatchMember
	}
	return MatchNone
}

// WriteMember calls write, which writes an element with its tags or nothing, and adds
// declarations of the namespaces of the table to the element.
func WriteMember(e *Encoder, write func()) {
	from := len(e.Buf)
	if write(); len(e.Buf) == from || e.err != nil {
		return
	}
	standAlone(e, from)
	d := NewDecoder(e.Buf[from:], nil, Limits{Depth: MaxValueDepth})
	defer d.Release()
	if d.Document(d.Skip) != nil {
		e.fail("", "more than one element of a substitution group is set")
	}
}
