package write

import (
	"go/build"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// OtherPackage is a Go file whose package clause does not match the generated files in
// the same folder, so that the folder cannot be built.
type OtherPackage struct {
	Path    string // path of the file
	Package string // in the file's package clause
	Wanted  string // the package of the generated files
}

// otherPackages returns the files in a folder of an output that belong to another package than the output there.
func otherPackages(o *Output, folder string, files map[string][]byte) []OtherPackage {
	first := slices.IndexFunc(o.Files, func(f File) bool { return path.Dir(f.Name) == folder && path.Ext(f.Name) == ".go" })
	if first < 0 || len(files) == 0 {
		return nil
	}
	pkg := packageClause(o.Files[first].Data)
	var others []OtherPackage
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if built, err := build.Default.MatchFile(o.path(folder), file); err != nil || !built {
			continue
		}
		if name := packageClause(files[file]); name != "" && name != pkg {
			others = append(others, OtherPackage{filepath.Join(o.path(folder), file), name, pkg})
		}
	}
	return others
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
