package emit

import (
	"cmp"
	"fmt"
	goformat "go/format"
	"go/parser"
	"go/token"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/imports"
)

// format formats all files in place and sorts their imports. Files are formatted
// concurrently, starting with the largest. If several fail, it returns the error of
// the first in the order of files.
func format(files []File) error {
	largest := make([]int, len(files))
	for i := range files {
		largest[i] = i
	}
	slices.SortStableFunc(largest, func(a, b int) int { return cmp.Compare(len(files[b].Data), len(files[a].Data)) })
	failed := make([]error, len(files))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for n := int(next.Add(1)); n <= len(files); n = int(next.Add(1)) {
				f := &files[largest[n-1]]
				data, err := formatted(f)
				if err != nil {
					failed[largest[n-1]] = fmt.Errorf("formatting %s: %w", f.Name, err)
					continue
				}
				f.Data = data
			}
		})
	}
	workers.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// formatted returns a file formatted by gofmt, with sorted imports. Package imports
// formats its result twice, so it only gets the file up to the end of the imports.
func formatted(f *File) ([]byte, error) {
	end, err := endOfImports(f)
	if err != nil {
		return nil, err
	}
	head := append(f.Data[:end:end], '\n')
	ordered, err := imports.Process(f.Name, head, &imports.Options{FormatOnly: true, Comments: true, TabIndent: true, TabWidth: 8})
	if err != nil {
		return nil, err
	}
	return goformat.Source(append(ordered, f.Data[end:]...))
}

// endOfImports returns the offset after the last import, or after the package
// clause if there are no imports.
func endOfImports(f *File) (int, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Data, parser.ImportsOnly)
	if err != nil {
		return 0, err
	}
	end := file.Name.End()
	for _, decl := range file.Decls {
		end = decl.End()
	}
	return fset.Position(end).Offset, nil
}
