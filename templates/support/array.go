package support

import (
	"strconv"
	"strings"
)

// The arrays of SOAP encoding (SOAP 1.1 section 5.4.2, SOAP 1.2 part 2 section
// 3.1.6): elements of any name, in order.

// OpenArray ends the start tag of an array of n items whose type is item, a
// qualified name; with brackets behind it for items that are arrays, which SOAP
// 1.2 has no name for.
func (e *Encoder) OpenArray(item string, n int) {
	if e.soap12 {
		e.Raw(` xmlns:enc="` + soapEncoding12 + `"`)
		if !strings.HasSuffix(item, "]") {
			e.Raw(` enc:itemType="` + item + `"`)
		}
		e.Raw(` enc:arraySize="`)
		e.buf = strconv.AppendInt(e.buf, int64(n), 10)
		e.Raw(`">`)
		return
	}
	e.Raw(` xmlns:enc="` + soapEncoding11 + `" xsi:type="enc:Array" enc:arrayType="` + item + "[")
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
	e.Raw(`]">`)
}

// EnterArray enters the current element: NextItem reads the items. An array of
// which only a part has been transmitted is an error: what is missing could not
// be told from what is nil.
func (d *Decoder) EnterArray() {
	if offset, ok := d.Attr(soapEncoding11, "offset"); ok && offset != "[0]" {
		d.failTag("a part of an array, that begins at %s", strconv.Quote(quoteName([]byte(offset))))
	}
	d.Open()
}

// NextItem moves to the next item of an array and reports whether there is one.
func (d *Decoder) NextItem() bool {
	if !d.Child() {
		return false
	}
	if _, ok := d.Attr(soapEncoding11, "position"); ok {
		d.failTag("an array whose items have positions")
		return false
	}
	if d.items++; d.items > d.lim.Items {
		d.failTag("more than %d items", d.lim.Items)
		return false
	}
	return true
}

// encodingStyle says how an element is encoded (SOAP 1.1 section 4.1.1, SOAP 1.2
// part 1 section 5.1.1). The prefix is that of the envelope.
func (e *Encoder) encodingStyle() {
	if e.soap12 {
		e.Raw(` soap:encodingStyle="` + soapEncoding12 + `"`)
		return
	}
	e.Raw(` soap:encodingStyle="` + soapEncoding11 + `"`)
}
