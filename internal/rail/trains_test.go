package rail

import (
	"slices"
	"sync"
	"testing"
)

// The parts contain every train once, in order.
func TestParallelVisitsEachTrainOnce(t *testing.T) {
	for _, n := range []int{0, 1, minPart - 1, minPart, 2 * minPart, 7*minPart + 3} {
		all := trains{order: make([]uint64, n)}
		for i := range all.order {
			all.order[i] = uint64(i)
		}
		got := make([]uint64, n)
		all.parallel(func(first int, part trains) { copy(got[first:], part.order) })
		if !slices.Equal(got, all.order) {
			t.Errorf("%d trains: the parts do not add up to the list", n)
		}
	}
}

// A panic in a part reaches the caller's goroutine. In another goroutine it would end the program.
func TestParallelPropagatesPanic(t *testing.T) {
	all := trains{order: make([]uint64, 8*minPart)}
	var once sync.Once
	defer func() {
		if recover() == nil {
			t.Error("parallel does not panic")
		}
	}()
	all.parallel(func(int, trains) { once.Do(func() { panic("test") }) })
}
