package support

import "bytes"

// A strict decoder refuses what the shapes do not have. It looks where a lenient
// one passes something over, so that what is predicted takes no longer.

// noFields is the shape of an element whose children are not counted.
var noFields = new(Shape)

// skipUnknown skips the current element, which is none of the contract's.
func (d *Decoder) skipUnknown() {
	if d.strict {
		d.failTag("the element is not known here")
		return
	}
	d.Skip()
}

// refuseAttrs refuses the attributes that NextAttr has not seen.
func (d *Decoder) refuseAttrs() {
	for i := d.nextAttr; i < len(d.attrs) && d.err == nil; i++ {
		d.refuseAttr(&d.attrs[i])
	}
}

func (d *Decoder) refuseAttr(a *attribute) {
	if a.uri != xsiNamespace {
		d.failTag("the attribute %s is not known here", quoteName(d.buf[a.name:a.end]))
	}
}

// onlySpace refuses text in buf[from:to], and a CDATA section at to.
func (d *Decoder) onlySpace(from, to int) bool {
	if len(trimSpace(d.buf[from:to])) == 0 && !bytes.HasPrefix(d.buf[to:], []byte("<![CDATA[")) {
		return true
	}
	d.failAt(from, "text between elements")
	return false
}
