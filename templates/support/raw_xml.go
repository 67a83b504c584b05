package support

import "bytes"

// RawXML is one element as markup that stands alone: well-formed, with all the
// namespaces that its names are in declared in it. What comes from a message is
// as it was there, comments and white space included; qualified names in its
// content keep their meaning, as the declarations that they use are taken
// along. A value that is sent has to be such an element. "" is no element.
//
// An element of the contract has a variable, of the type SchemaElement, that
// tells whether Name is its own, and goes from the markup to a value and back:
// Unmarshal([]byte(x)), and RawXML(doc) of what Marshal returns.
type RawXML string

// Name returns the name of the element; the zero name if x does not start with
// one.
func (x RawXML) Name() QName {
	d := NewDecoder([]byte(x), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return QName{}
	}
	space, local := d.Tag()
	return QName{Space: space, Local: local}
}

// noNamespaces is the table of a document whose names are not looked up.
var noNamespaces = []Namespace{{}}

// markupLimits are for markup that an application hands over: it may be as
// large as it likes, but for what would be a danger to the stack.
var markupLimits = Limits{Depth: 1 << 12, Attributes: 1 << 12, NameLength: 1 << 16, Items: 1 << 30}

// RawXML returns the current element, read through its end tag.
func (d *Decoder) RawXML() RawXML {
	d.fill()
	element, scope := d.tag, d.scope
	d.Skip()
	if d.err != nil {
		return ""
	}
	e := NewEncoder(nil, false)
	defer e.Release()
	e.buf = append(e.buf, d.buf[element.name-1:element.end]...)
	rest := d.buf[element.end:d.pos]
	d.declareOuter(e, scope[:element.mark], scope[element.mark:], usedPrefixes(d.buf[element.name:d.pos]))
	if d.err != nil {
		return ""
	}
	e.buf = append(e.buf, rest...)
	return RawXML(e.buf)
}

// OptRawXML is RawXML for an element that may be absent.
func (d *Decoder) OptRawXML() RawXML { return d.RawXML() }

// OptRawXML is RawXML for an element that may be absent: "" leaves it out.
func (e *Encoder) OptRawXML(open string, x RawXML, close string) {
	if x != "" {
		e.RawXML(open, x, close)
	}
}

// RawXML writes an element that stands alone.
func (e *Encoder) RawXML(open string, x RawXML, close string) {
	e.Raw(open)
	defer e.Raw(close)
	d := NewDecoder([]byte(x), noNamespaces, markupLimits)
	defer d.Release()
	if d.Root() {
		e.copyElement(d)
	}
	d.End()
	if d.err != nil {
		e.fail("RawXML", "it is no element that stands alone: %s", d.err.Message)
	}
}

// copyElement writes the current element of d as it is, with its default
// namespace undeclared if the document around it has one.
func (e *Encoder) copyElement(d *Decoder) {
	from, end := d.tag.name-1, d.tag.end
	own := d.scope[d.tag.mark:]
	d.Skip()
	if d.err != nil {
		return
	}
	e.buf = append(e.buf, d.buf[from:end]...)
	if e.hasDefault() && !declaresDefault(own) {
		e.Raw(` xmlns=""`)
	}
	e.buf = append(e.buf, d.buf[end:d.pos]...)
}

// hasDefault reports whether the document declares a default namespace.
func (e *Encoder) hasDefault() bool {
	for i := range e.ns {
		if i > 0 && e.ns[i].Prefix == "" {
			return true
		}
	}
	return false
}

func declaresDefault(own []nsBinding) bool {
	for _, b := range own {
		if b.prefix == nil {
			return true
		}
	}
	return false
}

// copyContent writes content that stands alone: text, elements that declare
// their namespaces, comments.
func (e *Encoder) copyContent(markup, content string) {
	if !containsMarkup(content) {
		e.buf = append(e.buf, content...)
		return
	}
	d := NewDecoder([]byte("<x>"+content+"</x>"), noNamespaces, markupLimits)
	defer d.Release()
	d.Root()
	from := d.pos
	d.Open()
	for d.Child() {
		e.buf = append(e.buf, d.buf[from:d.tag.name-1]...)
		e.copyElement(d)
		from = d.pos
	}
	end := d.pos - len("</x>")
	d.End()
	if d.err != nil {
		e.fail(markup, "its content does not stand alone: %s", d.err.Message)
		return
	}
	e.buf = append(e.buf, d.buf[from:end]...)
}

// containsMarkup reports whether text holds anything but plain characters.
func containsMarkup(text string) bool {
	for i := range len(text) {
		if textEscapes.text[text[i]] != "" {
			return true
		}
	}
	return false
}

// Text returns the character content of the element, that of the elements in
// it left out.
func (x RawXML) Text() string {
	d := NewDecoder(bytes.Clone([]byte(x)), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return ""
	}
	return d.Text()
}
