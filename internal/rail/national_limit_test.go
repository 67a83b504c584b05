package rail_test

import (
	"context"
	"runtime"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/rail/gtfs"
)

// TestLimitTimetableMemory loads the timetable of a whole country.
func TestLimitTimetableMemory(t *testing.T) {
	cost.Alone(t)
	feed := wholeCountry().feed
	var before, loaded, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	plan, report, err := gtfs.Load(context.Background(), feed, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&loaded)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(plan)
	calls := uint64(report.Calls)
	const allocated, kept = 2000, 500 // bytes per stop time
	t.Logf("limit: memory to load a stop time | %d bytes | %d bytes", allocated, (loaded.TotalAlloc-before.TotalAlloc)/calls)
	t.Logf("limit: memory of a stop time | %d bytes | %d bytes", kept, (after.HeapAlloc-before.HeapAlloc)/calls)
	if loaded.TotalAlloc-before.TotalAlloc > allocated*calls || after.HeapAlloc-before.HeapAlloc > kept*calls {
		t.Errorf("%d stop times take more than %d bytes each to load, or more than %d afterwards", calls, allocated, kept)
	}
}
