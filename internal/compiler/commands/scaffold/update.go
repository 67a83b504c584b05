package scaffold

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Methods is a new file with methods for operations of a service.
type Methods struct {
	File
	Names []string
}

// NewMethods returns files for the folder dir, each with the methods that a type there lacks. The type is one that embeds the
// Unimplemented type of a service of the generated package, which has the import path. It is an error if there is no such type.
func NewMethods(pkg *ir.Package, importPath, dir string) ([]Methods, error) {
	written, err := readTypes(dir, importPath)
	if err != nil {
		return nil, err
	}
	var all []Methods
	found := false
	for _, s := range pkg.Services {
		name, ok := written.embedding[s.Unimplemented]
		if !ok {
			continue
		}
		found = true
		own := *s
		own.Name = name
		has := written.methods[name]
		missing := slices.DeleteFunc(slices.Clone(s.Operations), func(op *ir.Operation) bool { return slices.Contains(has, op.Name) })
		if len(missing) == 0 {
			continue
		}
		code := &emit.Skeleton{Package: written.pkg, ImportPath: importPath}
		file, err := code.Methods(pkg, newFileName(dir, name), &emit.SkeletonService{Service: &own}, missing)
		if err != nil {
			return nil, err
		}
		all = append(all, Methods{File(file), collect.Each(missing, func(op *ir.Operation) string { return op.Name })})
	}
	if !found {
		return nil, fmt.Errorf("no type in %s embeds %s.%s", dir, pkg.Name, pkg.Services[0].Unimplemented)
	}
	return all, nil
}

// newFileName returns a name for a file that does not exist in a folder.
func newFileName(dir, typeName string) string {
	base := fileName(typeName, map[string]bool{}) + "_new"
	for n := 1; ; n++ {
		name := base + ".go"
		if n > 1 {
			name = base + strconv.Itoa(n) + ".go"
		}
		if _, err := os.Lstat(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}

// goTypes has what the Go files of a folder declare.
type goTypes struct {
	pkg       string
	methods   map[string][]string // by type
	embedding map[string]string   // names of types, by the type of the generated package that they embed
}

// readTypes reads the Go files of a folder, without tests.
func readTypes(dir, importPath string) (*goTypes, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	found := &goTypes{methods: map[string][]string{}, embedding: map[string]string{}}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		found.pkg = file.Name.Name
		found.add(file, slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(importPath) }))
	}
	return found, nil
}

// add adds what a file declares. imports says that it imports the generated package.
func (t *goTypes) add(file *ast.File, imports bool) {
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && len(n.Recv.List) > 0 {
				of := strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*")
				t.methods[of] = append(t.methods[of], n.Name.Name)
			}
		case *ast.TypeSpec:
			structure, ok := n.Type.(*ast.StructType)
			for i := 0; ok && imports && i < len(structure.Fields.List); i++ {
				field := structure.Fields.List[i]
				if _, name, qualified := strings.Cut(types.ExprString(field.Type), "."); qualified && field.Names == nil {
					t.embedding[name] = n.Name.Name
				}
			}
		}
	}
}
