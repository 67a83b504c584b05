package emit

import (
	"cmp"
	"fmt"
	goformat "go/format"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// maxOutput is the maximum number of bytes of the Go files of a package. To format them takes thirty times as much memory.
const maxOutput = 64 << 20

// ErrTooLarge is the error for Go files of more than 64 MiB.
var ErrTooLarge = fmt.Errorf("the Go code is larger than %d MiB; select operations with --operations", maxOutput>>20)

// format formats all files in place, as gofmt does, unless they are larger than maxOutput. Files are formatted concurrently, starting
// with the largest. If several fail, it returns the error of the first in the order of files.
func format(files []File) error {
	largest, size := make([]int, len(files)), 0
	for i := range files {
		largest[i] = i
		if size += len(files[i].Data); size > maxOutput {
			return ErrTooLarge
		}
	}
	slices.SortStableFunc(largest, func(a, b int) int { return cmp.Compare(len(files[b].Data), len(files[a].Data)) })
	failed := make([]error, len(files))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for n := int(next.Add(1)); n <= len(files); n = int(next.Add(1)) {
				f := &files[largest[n-1]]
				data, err := goformat.Source(f.Data)
				if err != nil {
					failed[largest[n-1]] = fmt.Errorf("formatting %s: %w", f.Name, err)
					continue
				}
				f.Data = data
			}
		})
	}
	workers.Wait()
	return cmp.Or(failed...)
}
