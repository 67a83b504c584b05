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

// OtherPackage is a Go file whose package clause does not match the generated files in
// the same folder, so that the folder cannot be built.
type OtherPackage struct {
	Path    string // of the file
	Package string // in the file's package clause
	Wanted  string // the package of the generated files
}

// OtherPackages returns the files in the folders of outputs that were not generated and
// belong to another package than the generated files there. Test files are ignored, as are
// files that build constraints exclude on this platform. Folders that do not exist have no
// such files.
func OtherPackages(kindOf KindOf, outputs ...Output) ([]OtherPackage, error) {
	var others []OtherPackage
	for _, o := range outputs {
		for _, folder := range o.folders() {
			first := slices.IndexFunc(o.Files, func(f File) bool { return path.Dir(f.Name) == folder && path.Ext(f.Name) == ".go" })
			if first < 0 {
				continue
			}
			isGenerated := func(data []byte) bool { return kindOf(data) == o.kind(folder) }
			more, err := otherPackages(o.path(folder), packageClause(o.Files[first].Data), isGenerated)
			if err != nil {
				return nil, err
			}
			others = append(others, more...)
		}
	}
	return others, nil
}

func otherPackages(dir, pkg string, isGenerated func([]byte) bool) ([]OtherPackage, error) {
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
		if name := packageClause(data); name != "" && name != pkg && !isGenerated(data) {
			others = append(others, OtherPackage{path, name, pkg})
		}
	}
	return others, nil
}

// packageClause returns the package name in a Go file, or "" if the file has no valid
// package clause.
func packageClause(data []byte) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", data, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}
