package write

import (
	"bytes"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// OtherPackage is a file that keeps the output from being built: it stands in
// the same folder, and belongs to another package.
type OtherPackage struct{ Path, Package string }

// OtherPackages lists the files of dir that were not generated and are not of
// the package pkg, sorted. Tests do not count, nor files that are left out of a
// build here. A folder that does not exist has none.
func OtherPackages(dir, mark, pkg string) ([]OtherPackage, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the output folder: %w", err)
	}
	var others []OtherPackage
	for _, e := range entries {
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if built, err := build.Default.MatchFile(dir, e.Name()); err != nil || !built {
			continue
		}
		path := filepath.Join(dir, e.Name())
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading the output folder: %w", err)
		}
		if name := packageClause(data); name != "" && name != pkg && !bytes.HasPrefix(data, []byte(mark)) {
			others = append(others, OtherPackage{path, name})
		}
	}
	return others, nil
}

// packageClause returns the package that a file belongs to; "" if it does not
// say.
func packageClause(data []byte) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", data, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}
