package codec

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

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
