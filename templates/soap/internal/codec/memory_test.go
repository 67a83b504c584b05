package codec

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/xsd"
)

// numbersType has a list of numbers whose items are elements.
type numbersType struct{ N []int32 }

var typeOfNumbers = Type{NS: 1, Name: "numbers", Zero: (*numbersType)(nil)}

func init() {
	Define(&Table{Namespaces: openNamespaces, Types: []TypeRows{{Type: &typeOfNumbers, Rows: []Row{{Name: "n", NS: 1, Kind: KindInt32, Occurs: Many}}}}})
}

// readNumbers reads a document with n items and what comes after them.
func readNumbers(n int, rest string, limits Limits, reserve func(int64) error) (v numbersType, allocated int64, err error) {
	doc := `<t:r xmlns:t="urn:t">` + strings.Repeat("<t:n>12</t:n>", n) + rest + "</t:r>"
	d := NewDecoder([]byte(doc), openNamespaces, limits)
	defer d.Release()
	if reserve != nil {
		d.LimitMemory(limits.Memory, reserve)
	}
	d.Root()
	DecodeRows(d, &typeOfNumbers, &v)
	d.End()
	return v, d.allocated, d.Err()
}

// TestMemoryOfLists: the memory of a list is counted, and a list has about as much as it needs.
func TestMemoryOfLists(t *testing.T) {
	for _, n := range []int{1, 4, 5, 20, 63, 64, 65, 300, 1000, 5000, 40_000} {
		v, allocated, err := readNumbers(n, "", Limits{}, nil)
		if err != nil || len(v.N) != n || allocated != int64(cap(v.N))*4 {
			t.Errorf("%d items: %d, with room for %d in %d bytes, %v", n, len(v.N), cap(v.N), allocated, err)
		}
		if most := max(n+n/3, 128); n > 5 && cap(v.N) > most {
			t.Errorf("%d items: room for %d, want at most %d", n, cap(v.N), most)
		}
		if _, _, err := readNumbers(n, "", Limits{Memory: 2*allocated + 16}, nil); err != nil {
			t.Errorf("%d items in twice the bytes: %v", n, err)
		}
		half := int64(n) * 2
		if _, _, err := readNumbers(n, "", Limits{Memory: half}, nil); n > 5 && !strings.Contains(message(err), fmt.Sprintf("the values of the document take more than %d bytes of memory", half)) {
			t.Errorf("%d items in half the bytes: %v", n, err)
		}
	}
}

// TestGrowthOfLists: a document that has other things after a list does not get much memory for items that never come.
func TestGrowthOfLists(t *testing.T) {
	rest := "<t:other>" + strings.Repeat("x", 1<<20) + "</t:other>"
	for n, most := range map[int]int{3: 4, 10: 64, 63: 64, 100: 1<<15 + 200} {
		v, _, err := readNumbers(n, rest, Limits{}, nil)
		if err != nil || len(v.N) != n || cap(v.N) > most+most/8 {
			t.Errorf("%d items before other content: room for %d, %v, want at most %d", n, cap(v.N), err, most)
		}
	}
	// The guess is smaller where there is less memory.
	if v, _, err := readNumbers(100, rest, Limits{Memory: 4000}, nil); err != nil || cap(v.N) > 1100 {
		t.Errorf("room for %d in 4000 bytes, %v", cap(v.N), err)
	}
}

// TestReserve: memory is reserved before it is taken, in pieces that are not small.
func TestReserve(t *testing.T) {
	var sum int64
	calls := 0
	_, allocated, err := readNumbers(20_000, "", Limits{}, func(n int64) error {
		if calls++; n < minReserved {
			t.Errorf("%d bytes are reserved", n)
		}
		sum += n
		return nil
	})
	if err != nil || sum < 80_000 || sum > 3*allocated || calls > 20 {
		t.Errorf("%d bytes in %d calls for %d, %v", sum, calls, allocated, err)
	}
	sum = 0
	if _, _, err = readNumbers(100, "", Limits{}, func(n int64) error { sum += n; return nil }); err != nil || sum != minReserved {
		t.Errorf("%d bytes are reserved for a small document, %v", sum, err)
	}
	full := errors.New("no room")
	_, _, err = readNumbers(20_000, "", Limits{}, func(n int64) error {
		if sum += n; sum > 30_000 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || !strings.HasSuffix(err.Error(), ": no room") {
		t.Error(err)
	}
	if _, _, err := readNumbers(1, "<t:n>x</t:n>", Limits{}, nil); err == nil || errors.Unwrap(err) != nil {
		t.Error(err)
	}
	d := rooted(t, "<a/>", nil, Limits{Memory: 10})
	if !d.TakeMemory(10) || d.TakeMemory(1) || d.TakeMemory(0) || d.Err() == nil {
		t.Errorf("%d bytes of 10 are taken, %v", d.allocated, d.Err())
	}
}

// TestMemoryOfRecords: slots, what is in them, lists and strings that may be absent are counted.
func TestMemoryOfRecords(t *testing.T) {
	allocated := func(doc string, typ *Type) int64 {
		d := rooted(t, rowDocument(doc), rowNamespaces, Limits{})
		if DecodeRows(d, typ, newValue(typ)); d.Err() != nil {
			t.Fatal(d.Err())
		}
		return d.allocated
	}
	inner, outer := &Type{Name: "inner"}, &Type{Name: "outer"}
	rows := make([]Row, 50)
	for i := range rows {
		rows[i] = Row{Name: strings.Repeat("a", i+1), NS: 1, Kind: KindInt64}
	}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: inner, Rows: rows}, {Type: outer, Rows: []Row{{Name: "i", NS: 1, Kind: KindStruct, Of: inner, Occurs: Many}}},
	}})
	numbers := ""
	for i := range rows {
		numbers += "<" + rows[i].Name + ">1</" + rows[i].Name + ">"
	}
	empty, full := allocated("<i/>", outer), allocated("<i>"+numbers+"</i>", outer)
	if slots := int64(50 * slotSize); empty < slots || empty > 3*slots {
		t.Errorf("%d bytes for %d in slots", empty, slots)
	}
	if more := full - empty; more < 50*(int64(slotSize)/2+8) || more > 50*40 {
		t.Errorf("%d bytes for 50 numbers", more)
	}
	words := define(&Type{Name: "words"}, Row{Name: "d", NS: 1, Kind: KindList, Of: &typeOfDates})
	if n := allocated("<d>"+strings.Repeat("2026-11-21 ", 1000)+"</d>", words); n < 1000*8 {
		t.Errorf("%d bytes for a list of 1000 dates", n)
	}
	texts := define(&Type{Name: "texts"}, Row{Name: "s", NS: 1, Kind: KindString, Nillable: true, Occurs: Many})
	one, many := allocated("<s>text</s>", texts), allocated(strings.Repeat("<s>text</s>", 1000), texts)
	if many-one < 1000*stringBytes {
		t.Errorf("%d bytes for 1000 strings, %d for one", many, one)
	}
}

