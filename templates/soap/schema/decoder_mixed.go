package schema

// TextRow is what NextMixed returns for text.
const TextRow = 1 << 20

// StartMixed enters the current element, whose content is text and elements,
// and moves to the first piece of it, as NextMixed does.
func (d *Decoder) StartMixed(shape *Shape) int {
	d.push(shape)
	return d.NextMixed()
}

// NextMixed is Next for content that text may be part of. For a piece of text,
// which Chars returns then, it returns TextRow; comments and processing
// instructions do not divide one.
func (d *Decoder) NextMixed() int {
	for d.Failed == nil {
		if d.Top.Mode != TagOpen {
			return d.endEmpty()
		}
		if d.moreText() {
			return d.countText()
		}
		switch {
		case d.Failed != nil:
		case d.At("</"):
			d.Leave(d.Top)
			return -1
		case d.StartTag():
			if i := d.match(); i >= 0 {
				return d.note(d.Top, i)
			}
			d.SkipUnknown()
		}
	}
	return -1
}

// moreText reads text up to the next tag into scratch, and reports whether there
// is any.
func (d *Decoder) moreText() bool {
	d.Scratch = d.Scratch[:0]
	for {
		i := d.ReadChars(d.Pos, true)
		if i < 0 {
			return false
		}
		d.Pos = i
		switch {
		case i+1 >= len(d.Buf):
			d.Fail("the document ends inside an element")
			return false
		case d.At("<![CDATA["):
			d.Cdata(true)
		case d.Buf[i+1] == '!' || d.Buf[i+1] == '?':
			d.SkipMarkup()
		default:
			return len(d.Scratch) > 0
		}
		if d.Failed != nil {
			return false
		}
	}
}

func (d *Decoder) countText() int {
	if d.items++; d.items > d.lim.Items {
		d.Fail("more than %d items", d.lim.Items)
		return -1
	}
	return TextRow
}

// Chars returns the text that NextMixed has moved to.
func (d *Decoder) Chars() string { return string(d.Scratch) }

// DecodeInto reads an element of a repeated group, or text between elements, as
// one more item; row is that of the element among those of the items.
func DecodeInto[T any](d *Decoder, items []T, row int, field func(*T, *Decoder, int)) []T {
	items = append(items, *new(T))
	field(&items[len(items)-1], d, row)
	return items
}
