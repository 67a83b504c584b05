package codec

// textRow is what nextMixed returns for text.
const textRow = 1 << 20

// nextMixed is Next for content that text may be part of. For a piece of text,
// which is in scratch then, it returns textRow; comments and processing
// instructions do not divide one.
func (d *Decoder) nextMixed() int {
	for d.Failed == nil {
		if d.top.mode != tagOpen {
			return d.endEmpty()
		}
		d.scratch = d.scratch[:0]
		if d.readText() && len(d.scratch) > 0 {
			if d.items++; d.items > d.lim.Items {
				d.Fail("more than %d items", d.lim.Items)
				return -1
			}
			return textRow
		}
		switch {
		case d.Failed != nil:
		case d.at("</"):
			d.leaveOpen(d.top)
			return -1
		case d.startTag():
			i := d.match()
			if i < 0 {
				d.skipOther(d.top)
			} else if i = d.note(d.top, i); i != skipped {
				return i
			}
		}
	}
	return -1
}

// readText adds text up to the next tag to scratch. It reports false on an error.
func (d *Decoder) readText() bool {
	for {
		i := d.readChars(d.Pos, true)
		if i < 0 {
			return false
		}
		d.Pos = i
		switch {
		case i+1 >= len(d.Buf):
			d.Fail("the document ends inside an element")
			return false
		case d.at("<![CDATA["):
			d.cdata(true)
		case d.Buf[i+1] == '!' || d.Buf[i+1] == '?':
			d.skipMarkup()
		default:
			return true
		}
		if d.Failed != nil {
			return false
		}
	}
}
