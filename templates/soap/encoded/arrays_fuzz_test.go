package encoded_test

import (
	"slices"
	"testing"

	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// FuzzMatrix: whatever an array says of its sizes, it is refused or its items
// fill them, and it can be written as it was read.
func FuzzMatrix(f *testing.F) {
	f.Add("x:int[2,1]", "", 2)
	f.Add("x:int[][,]", "", 0)
	f.Add("", "* 2", 4)
	f.Add("x[99999999999999999999,1]", "1 2 3", 1)
	f.Fuzz(func(t *testing.T, arrayType, arraySize string, n int) {
		if n < 0 || n > 100 {
			return
		}
		e := codec.NewEncoder(nil, false)
		defer e.Release()
		e.Raw(`<a xmlns:e="` + codec.SOAPEncoding11 + `" xmlns:f="` + codec.SOAPEncoding12 + `"`)
		if arrayType != "" {
			e.AttrString(` e:arrayType="`, arrayType, `"`)
		}
		if arraySize != "" {
			e.AttrString(` f:arraySize="`, arraySize, `"`)
		}
		e.Raw(">")
		for range n {
			e.Raw("<i/>")
		}
		e.Raw("</a>")
		if e.Err() != nil {
			return
		}
		sizes, read, err := readMatrix(e.Bytes())
		if err != nil {
			return
		}
		if read != n || sizes != nil && (len(sizes) != 2 || sizes[0] < 0 || sizes[1] < 0 || sizes[0]*sizes[1] != n) {
			t.Fatalf("%d items with the sizes %v, of %d", read, sizes, n)
		}
		again := codec.NewEncoder([]schema.Namespace{{}}, true)
		defer again.Release()
		again.Open(schema.ElementName{Local: "a"}, true)
		encoded.Arrays{}.Open(again, "x", 2, sizes, n)
		for range n {
			again.Raw("<i/>")
		}
		again.Raw("</a>")
		if again.Err() != nil {
			t.Fatal(again.Err())
		}
		second, _, err := readMatrix(again.Bytes())
		if err != nil || sizes != nil && !slices.Equal(second, sizes) {
			t.Fatalf("%v, and then %v, %v: %s", sizes, second, err, again.Bytes())
		}
	})
}

// readMatrix reads an array of two dimensions.
func readMatrix(doc []byte) (sizes []int, n int, err error) {
	d := codec.NewDecoder(doc, nil, schema.Limits{})
	defer d.Release()
	if d.Root() {
		for sizes = (encoded.Arrays{}).Enter(d, 2); (encoded.Arrays{}).Next(d); n++ {
			d.Skip()
		}
		encoded.Arrays{}.Leave(d, 2, sizes, n)
	}
	d.End()
	return sizes, n, d.Err()
}
