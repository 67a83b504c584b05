package schema

import (
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// The arrays of SOAP encoding (SOAP 1.1 section 5.4.2, SOAP 1.2 part 2 section
// 3.1.6): elements of any name, in order.

// OpenArray ends the start tag of an array of n items whose type is item, a
// qualified name; with brackets behind it for items that are arrays, which SOAP
// 1.2 has no name for.
func (e *Encoder) OpenArray(item string, n int) {
	if e.SOAP12 {
		e.Raw(` xmlns:enc="` + SOAPEncoding12 + `"`)
		if !strings.HasSuffix(item, "]") {
			e.Raw(` enc:itemType="` + item + `"`)
		}
		e.Raw(` enc:arraySize="`)
		e.Buf = strconv.AppendInt(e.Buf, int64(n), 10)
		e.Raw(`">`)
		return
	}
	e.Raw(` xmlns:enc="` + SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="` + item + "[")
	e.Buf = strconv.AppendInt(e.Buf, int64(n), 10)
	e.Raw(`]">`)
}

// OpenMatrix is OpenArray for an array of rank dimensions, of which there are
// more than one: their sizes have to make up for n items. Without sizes there
// are no items.
func (e *Encoder) OpenMatrix(item string, rank int, sizes []int, n int) {
	if sizes == nil && n == 0 {
		sizes = make([]int, rank)
	}
	if len(sizes) != rank || matrixSize(sizes, n) != n {
		e.fail("", "an array of %d dimensions, with %d items and the sizes %v", rank, n, sizes)
		return
	}
	if e.SOAP12 {
		e.Raw(` xmlns:enc="` + SOAPEncoding12 + `"`)
		if !strings.HasSuffix(item, "]") {
			e.Raw(` enc:itemType="` + item + `"`)
		}
		e.Raw(` enc:arraySize="` + joinSizes(sizes, " ") + `">`)
		return
	}
	e.Raw(` xmlns:enc="` + SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="` + item + "[" + joinSizes(sizes, ",") + `]">`)
}

// matrixSize returns how many items there are, something else than n if that is
// not n.
func matrixSize(sizes []int, n int) int {
	total := 1
	for _, size := range sizes {
		if size == 0 {
			return 0
		}
	}
	for _, size := range sizes {
		if size < 0 || size > n || total > n {
			return -1
		}
		total *= size
	}
	return total
}

func joinSizes(sizes []int, separator string) string {
	var b strings.Builder
	for i, size := range sizes {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strconv.Itoa(size))
	}
	return b.String()
}

// EnterMatrix is EnterArray for an array of rank dimensions, of which there are
// more than one. It returns their sizes; those that are not known are -1.
func (d *Decoder) EnterMatrix(rank int) []int {
	sizes := d.arraySizes()
	if sizes != nil && len(sizes) != rank {
		d.FailTag("an array of %d dimensions, in place of %d", len(sizes), rank)
	}
	d.enterArray()
	return sizes
}

// LeaveMatrix checks that an array has as many items as its sizes say. The first
// of them may have been left open (SOAP 1.2 part 2, section 3.1.6).
func (d *Decoder) LeaveMatrix(sizes []int, n int) {
	if d.Failed != nil {
		return
	}
	if n == 0 {
		for i, size := range sizes {
			sizes[i] = max(size, 0)
		}
	} else if len(sizes) > 0 && sizes[0] < 0 {
		if row := matrixSize(sizes[1:], n); row > 0 {
			sizes[0] = n / row
		}
	}
	switch {
	case sizes == nil && n > 0:
		d.Fail("an array with %d items that does not say its sizes", n)
	case sizes != nil && matrixSize(sizes, n) != n:
		d.Fail("an array with %d items that says it has the sizes %s", n, joinSizes(sizes, ","))
	}
}

// arraySizes returns the sizes of the dimensions that the current element says
// it has as an array, -1 for one that it leaves open; nil if it says nothing.
func (d *Decoder) arraySizes() []int {
	text, ok := d.Attr(SOAPEncoding12, "arraySize")
	words := strings.Fields(text)
	if !ok {
		if text, ok = d.Attr(SOAPEncoding11, "arrayType"); !ok {
			return nil
		}
		text = strings.TrimSpace(text[strings.LastIndexByte(text, '[')+1:])
		words = strings.Split(strings.TrimSuffix(text, "]"), ",")
	}
	const most = 64 // dimensions
	if len(words) > most {
		d.FailTag("an array of %d dimensions", len(words))
		return nil
	}
	var sizes []int
	for _, word := range words {
		n, err := strconv.ParseUint(strings.TrimSpace(word), 10, 31)
		if err != nil {
			sizes = append(sizes, -1)
		} else {
			sizes = append(sizes, int(n))
		}
	}
	return sizes
}

// EnterArray enters the current element: NextItem reads the items. An array of
// which only a part has been transmitted is an error: what is missing could not
// be told from what is nil.
func (d *Decoder) EnterArray() {
	if text, ok := d.Attr(SOAPEncoding11, "arrayType"); ok && strings.LastIndexByte(text, ',') > strings.LastIndexByte(text, '[') {
		d.FailTag("an array of several dimensions, in place of one")
	}
	if text, ok := d.Attr(SOAPEncoding12, "arraySize"); ok && strings.ContainsAny(strings.TrimSpace(text), " \t\r\n") {
		d.FailTag("an array of several dimensions, in place of one")
	}
	d.enterArray()
}

func (d *Decoder) enterArray() {
	if offset, ok := d.Attr(SOAPEncoding11, "offset"); ok && strings.Trim(offset, "[0, ]") != "" {
		d.FailTag("a part of an array, that begins at %s", strconv.Quote(lex.QuoteName([]byte(offset))))
	}
	d.Open()
}

// NextItem moves to the next item of an array and reports whether there is one.
func (d *Decoder) NextItem() bool {
	if !d.Child() {
		return false
	}
	if _, ok := d.Attr(SOAPEncoding11, "position"); ok {
		d.FailTag("an array whose items have positions")
		return false
	}
	if d.items++; d.items > d.lim.Items {
		d.FailTag("more than %d items", d.lim.Items)
		return false
	}
	return true
}
