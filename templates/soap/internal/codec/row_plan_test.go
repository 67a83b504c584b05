package codec

import (
	"sync"
	"testing"
)

// TestRowPlansAtOnce makes the plans of types that many goroutines need at once.
func TestRowPlansAtOnce(t *testing.T) {
	for range 20 {
		types := asRecords(&testTypes)
		var group sync.WaitGroup
		for range 8 {
			group.Add(1)
			go func() {
				defer group.Done()
				for _, c := range rowCases {
					v, err := decodeRowsOf(rowDocument(c.content), types[c.typ])
					if err != nil {
						t.Error(err)
					} else if _, err := encodeRowsOf(v, types[c.typ]); err != nil {
						t.Error(err)
					}
				}
			}()
		}
		group.Wait()
	}
}

// TestRowChecksAll makes the plans of all types.
func TestRowChecksAll(t *testing.T) {
	for _, table := range [...]*Table{&testTypes, &benchTypes, &partyTypes, &companyTypes} {
		table.Check()
		for i := range table.Types {
			typ := table.Types[i].Type
			if typ.Simple {
				continue
			}
			if first := typ.planOf(); typ.planOf() != first {
				t.Errorf("the plan of %s is made twice", typ.label())
			}
		}
	}
}

// TestRowPanicLeavesNothing asks for the plan of a type again that does not fit:
// it panics again.
func TestRowPanicLeavesNothing(t *testing.T) {
	typ := define(&Type{Zero: (*CheckBase)(nil)})
	first := panicOf(func() { typ.planOf() })
	if again := panicOf(func() { typ.planOf() }); first == "" || again != first {
		t.Errorf("%q, and then %q", first, again)
	}
}
