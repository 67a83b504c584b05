package encoded_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// An array says what its items are and how many.
func TestArrays(t *testing.T) {
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	encoded.Arrays{}.Open(e, "xsd:int", 1, nil, 2)
	e.SOAP12 = true
	encoded.Arrays{}.Open(e, "xsd:int", 1, nil, 0)
	want := ` xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="enc:Array" enc:arrayType="xsd:int[2]">` +
		` xmlns:enc="http://www.w3.org/2003/05/soap-encoding" enc:itemType="xsd:int" enc:arraySize="0">`
	if got := string(e.Bytes()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Items are read whatever they are called; parts of arrays are refused.
func TestReadArray(t *testing.T) {
	for doc, want := range map[string]string{
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:offset="[0]"><item>1</item><x>2</x></a>`: "12",
		`<a/>`: "",
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:offset="[2]"><i>1</i></a>`:   `a partial array`,
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><i e:position="[2]">1</i></a>`: `items have positions`,
		`<a><i/><i/><i/><i/></a>`: "more than 3 items",
	} {
		d := codec.NewDecoder([]byte(doc), nil, schema.Limits{Items: 3})
		got := ""
		d.Root()
		for (encoded.Arrays{}).Enter(d, 1); (encoded.Arrays{}).Next(d); {
			got += d.String()
		}
		d.End()
		if err := d.Err(); err != nil {
			got = err.Error()
		}
		if got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
		d.Release()
	}
}

// Of several dimensions the sizes are kept; they have to fit the items.
func TestMatrices(t *testing.T) {
	const open = `<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:f="http://www.w3.org/2003/05/soap-encoding" `
	for doc, want := range map[string]string{
		open + `e:arrayType="x:int[2,3]"><i>1</i><i>2</i><i>3</i><i>4</i><i>5</i><i>6</i></a>`: "[2 3] 123456",
		open + `e:arrayType="x:int[][ 1 , 2 ]"><i>1</i><i>2</i></a>`:                           "[1 2] 12",
		open + `f:arraySize="* 2"><i>1</i><i>2</i><i>3</i><i>4</i></a>`:                        "[2 2] 1234",
		open + `f:arraySize="2 0"/>`:                                                           "[2 0] ",
		open + `e:arrayType="x:int[,]"/>`:                                                      "[0 0] ",
		open + `/>`:                                                                            "[] ",
		open + `e:arrayType="x:int[2,3]"><i>1</i></a>`:                                         "1 items that declares the sizes 2,3",
		open + `e:arrayType="x:int[,]"><i>1</i></a>`:                                           "1 items that declares",
		open + `><i>1</i></a>`:                                                                 "1 items that does not declare its sizes",
		open + `f:arraySize="* 2"><i>1</i></a>`:                                                "1 items that declares",
		open + `e:arrayType="x:int[2]"/>`:                                                      "an array of 1 dimensions instead of 2",
		open + `e:arrayType="x:int[2147483647,2147483647]"><i>1</i></a>`:                       "1 items that declares",
		open + `e:offset="[0,0]" e:arrayType="x:int[1,1]"><i>1</i></a>`:                        "[1 1] 1",
		open + `e:offset="[0,1]" e:arrayType="x:int[1,2]"><i>1</i></a>`:                        "a partial array",
		open + `e:arrayType="x:int[1,2]"><i e:position="[0,1]">1</i></a>`:                      "items have positions",
		open + `f:arraySize="` + strings.Repeat("1 ", 100) + `"/>`:                             "an array of 100 dimensions",
	} {
		d := codec.NewDecoder([]byte(doc), nil, schema.Limits{})
		var items strings.Builder
		d.Root()
		sizes := (encoded.Arrays{}).Enter(d, 2)
		n := 0
		for ; (encoded.Arrays{}).Next(d); n++ {
			items.WriteString(d.String())
		}
		encoded.Arrays{}.Leave(d, 2, sizes, n)
		d.End()
		got := fmt.Sprint(sizes, " ", items.String())
		if err := d.Err(); err != nil {
			got = err.Error()
		}
		if got != want && (want == "" || want[0] == '[' || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
		d.Release()
	}
}

// A matrix cannot be read where a list is expected: its sizes would be lost.
func TestMatrixForList(t *testing.T) {
	for _, attr := range []string{`e:arrayType="x:int[2,3]"`, `f:arraySize="2 3"`} {
		d := codec.NewDecoder([]byte(`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:f="http://www.w3.org/2003/05/soap-encoding" `+attr+`/>`), nil, schema.Limits{})
		if d.Root(); d.Err() == nil {
			encoded.Arrays{}.Enter(d, 1)
		}
		if err := d.Err(); err == nil || !strings.Contains(err.Error(), "several dimensions") {
			t.Errorf("%s: %v", attr, err)
		}
		d.Release()
	}
}

func TestWriteMatrix(t *testing.T) {
	for _, test := range []struct {
		sizes []int
		n     int
		want  string
	}{
		{[]int{2, 3}, 6, `enc:arrayType="xsd:int[2,3]">`},
		{nil, 0, `enc:arrayType="xsd:int[0,0]">`},
		{[]int{5, 0}, 0, `enc:arrayType="xsd:int[5,0]">`},
		{[]int{2, 3}, 5, `an array of 2 dimensions, with 5 items and the sizes [2 3]`},
		{[]int{2}, 2, `an array of 2 dimensions`},
		{nil, 2, `an array of 2 dimensions`},
		{[]int{-1, -2}, 2, `an array of 2 dimensions`},
		{[]int{1 << (strconv.IntSize / 2), 1 << (strconv.IntSize / 2)}, 2, `an array of 2 dimensions`},
	} {
		e := codec.NewEncoder(nil, false)
		e.Raw("<grid")
		encoded.Arrays{}.Open(e, "xsd:int", 2, test.sizes, test.n)
		got := string(e.Bytes())
		if e.Err() != nil {
			got = e.Err().Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%v: %s, want %s", test.sizes, got, test.want)
		}
		e.Release()
	}
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	e.SOAP12 = true
	if (encoded.Arrays{}).Open(e, "xsd:int", 2, []int{2, 1}, 2); !strings.Contains(string(e.Bytes()), `enc:arraySize="2 1">`) {
		t.Errorf("%s", e.Bytes())
	}
}
