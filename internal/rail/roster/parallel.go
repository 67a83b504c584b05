package roster

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// minPart is the minimum number of elements per goroutine.
const minPart = 1 << 10

// Parallel calls f for the parts of n elements, concurrently if there are many. A part is from first to end, which is not
// part of it. If f panics, Parallel panics in the caller's goroutine, where a server recovers.
func Parallel(n int, f func(first, end int)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), n/minPart))
	if parts == 1 {
		f(0, n)
		return
	}
	panics := make(chan any, parts)
	var wait sync.WaitGroup
	for i := range parts {
		wait.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panics <- fmt.Sprintf("%v\n\n%s", r, debug.Stack())
				}
			}()
			f(i*n/parts, (i+1)*n/parts)
		})
	}
	wait.Wait()
	select {
	case r := <-panics:
		panic(r)
	default:
	}
}
