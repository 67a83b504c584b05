package codec

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestRowRecords writes and reads what most messages consist of.
func TestRowRecords(t *testing.T) {
	list := newBenchList(5)
	e := NewEncoder(railNamespaces, false)
	defer e.Release()
	encodeBench(e, list)
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	if got, want := string(e.Bytes()), benchDocument(list); got != want {
		t.Errorf("rows write\n%s\nwant\n%s", got, want)
	}
	got := new(benchList)
	if err := decodeBench(e.Bytes(), got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("rows read %v, error %v", got, err)
	}
}

// benchDocument returns the document that has a list.
func benchDocument(list *benchList) string {
	var b strings.Builder
	b.WriteString(`<List xmlns="` + railNS + `">`)
	for i := range list.Record {
		b.WriteString("<Record>")
		r := reflect.ValueOf(list.Record[i])
		for i := range r.NumField() {
			var text string
			switch v := r.Field(i).Interface().(type) {
			case *string:
				text = *v
			case xsd.DateTime:
				text = v.String()
			default:
				text = fmt.Sprint(v)
			}
			fmt.Fprintf(&b, "<%s>%s</%[1]s>", r.Type().Field(i).Name, text)
		}
		b.WriteString("</Record>")
	}
	b.WriteString("</List>")
	return b.String()
}
