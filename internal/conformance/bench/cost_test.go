package bench

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"testing"

	"example.com/quartet/gen/realtime"
)

// countsMemory skips a test of what is allocated. The race detector makes
// pools forget on purpose, so that there is nothing to count.
func countsMemory(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("the race detector changes what is allocated")
	}
}

// withoutCollection keeps pools as they are for the rest of a test.
func withoutCollection(t *testing.T) {
	runtime.GC()
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
}

// cost is what one call of something allocates.
type cost struct{ objects, bytes float64 }

// costOf measures op after it has been done once. Unlike testing.AllocsPerRun
// it counts bytes, too.
func costOf(runs int, op func()) cost {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	op()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		op()
	}
	runtime.ReadMemStats(&after)
	return cost{
		objects: float64(after.Mallocs-before.Mallocs) / float64(runs),
		bytes:   float64(after.TotalAlloc-before.TotalAlloc) / float64(runs),
	}
}

func runsFor(n int) int { return max(3, 1000/max(n, 1)) }

func decodeCost(t *testing.T, f form, n int) cost {
	client := canned(t, document(f, n))
	return costOf(runsFor(n), func() {
		if list, err := client.GetStationDataByCodeXML(t.Context(), nil); err != nil || len(list) != n {
			t.Fatal(len(list), err)
		}
	})
}

func encodeCost(t *testing.T, n int) cost {
	d := newDirect(realtime.NewHandler(board{list: records(n)}), io.Discard)
	return costOf(runsFor(n), func() {
		if _, err := d.call(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDecodeAllocations counts what a list of 100 records allocates beyond an
// empty one.
func TestDecodeAllocations(t *testing.T) {
	countsMemory(t)
	withoutCollection(t)
	for _, f := range forms {
		got := decodeCost(t, f, 100).objects - decodeCost(t, f, 0).objects
		t.Logf("%s: %.1f", f, got)
		if got > 16 {
			t.Errorf("%s: %.1f allocations for 100 records, more than 16", f, got)
		}
	}
}

// TestEncodeAllocations: none for records, once the buffer is there. The
// run-time may allocate for itself, and a list is sent in pieces, for each of
// which a pool may have to begin anew: a few allocations for a piece, whatever
// the number of its records.
func TestEncodeAllocations(t *testing.T) {
	countsMemory(t)
	withoutCollection(t)
	empty := encodeCost(t, 0)
	for _, n := range []int{10, 100, 1000} {
		got := encodeCost(t, n).objects - empty.objects
		t.Logf("n=%d: %.2f", n, got)
		const records, each = 32, 4 // a piece holds about as many records
		if most := float64(each * (1 + n/records)); got > most {
			t.Errorf("n=%d: %.2f allocations more than for an empty list, more than %.0f", n, got, most)
		}
	}
}

// TestAppendAllocatesNothing: with room in the buffer.
func TestAppendAllocatesNothing(t *testing.T) {
	countsMemory(t)
	withoutCollection(t)
	list := &realtime.ArrayOfObjStationData{ObjStationData: records(100)}
	var doc []byte
	got := costOf(100, func() {
		var err error
		if doc, err = realtime.AppendElement(doc[:0], realtime.ElementArrayOfObjStationData, list); err != nil {
			t.Fatal(err)
		}
	})
	if got.objects >= 1 {
		t.Errorf("%.1f allocations for each document", got.objects)
	}
}

// TestLinearCost compares what a record costs in long lists and in short ones.
// It counts allocated bytes, which a machine's load does not change.
func TestLinearCost(t *testing.T) {
	countsMemory(t)
	for _, f := range forms {
		t.Run("decode "+string(f), func(t *testing.T) {
			sizes := []int{10, 100, 10000}
			if f == compact {
				sizes = append(sizes, large)
			}
			checkLinear(t, sizes, func(n int) cost { return decodeCost(t, f, n) })
		})
	}
	t.Run("encode", func(t *testing.T) { // pooled buffers are all that it needs
		checkLinear(t, []int{10000, large}, func(n int) cost { return encodeCost(t, n) })
	})
}

// poolBytes is what a record may cost beyond that: pools lose buffers at times.
const poolBytes = 16

// checkLinear compares with the first of the sizes.
func checkLinear(t *testing.T, sizes []int, measure func(n int) cost) {
	fixed := measure(0)
	var first float64
	for i, n := range sizes {
		got := (measure(n).bytes - fixed.bytes) / float64(n)
		t.Logf("n=%d: %.0f bytes per record", n, got)
		if i == 0 {
			first = got
		}
		if got > 2*first+poolBytes {
			t.Errorf("n=%d: %.0f bytes per record, at n=%d only %.0f", n, got, sizes[0], first)
		}
	}
}

// held returns how many bytes more are in use while what was made of doc is
// kept. doc itself does not count.
func held[T any](doc []byte, decode func() T) int {
	before := inUse()
	kept := decode()
	after := inUse()
	runtime.KeepAlive(kept)
	runtime.KeepAlive(doc)
	return int(after) - int(before)
}

// inUse collects twice: what a pool holds goes with the second collection.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemoryHeld: the decoded records take at most three times the room of the
// document.
func TestMemoryHeld(t *testing.T) {
	countsMemory(t)
	for _, f := range forms {
		for _, n := range []int{100, 10000} {
			t.Run(fmt.Sprintf("form=%s/n=%d", f, n), func(t *testing.T) {
				doc := document(f, n)
				copies := max(1, 1000/n) // enough to see it
				got := held(doc, func() [][]realtime.ObjStationData {
					lists := make([][]realtime.ObjStationData, copies)
					for i := range lists {
						lists[i] = decode(t, doc)
					}
					return lists
				})
				times := float64(got) / float64(copies*len(doc))
				t.Logf("%.2f times the document", times)
				if times > 3 {
					t.Errorf("%d bytes held for a document of %d", got/copies, len(doc))
				}
			})
		}
	}
}

// TestMemoryHeldByOne: one value that is kept does not keep the document, or
// all that came with it.
func TestMemoryHeldByOne(t *testing.T) {
	countsMemory(t)
	const most = 256 << 10
	for _, f := range forms {
		doc := document(f, 10000)
		got := held(doc, func() *string { return decode(t, doc)[5000].Lastlocation })
		t.Logf("%s: %d bytes", f, got)
		if got > most {
			t.Errorf("%s: one field of a document of %d bytes holds %d", f, len(doc), got)
		}
	}
}
