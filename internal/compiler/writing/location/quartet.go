package location

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/mod/modfile"

	"example.com/quartet/templates"
)

// RequireQuartet is the command that makes a module require the module of Quartet.
const RequireQuartet = "go mod edit -require=" + templates.ModulePath + "@v0.0.0 -replace=" + templates.ModulePath + "=FOLDER"

// IsQuartets reports whether a run-time is the one in the module of Quartet.
func IsQuartets(runtime string) bool { return runtime == templates.RuntimePath }

// requireQuartet returns an error if the go.mod of the module does not require the module of Quartet, which has the run-time.
// A module without a go.mod is new: its go.mod is yet to be written.
func (m Module) requireQuartet() error {
	file, err := m.file(modfile.ParseLax)
	switch {
	case errors.Is(err, fs.ErrNotExist) || m.Path == templates.ModulePath:
		return nil
	case err != nil:
		return err
	case requiresQuartet(file):
		return nil
	}
	return fmt.Errorf("the run-time is in the module %s, which %s does not require: run %s", templates.ModulePath, filepath.Join(m.Root, "go.mod"), RequireQuartet)
}

func requiresQuartet(file *modfile.File) bool {
	return slices.ContainsFunc(file.Require, func(r *modfile.Require) bool { return r.Mod.Path == templates.ModulePath })
}

// importsQuartet reports whether a folder has a generated package that imports the run-time in the module of Quartet.
func importsQuartet(dir string) bool {
	entries, _ := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		if filepath.Ext(entry.Name()) != ".go" {
			return false
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, entry.Name()), nil, parser.ImportsOnly|parser.ParseComments)
		return err == nil && ast.IsGenerated(file) && slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
			return spec.Path.Value == strconv.Quote(templates.RuntimePath)
		})
	})
}
