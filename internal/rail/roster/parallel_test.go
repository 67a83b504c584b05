package roster

import (
	"sync"
	"sync/atomic"
	"testing"
)

// The parts contain every element once.
func TestParallelVisitsEachElementOnce(t *testing.T) {
	for _, n := range []int{0, 1, minPart - 1, minPart, 2 * minPart, 7*minPart + 3} {
		visits := make([]atomic.Int32, n)
		Parallel(n, func(first, end int) {
			for i := first; i < end; i++ {
				visits[i].Add(1)
			}
		})
		for i := range visits {
			if visits[i].Load() != 1 {
				t.Fatalf("%d elements: element %d is visited %d times", n, i, visits[i].Load())
			}
		}
	}
}

// A panic in a part reaches the caller's goroutine. In another goroutine it would end the program.
func TestParallelPropagatesPanic(t *testing.T) {
	var once sync.Once
	defer func() {
		if recover() == nil {
			t.Error("Parallel does not panic")
		}
	}()
	Parallel(8*minPart, func(int, int) { once.Do(func() { panic("test") }) })
}
