package codec

import (
	"example.com/quartet/templates/soap/internal/lex"
)

func (d *Decoder) valueWithoutContent() []byte {
	switch d.current.mode {
	case tagAttr:
		return d.Attrs[d.attrIndex-1].Value
	case tagItem, tagAttrItem:
		return d.listItem
	case tagNil, tagNilClosed:
		d.acceptNil()
		return nil
	}
	d.scope = d.scope[:d.current.mark]
	return nil
}

// readNil reports whether the current element is nil, and reads through its end
// tag if so.
func (d *Decoder) readNil() bool {
	if d.Failed != nil || d.current.mode != tagNil && d.current.mode != tagNilClosed {
		return false
	}
	if d.current.mode == tagNil {
		d.emptyContent()
	}
	d.scope = d.scope[:d.current.mark]
	return true
}

// emptyContent reads through the end tag of the current element, which is nil
// and must have no content (XML Schema part 1, section 3.3.4, cvc-elt 3.2.1). White
// space is an error if the decoder is strict.
func (d *Decoder) emptyContent() {
	element := d.current
	for d.Failed == nil {
		start := d.Pos
		i := d.readChars(start, false)
		if i < 0 {
			return
		}
		if text := d.Buf[start:i]; len(lex.TrimSpace(text)) > 0 || d.Strict && len(text) > 0 {
			d.Fail("an element with xsi:nil has content")
			return
		}
		d.Pos = i
		switch {
		case d.at("</"):
			end := d.endTag(i, &element)
			if end >= 0 {
				d.Pos = end
				d.current = element
			}
			return
		case d.at("<![CDATA[") || !d.at("<!") && !d.at("<?"):
			d.Fail("an element with xsi:nil has content")
		default:
			d.skipMarkup()
		}
	}
}
