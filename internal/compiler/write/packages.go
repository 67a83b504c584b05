package write

import (
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// OtherPackage is a file that keeps the output from being built: it stands in
// the same folder, and belongs to another package than Wanted.
type OtherPackage struct{ Path, Package, Wanted string }

// OtherPackages lists the files that were not generated and are not of the
// package that their folder is for: pkg in dir, and in the folders of files that
// of those. Tests do not count, nor files that are left out of a build here. A
// folder that does not exist has none.
func OtherPackages(dir string, known Known, pkg string, files []File) ([]OtherPackage, error) {
	others, err := otherPackages(dir, pkg, func(data []byte) bool { return known(data, false) })
	if err != nil {
		return nil, err
	}
	for _, folder := range folders(files)[1:] {
		first := slices.IndexFunc(files, func(f File) bool { return path.Dir(f.Name) == folder })
		more, err := otherPackages(filepath.Join(dir, filepath.FromSlash(folder)), packageClause(files[first].Data), func(data []byte) bool { return known(data, true) })
		if err != nil {
			return nil, err
		}
		others = append(others, more...)
	}
	return others, nil
}

func otherPackages(dir, pkg string, known func([]byte) bool) ([]OtherPackage, error) {
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
		if name := packageClause(data); name != "" && name != pkg && !known(data) {
			others = append(others, OtherPackage{path, name, pkg})
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
