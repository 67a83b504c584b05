// Package memory checks in tests how much memory a function allocates.
package memory

import (
	"runtime"
	"testing"
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
