package support

import (
	"strings"
	"testing"
)

// An array says what its items are and how many.
func TestArrays(t *testing.T) {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.OpenArray("xsd:int", 2)
	e.soap12 = true
	e.OpenArray("xsd:int", 0)
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
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:offset="[2]"><i>1</i></a>`:   `a part of an array`,
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><i e:position="[2]">1</i></a>`: `items have positions`,
		`<a><i/><i/><i/><i/></a>`: "more than 3 items",
	} {
		d := NewDecoder([]byte(doc), nil, Limits{Items: 3})
		got := ""
		d.Root()
		for d.EnterArray(); d.NextItem(); {
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
