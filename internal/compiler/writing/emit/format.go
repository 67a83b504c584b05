package emit

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	goformat "go/format"
	"go/parser"
	"go/token"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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

// formatted returns a file formatted by gofmt. Its imports are sorted, the standard library first.
func formatted(f *File) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Data, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	if len(file.Decls) == 0 {
		return goformat.Source(f.Data)
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	var standard, others []string
	for _, spec := range file.Imports {
		text := string(f.Data[offset(spec.Pos()):offset(spec.End())])
		if isStandard(spec) {
			standard = append(standard, text)
		} else {
			others = append(others, text)
		}
	}
	var b bytes.Buffer
	b.Write(f.Data[:offset(file.Decls[0].Pos())])
	b.WriteString(importDeclaration(standard, others)) // go/format sorts each block of lines
	b.Write(f.Data[offset(file.Decls[len(file.Decls)-1].End()):])
	return goformat.Source(b.Bytes())
}

// isStandard reports whether an import is one of the standard library: the first element of its path has no dot.
func isStandard(spec *ast.ImportSpec) bool {
	path, err := strconv.Unquote(spec.Path.Value)
	first, _, _ := strings.Cut(path, "/")
	return err == nil && !strings.Contains(first, ".")
}

// importDeclaration returns a declaration that imports packages, with an empty line between two lists of them.
func importDeclaration(standard, others []string) string {
	if len(standard)+len(others) == 1 {
		return "import " + strings.Join(append(standard, others...), "")
	}
	return "import (\n" + strings.Join(standard, "\n") + "\n\n" + strings.Join(others, "\n") + "\n)"
}
