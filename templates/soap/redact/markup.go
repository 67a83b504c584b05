package redact

import (
	"bytes"

	"example.com/quartet/templates/soap/internal/codec"
)

// markup finds the texts and the values of attributes of secret elements, and the values of secret attributes, in a document, and
// reports whether it is well-formed. Of one that has been cut, the result ends after a tag.
func (s *scan) markup(start, end int, cut bool) bool {
	d := codec.NewDecoder(s.b[start:end], nil, codec.Limits{Depth: codec.MaxValueDepth})
	defer d.Release()
	secret := 0       // the depth of the outermost element that is a credential; 0: there is none
	list := &s.found  // for the texts of elements
	outer := &s.found // for the texts of the outermost element that is a credential
	whole := 0        // where the last tag ends
	enter := func() {
		name := string(d.LocalName())
		s.hides = s.hides || name == "EncryptedData"
		if secret == 0 && s.IsCredential(name) {
			secret, outer = d.Depth()+1, &s.found
			if name == "Signature" && d.Space() == "http://www.w3.org/2000/09/xmldsig#" || name == "BinarySecurityToken" {
				outer = &s.signed
			}
		}
		if list = outer; name == "DigestValue" && outer == &s.signed && !s.IsCredential(name) {
			list = &s.digests
		}
		s.attributes(d, start, secret > 0, list)
		d.IgnoreNil()
		whole = d.Pos
		d.Open()
	}
	if d.Root() {
		enter()
	}
	for d.Depth() > 0 && d.Err() == nil {
		from := d.Pos
		child := d.Step(func() {})
		if d.Err() != nil {
			break
		}
		to := d.TagStart()
		if !child {
			to = d.Pos
		}
		if secret > 0 {
			*list = s.marked(*list, start+from, start+to)
		}
		if child {
			enter()
			continue
		}
		if d.Leave(); d.Depth() < secret {
			secret, outer = 0, &s.found
		}
		list = outer
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

// attributes adds the values of secret attributes of the current tag to a list. If the element is secret, all are, except those that
// say what the element is, and in which part its content is, and in a signature the algorithms and what is signed.
func (s *scan) attributes(d *codec.Decoder, start int, secret bool, list *[]span) {
	for i := range d.Attrs {
		a := &d.Attrs[i]
		local := string(d.Buf[a.Local:a.End])
		at := a.End + bytes.IndexAny(d.Buf[a.End:], `"'`)
		isSigned := list != &s.found && (local == "Algorithm" || local == "URI" && d.Buf[at+1] == '#')
		if s.IsCredential(local) || secret && !isSigned && !saysWhat(local) {
			*list = s.marked(*list, start+at+1, start+at+1+bytes.IndexByte(d.Buf[at+1:], d.Buf[at]))
		}
	}
}

// saysWhat reports whether an attribute of a secret element is not a value: the attributes of XML Schema, of WS-Security and of
// XOP.
func saysWhat(name string) bool {
	switch name {
	case "lang", "type", "nil", "Type", "ValueType", "EncodingType", "mustUnderstand", "href":
		return true
	}
	return false
}
