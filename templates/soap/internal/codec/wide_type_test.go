package codec

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestWideTypes reads types with more elements than a word has bits, in any order and each once.
func TestWideTypes(t *testing.T) {
	const n = 200
	var rows []Row
	for i := range n {
		rows = append(rows, Row{Name: fmt.Sprintf("a%d", i), NS: 1, Kind: KindInt32, Occurs: Occurs(i % 7 / 6)}) // 6, 13, ... must be there
	}
	typ := define(&Type{Name: "wide"}, rows...)
	element := func(i int) string { return fmt.Sprintf("<a%d>%d</a%[1]d>", i, i) }
	document := func(skip int, more ...int) string {
		var b strings.Builder
		for _, i := range more {
			b.WriteString(element(i))
		}
		for i := range n {
			if i != skip && i%7 == 6 && (len(more) == 0 || i != more[0]) {
				b.WriteString(element(i))
			}
		}
		return rowDocument(b.String())
	}
	for i := range n {
		v, err := decodeRowsOf(document(-1, i), typ)
		if err != nil {
			t.Fatalf("a%d: %v", i, err)
		}
		if got := plainValue(v).([]any)[i]; got != int32(i) {
			t.Errorf("a%d is %v", i, got)
		}
		if _, err := decodeRowsOf(document(-1, i, i), typ); !strings.HasSuffix(message(err), fmt.Sprintf("(r/a%d): the element is given twice", i)) {
			t.Errorf("a%d twice: %v", i, err)
		}
		want := ""
		if i%7 == 6 {
			want = fmt.Sprintf("(r): the element a%d is missing", i)
		}
		if _, err := decodeRowsOf(document(i), typ); !strings.HasSuffix(message(err), want) || want == "" && err != nil {
			t.Errorf("without a%d: %v", i, err)
		}
	}
}

// TestWildcardBesideElement: an element that is given twice belongs to the wildcard, if that allows it.
func TestWildcardBesideElement(t *testing.T) {
	any := Row{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{NS: []int{1}}}}
	a := Row{Name: "a", NS: 1, Kind: KindInt32}
	for _, rows := range [][]Row{{any, a}, {a, any}} {
		typ := define(&Type{Name: "beside"}, rows...)
		v, err := decodeRowsOf(rowDocument("<a>1</a><a>2</a>"), typ)
		if err != nil {
			t.Error(err)
			continue
		}
		if text := fmt.Sprint(plainValue(v)); !strings.Contains(text, "1") || !strings.Contains(text, `<a xmlns="urn:rows">2</a>`) {
			t.Errorf("%s is read", text)
		}
		if _, err := decodeRowsOf(rowDocument("<a>1</a><a>2</a><a>3</a>"), typ); !strings.HasSuffix(message(err), "(r/a): the element is given twice") {
			t.Error(err)
		}
	}
}
