package codec

import (
	"errors"
	"io"
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// noNamespaces is the table of a document whose names are not looked up.
var noNamespaces = []Namespace{{}}

// markupLimits are for markup of an application: it may be as large as it
// likes, but for what would be a danger to the stack.
var markupLimits = Limits{Depth: 1 << 12, Attributes: 1 << 12, NameLength: 1 << 16, Items: 1 << 30}

// markupDecoder returns a decoder for markup that is copied. In a message with parts it must not refer to them: that would be
// another value of the message (XML-binary Optimized Packaging, section 3.1).
func (e *Encoder) markupDecoder(markup string) *Decoder {
	d := NewDecoder([]byte(markup), noNamespaces, markupLimits)
	if e.Parts != nil {
		d.Parts = NewParts(d.Buf, noSource{})
	}
	return d
}

// noSource refuses all references to parts.
type noSource struct{}

var errOwnInclude = errors.New("a message with MTOM must not have elements xop:Include besides those for its parts")

func (noSource) Find(string) ([]byte, error)    { return nil, errOwnInclude }
func (noSource) Open(string) (io.Reader, error) { return nil, errOwnInclude }

// RawXML writes an element that declares its namespaces.
func (e *Encoder) RawXML(open string, x xsd.RawXML, close string) {
	e.Raw(open)
	defer e.Raw(close)
	d := e.markupDecoder(string(x))
	defer d.Release()
	if d.Document(func() { e.copyElement(d) }) != nil {
		e.fail("RawXML", "not a self-contained element: %s", d.Failed.Message)
	}
}

// copyElement writes the current element of d as it is, with its default
// namespace undeclared if the document around it has one.
func (e *Encoder) copyElement(d *Decoder) {
	from, end := d.current.name-1, d.current.end
	own := d.scope[d.current.mark:]
	d.Skip()
	if d.Failed != nil {
		return
	}
	e.Buf = append(e.Buf, d.Buf[from:end]...)
	if e.hasDefault() && !slices.ContainsFunc(own, func(b NSBinding) bool { return b.Prefix == nil }) {
		e.Raw(` xmlns=""`)
	}
	e.Buf = append(e.Buf, d.Buf[end:d.Pos]...)
}

// hasDefault reports whether the document declares a default namespace.
func (e *Encoder) hasDefault() bool {
	for i := range e.ns {
		if i > 0 && e.ns[i].Prefix == "" && e.declares(i) {
			return true
		}
	}
	return false
}

// copyContent writes content that declares its namespaces: text, elements that
// declare their namespaces, comments.
func (e *Encoder) copyContent(markup, content string) {
	if isPlainText(content) {
		e.Buf = append(e.Buf, content...)
		return
	}
	d := e.markupDecoder("<x>" + content + "</x>")
	defer d.Release()
	d.Root()
	from := d.Pos
	for d.Open(); d.Child(); {
		e.Buf = append(e.Buf, d.Buf[from:d.current.name-1]...)
		e.copyElement(d)
		from = d.Pos
	}
	end := d.Pos - len("</x>")
	d.End()
	if d.Failed != nil {
		e.fail(markup, "the content is not self-contained: %s", d.Failed.Message)
		return
	}
	e.Buf = append(e.Buf, d.Buf[from:end]...)
}