var (
	typeOfWideRecord = Type{NS: 1, Name: "wide"}
	typeOfWideList   = Type{NS: 1, Name: "list"}
)

func init() {
	var rows []Row
	for i := range 130 {
		rows = append(rows, Row{Name: fmt.Sprintf("a%d", i), NS: 1, Kind: KindString})
	}
	Define(&Table{Namespaces: openNamespaces, Types: []TypeRows{
		{Type: &typeOfWideRecord, Rows: rows},
		{Type: &typeOfWideList, Rows: []Row{{Name: "i", NS: 1, Kind: KindStruct, Of: &typeOfWideRecord, Occurs: Many}}},
	}})
}

// TestLimitRecords: the slots of records, which values of types without a Go type
// have, are counted.
func TestLimitRecords(t *testing.T) {
	const limit, bound = 16 << 20, 100 << 20
	doc := []byte(`<list xmlns="urn:t">` + strings.Repeat(`<i><a1/></i>`, 200000) + `</list>`)
	d := NewDecoder(doc, openNamespaces, Limits{Memory: limit})
	defer d.Release()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d.Root()
	DecodeRows(d, &typeOfWideList, NewRecord(&typeOfWideList))
	runtime.ReadMemStats(&after)
	if err := d.Err(); err == nil || !strings.Contains(err.Error(), "more than 16777216 bytes of memory") {
		t.Error(err)
	}
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("limit: records of 130 slots | %d MiB allocated in all | %d MiB", bound>>20, allocated>>20)
	if allocated > bound {
		t.Errorf("%d MiB were allocated", allocated>>20)
	}
}

// TestWideTypes reads types with more elements than a word has bits, in any order and each once.
func TestWideTypes(t *testing.T) {
	const n = 200
	var rows []Row
	for i := range n {
		rows = append(rows, Row{Name: fmt.Sprintf("a%d", i), NS: 1, Kind: KindInt32, Occurs: Occurs(i % 7 / 6)}) // 6, 13, ... must be there
	}
	typ := define(&Type{Name: "wide"}, rows...)
	element := func(i int) string { return fmt.Sprintf("<a%d>%d</a%[1]d>", i, i) }
	required := func(without int) (all string) {
		for i := 6; i < n; i += 7 {
			if i != without {
				all += element(i)
			}
		}
		return all
	}
	for i := range n {
		v, err := decodeRowsOf(rowDocument(element(i)+required(i)), typ)
		if err != nil {
			t.Fatalf("a%d: %v", i, err)
		}
		if got := plainValue(v).([]any)[i]; got != int32(i) {
			t.Errorf("a%d is %v", i, got)
		}
		_, err = decodeRowsOf(rowDocument(element(i)+element(i)+required(i)), typ)
		if !strings.HasSuffix(message(err), fmt.Sprintf("(r/a%d): the element is given twice", i)) {
			t.Errorf("a%d twice: %v", i, err)
		}
		want := ""
		if i%7 == 6 {
			want = fmt.Sprintf("(r): the element a%d is missing", i)
		}
		if _, err := decodeRowsOf(rowDocument(required(i)), typ); !strings.HasSuffix(message(err), want) || want == "" && err != nil {
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

func TestUnknownEncodings(t *testing.T) {
	for _, test := range [][2]string{{"<a/>", "utf-7"}, {"<a/>", "x\r\ny"}, {`<?xml version="1.0" encoding="big5"?>`, ""}, {"\x00\x00\xFE\xFF", ""}} {
		var unsupported charset.UnsupportedError
		if _, err := ToUTF8([]byte(test[0]), test[1]); !errors.As(err, &unsupported) || bytes.ContainsAny([]byte(err.Error()), "\r\n") {
			t.Errorf("%q as %q: %v", test[0], test[1], err)
		}
	}
}
