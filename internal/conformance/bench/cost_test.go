package bench

import (
	"runtime"
	"runtime/debug"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/schema"
)

// skipWithRaceDetector skips a test that counts allocations. With the race detector,
// sync.Pool drops values at random, so that the numbers mean nothing.
func skipWithRaceDetector(t *testing.T) {
	t.Helper()
	if cost.RaceDetector {
		t.Skip("the race detector changes what is allocated")
	}
}

// disableGC disables garbage collection for the rest of a test, so that pools keep their
// values.
func disableGC(t *testing.T) {
	runtime.GC()
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
}

// allocations is the number of objects and bytes that one call of a function allocates.
type allocations struct{ objects, bytes float64 }

// costOf calls op once and then measures the given number of runs. Unlike
// testing.AllocsPerRun it counts bytes, too.
func costOf(runs int, op func()) allocations {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	op()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		op()
	}
	runtime.ReadMemStats(&after)
	return allocations{
		objects: float64(after.Mallocs-before.Mallocs) / float64(runs),
		bytes:   float64(after.TotalAlloc-before.TotalAlloc) / float64(runs),
	}
}

func runsFor(n int) int { return max(3, 1000/max(n, 1)) }

func decodeCost(t *testing.T, f form, n int) allocations {
	client := fixedClient(t, document(f, n))
	return costOf(runsFor(n), func() {
		if list, err := client.GetStationDataByCodeXML(t.Context(), nil); err != nil || len(list) != n {
			t.Fatal(len(list), err)
		}
	})
}

// TestDecodeAllocations counts the allocations for 100 records, without those for an
// empty list.
func TestDecodeAllocations(t *testing.T) {
	skipWithRaceDetector(t)
	disableGC(t)
	for _, f := range forms {
		got := decodeCost(t, f, 100).objects - decodeCost(t, f, 0).objects
		t.Logf("%s: %.1f", f, got)
		if got > 16 {
			t.Errorf("%s: %.1f allocations for 100 records, want at most 16", f, got)
		}
	}
}

// TestAppendAllocations checks that Append does not allocate if the buffer
// is large enough.
func TestAppendAllocations(t *testing.T) {
	skipWithRaceDetector(t)
	disableGC(t)
	list := &realtime.ArrayOfObjStationData{ObjStationData: records(100)}
	var doc []byte
	got := costOf(100, func() {
		var err error
		if doc, err = schema.Append(doc[:0], arrayName, list); err != nil {
			t.Fatal(err)
		}
	})
	if got.objects >= 1 {
		t.Errorf("%.1f allocations for each document, want 0", got.objects)
	}
}

// retained returns the size of the memory that the result of decode keeps in use. It does
// not include doc.
func retained[T any](doc []byte, decode func() T) int {
	before := inUse()
	kept := decode()
	after := inUse()
	runtime.KeepAlive(kept)
	runtime.KeepAlive(doc)
	return int(after) - int(before)
}

// inUse returns the size of the heap after two garbage collections. The second one frees
// the values in pools.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestRetainedMemoryOfField checks that keeping one value does not retain the document or
// the other records.
func TestRetainedMemoryOfField(t *testing.T) {
	skipWithRaceDetector(t)
	const limit = 256 << 10
	for _, f := range forms {
		doc := document(f, 10000)
		got := retained(doc, func() *string { return decode(t, doc)[5000].Lastlocation })
		t.Logf("%s: %d bytes", f, got)
		if got > limit {
			t.Errorf("%s: one field of a document of %d bytes retains %d bytes", f, len(doc), got)
		}
	}
}
