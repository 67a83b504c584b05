package codec

import "example.com/quartet/templates/soap/internal/lex"

// readList reads a type that is a list: items with white space between them
// (XML Schema part 2, section 2.5.1.2). The result is never nil without an error.
func (d *Decoder) readList(f *fieldPlan, to pointer) {
	d.fill()
	declared := len(d.scope)
	text := d.value()
	n := countListItems(text)
	if d.items += n; d.items > d.lim.Items {
		d.FailTag("more than %d items", d.lim.Items)
	}
	if d.Failed != nil || !d.TakeMemory(int64(n)*int64(f.list.size)) {
		return
	}
	to.makeSlice(f.elem, n)
	of, outer := d.current, d.scope
	d.scope = d.scope[:declared] // the element's own declarations, which are for names in it
	if d.current.mode = tagItem; of.mode == tagAttr {
		d.current.mode = tagAttrItem
	}
	for {
		d.listItem, text = nextListItem(text)
		if len(d.listItem) == 0 || d.Interrupt != nil && d.Interrupted() {
			break
		}
		d.readValue(f.list, to.slice().extend(f.list.size))
	}
	d.current, d.scope = of, outer
}

func nextListItem(text []byte) (word, rest []byte) {
	text = text[skipSpace(text, 0):]
	n := 0
	for n < len(text) && !lex.IsSpace(text[n]) {
		n++
	}
	return text[:n:n], text[n:]
}

func countListItems(text []byte) int {
	n, inside := 0, false
	for _, c := range text {
		if lex.IsSpace(c) {
			inside = false
		} else if !inside {
			inside = true
			n++
		}
	}
	return n
}
