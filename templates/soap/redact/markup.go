package redact

import (
	"bytes"
	"html"
	"net/url"

	"example.com/quartet/templates/soap/internal/codec"
)

// markup finds the texts and the values of attributes of secret elements, and the values of secret attributes, in a document, and
// reports whether it is well-formed. Of one that has been cut, the result ends after a tag.
func (s *scan) markup(start, end int, cut bool) bool {
	d := codec.NewDecoder(s.b[start:end], nil, codec.Limits{Depth: codec.MaxValueDepth})
	defer d.Release()
	secret := 0 // the depth of the outermost element that is a credential; 0: there is none
	whole := 0  // where the last tag ends
	enter := func() {
		if secret == 0 && s.IsCredential(string(d.LocalName())) {
			secret = d.Depth() + 1
		}
		s.attributes(d, start, secret > 0)
		d.IgnoreNil()
		whole = d.Pos
		d.Open()
	}
	var text []byte
	keep := func() { text = append(text[:0], d.Piece()...) }
	if d.Root() {
		enter()
	}
	for d.Depth() > 0 && d.Err() == nil {
		from := d.Pos
		child := d.Step(keep)
		if d.Err() != nil {
			break
		}
		to := d.TagStart()
		if !child {
			to = d.Pos
			keep()
		}
		if secret > 0 {
			s.refer(text)
			s.mark(start+from, start+to)
		} else {
			s.inner(start+from, start+to, text, escapedText)
		}
		if child {
			enter()
			continue
		}
		if d.Leave(); d.Depth() < secret {
			secret = 0
		}
		if d.Err() == nil {
			whole = d.Pos
		}
	}
	d.End()
	if d.Err() != nil && cut && whole > 0 {
		s.end = start + whole
		return true
	}
	return d.Err() == nil
}

func escapedText(text []byte) string { return html.EscapeString(string(text)) }

// refer notes a reference to a part (RFC 2392).
func (s *scan) refer(value []byte) {
	if text, ok := bytes.CutPrefix(bytes.TrimSpace(value), []byte("cid:")); ok {
		id, _ := url.PathUnescape(string(text)) // an invalid one is none
		s.refs[id] = true
	}
}

// attributes marks the values of secret attributes of the current tag. If the element is secret, all are, except those that
// say what the element is, and in which part its content is.
func (s *scan) attributes(d *codec.Decoder, start int, secret bool) {
	for i := range d.Attrs {
		a := &d.Attrs[i]
		local := string(d.Buf[a.Local:a.End])
		if local == "href" && secret && d.HasTag(codec.XOPNamespace, "Include") {
			s.refer(a.Value)
			continue
		}
		at := a.End + bytes.IndexAny(d.Buf[a.End:], `"'`)
		from := start + at + 1
		to := from + bytes.IndexByte(d.Buf[at+1:], d.Buf[at])
		if s.IsCredential(local) || secret && !saysWhat(local) {
			s.mark(from, to)
		} else {
			s.inner(from, to, a.Value, escapedText)
		}
	}
}

// saysWhat reports whether an attribute of a secret element is not a value: the attributes of XML Schema and of
// WS-Security.
func saysWhat(name string) bool {
	switch name {
	case "lang", "type", "nil", "Type", "ValueType", "EncodingType", "mustUnderstand":
		return true
	}
	return false
}
