// Package cost measures in tests how much memory and CPU time a function takes. Tests compare neither with the clock: other
// programs of a machine make everything take longer, but hardly change the CPU time of a process.
package cost

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Alone skips the test unless 'make limits' runs it, which runs one package after the other on a machine that does nothing else.
func Alone(t testing.TB) {
	t.Helper()
	if Scaled(8) != 8 {
		t.Skip("part of 'make limits'")
	}
}

// Scaled returns n, which is the size of an attack or its bound, in 'make limits', which attacks with the whole size. Elsewhere it
// returns an eighth of n, which takes an eighth of the time: a bound that is exceeded by far is exceeded then, too.
func Scaled[N int | int64 | uint64 | time.Duration](n N) N {
	if os.Getenv("QUARTET_LIMITS") == "1" {
		return n
	}
	return n / 8
}

// Of returns the bytes that the process allocates while f runs, and the CPU time that it takes.
func Of(f func()) (allocated uint64, took time.Duration) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := CPU()
	f()
	took = CPU() - start
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, took
}

// Times returns how many times the CPU time of one many takes, of the lowest times that either has had. Other programs and the garbage
// collector only make a function slower: both are measured again, at most five times, until the result is at most bound.
func Times(bound float64, one, many func()) float64 {
	times, short, long := bound+1, time.Hour, time.Hour
	for attempts := 0; attempts < 5 && times > bound; attempts++ {
		_, few := Of(one)
		_, all := Of(many)
		short, long = min(short, few), min(long, all)
		times = long.Seconds() / max(short, time.Microsecond).Seconds()
	}
	return times
}

// Bounded fails the test if f allocates more than 200 times the bytes of its input and 16 MiB.
func Bounded(t testing.TB, input int, f func()) {
	t.Helper()
	const factor = 200
	if taken, _ := Of(f); taken > uint64(factor*input+16<<20) {
		t.Errorf("%d bytes of memory for %d bytes, at most %d are expected", taken, input, factor*input+16<<20)
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
