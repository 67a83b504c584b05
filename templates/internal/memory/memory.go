// Package memory measures in tests how much memory a function takes.
package memory

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Bounded fails the test if f allocates more than 200 times the bytes of its input and 16 MiB.
func Bounded(t testing.TB, input int, f func()) {
	t.Helper()
	const factor = 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if limit, taken := uint64(factor*input+16<<20), after.TotalAlloc-before.TotalAlloc; taken > limit {
		t.Errorf("%d bytes of memory for %d bytes, at most %d are expected", taken, input, limit)
	}
}

// Peak returns how far the heap grows while call runs, garbage included. The environment variable GOGC makes no difference.
func Peak(call func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	var before, now runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first has left in pools
	runtime.ReadMemStats(&before)
	done, peak := make(chan struct{}), make(chan int64)
	go func() {
		highest := before.HeapAlloc
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			runtime.ReadMemStats(&now)
			highest = max(highest, now.HeapAlloc)
			select {
			case <-tick.C:
			case <-done:
				peak <- int64(highest) - int64(before.HeapAlloc)
				return
			}
		}
	}()
	call()
	close(done)
	return <-peak
}
