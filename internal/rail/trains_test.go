package rail

import (
	"slices"
	"sync"
	"testing"
)

// The parts of many trains are all of them, in their order, each once.
func TestParts(t *testing.T) {
	for _, n := range []int{0, 1, leastPart - 1, leastPart, 2 * leastPart, 7*leastPart + 3} {
		all := trains{order: make([]uint64, n)}
		for i := range all.order {
			all.order[i] = uint64(i)
		}
		got := make([]uint64, n)
		all.inParts(func(first int, part trains) { copy(got[first:], part.order) })
		if !slices.Equal(got, all.order) {
			t.Errorf("%d trains: the parts are not the whole", n)
		}
	}
}

// A panic comes out where the answer was asked for, and not in a goroutine of its own, which would end the program.
func TestPartsThatPanic(t *testing.T) {
	all := trains{order: make([]uint64, 8*leastPart)}
	var once sync.Once
	defer func() {
		if recover() == nil {
			t.Error("the panic was lost")
		}
	}()
	all.inParts(func(int, trains) { once.Do(func() { panic("a fault of ours") }) })
}
