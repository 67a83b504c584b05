package encoded

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// Arrays are the arrays of SOAP encoding (SOAP 1.1 section 5.4.2, SOAP 1.2 part 2
// section 3.1.6): elements of any name, in order.
type Arrays struct{}

var _ schema.ArrayStyle = Arrays{}

// Enter enters the current element as an array of rank dimensions: Next moves
// to the items. Of several dimensions it returns the sizes; those that are not
// known are -1. A partially transmitted array is an error: missing items could
// not be distinguished from nil.
func (Arrays) Enter(d *schema.Decoder, rank int) (sizes []int) {
	if rank > 1 {
		if sizes = arraySizes(d); sizes != nil && len(sizes) != rank {
			d.FailTag("an array of %d dimensions instead of %d", len(sizes), rank)
		}
		enterArray(d)
		return sizes
	}
	if text, ok := d.Attr(codec.SOAPEncoding11, "arrayType"); ok && strings.LastIndexByte(text, ',') > strings.LastIndexByte(text, '[') {
		d.FailTag("an array of several dimensions instead of one")
	}
	if text, ok := d.Attr(codec.SOAPEncoding12, "arraySize"); ok && strings.ContainsAny(strings.TrimSpace(text), " \t\r\n") {
		d.FailTag("an array of several dimensions instead of one")
	}
	enterArray(d)
	return nil
}

// Next moves to the next item of an array and reports whether there is one.
func (Arrays) Next(d *schema.Decoder) bool {
	if !d.Child() {
		return false
	}
	if _, ok := d.Attr(codec.SOAPEncoding11, "position"); ok {
		d.FailTag("an array whose items have positions")
		return false
	}
	return d.CountItem()
}

// Leave checks that the number of items in an array of several dimensions
// matches its sizes. The first size may be open (SOAP 1.2 part 2, section
// 3.1.6).
func (Arrays) Leave(d *schema.Decoder, rank int, sizes []int, n int) {
	if rank > 1 && d.Failed == nil {
		leaveMatrix(d, sizes, n)
	}
}

// Open ends the start tag of an array of n items whose type is item, a
// qualified name; for items that are arrays it ends with brackets, which SOAP
// 1.2 cannot express. The product of the sizes of several dimensions must be n;
// without sizes there are no items.
func (Arrays) Open(e *schema.Encoder, item string, rank int, sizes []int, n int) {
	switch {
	case rank <= 1:
		sizes = []int{n}
	case sizes == nil && n == 0:
		sizes = make([]int, rank)
	case !e.CheckSizes("", rank, sizes, n):
		return
	}
	if !e.SOAP12 {
		e.Raw(` xmlns:enc="` + codec.SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="` + item + "[" + joinSizes(sizes, ",") + `]">`)
		return
	}
	e.Raw(` xmlns:enc="` + codec.SOAPEncoding12 + `"`)
	if !strings.HasSuffix(item, "]") {
		e.Raw(` enc:itemType="` + item + `"`)
	}
	e.Raw(` enc:arraySize="` + joinSizes(sizes, " ") + `">`)
}

func joinSizes(sizes []int, separator string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", separator)
}

func leaveMatrix(d *schema.Decoder, sizes []int, n int) {
	if n == 0 {
		for i, size := range sizes {
			sizes[i] = max(size, 0)
		}
	} else if len(sizes) > 0 && sizes[0] < 0 {
		if row := codec.MatrixSize(sizes[1:], n); row > 0 {
			sizes[0] = n / row
		}
	}
	switch {
	case sizes == nil && n > 0:
		d.Fail("an array with %d items that does not declare its sizes", n)
	case sizes != nil && codec.MatrixSize(sizes, n) != n:
		d.Fail("an array with %d items that declares the sizes %s", n, joinSizes(sizes, ","))
	}
}

// arraySizes returns the sizes of the dimensions that the current element
// declares, -1 for an open size; nil if it declares none.
func arraySizes(d *schema.Decoder) []int {
	text, ok := d.Attr(codec.SOAPEncoding12, "arraySize")
	fields := strings.Fields(text)
	if !ok {
		if text, ok = d.Attr(codec.SOAPEncoding11, "arrayType"); !ok {
			return nil
		}
		text = strings.TrimSpace(text[strings.LastIndexByte(text, '[')+1:])
		fields = strings.Split(strings.TrimSuffix(text, "]"), ",")
	}
	const maxDimensions = 64 // dimensions
	if len(fields) > maxDimensions {
		d.FailTag("an array of %d dimensions", len(fields))
		return nil
	}
	var sizes []int
	for _, field := range fields {
		n, err := strconv.ParseUint(strings.TrimSpace(field), 10, 31)
		if err != nil {
			sizes = append(sizes, -1)
		} else {
			sizes = append(sizes, int(n))
		}
	}
	return sizes
}

func enterArray(d *schema.Decoder) {
	if offset, ok := d.Attr(codec.SOAPEncoding11, "offset"); ok && strings.Trim(offset, "[0, ]") != "" {
		d.FailTag("a partial array that begins at %s", strconv.Quote(lex.QuoteName([]byte(offset))))
	}
	d.Open()
}
