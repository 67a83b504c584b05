package scaffold

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
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
	Test  *File // with tests of the methods; nil if the folder does not have the functions that the tests in a new project call
	Names []string
}

// NewMethods returns files for the folder dir, each with the methods that a type there lacks. The type is one that embeds the
// Unimplemented type of a service of the generated package, which has the import path. It is an error if there is no such type.
func NewMethods(pkg *ir.Package, importPath, dir string) ([]Methods, error) {
	written, err := readDeclared(dir, importPath)
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
		own.Operations = slices.DeleteFunc(slices.Clone(s.Operations), func(op *ir.Operation) bool { return written.declares[name+"."+op.Name] })
		if len(own.Operations) == 0 {
			continue
		}
		m, err := written.newMethods(pkg, importPath, dir, &own, name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if !found {
		return nil, fmt.Errorf("no type in %s embeds %s.%s; add one, for which --update then writes methods", dir, pkg.Name, pkg.Services[0].Unimplemented)
	}
	return all, nil
}

// newMethods returns the methods of a service for a type, in a file that does not exist in a folder.
func (t *declared) newMethods(pkg *ir.Package, importPath, dir string, service *ir.Service, typeName string) (m Methods, err error) {
	own := &emit.SkeletonService{Service: service, Type: typeName}
	for n := 1; ; n++ {
		number := ""
		if n > 1 {
			number = strconv.Itoa(n)
		}
		own.File, own.Added = fileName(typeName, map[string]bool{})+"_new"+number, "New"+number
		if !t.declares["Test"+service.Name+own.Added] && !exists(dir, own.File+".go") && !exists(dir, own.File+"_test.go") {
			break
		}
	}
	code := &emit.Skeleton{Package: t.pkg, ImportPath: importPath, WithoutHeaders: !t.declares["headers"]}
	methods, test, err := code.Methods(pkg, own)
	m.File, m.Names = File(methods), collect.Each(service.Operations, func(op *ir.Operation) string { return op.Name })
	if t.declares["faultsOnly"] && t.declares["request"] && t.declares["check"] {
		m.Test = (*File)(&test)
	}
	return m, err
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// declared has what the Go files of a folder declare.
type declared struct {
	pkg       string
	declares  map[string]bool   // names of functions, and of methods after their type and a dot
	embedding map[string]string // names of types, by the type of the generated package that they embed
}

// readDeclared reads the Go files of a folder.
func readDeclared(dir, importPath string) (*declared, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	found := &declared{declares: map[string]bool{}, embedding: map[string]string{}}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(file.Name.Name, "_test") {
			continue // another package
		}
		found.pkg = file.Name.Name
		imports := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(importPath) })
		found.add(file, imports, strings.HasSuffix(e.Name(), "_test.go"))
	}
	return found, nil
}

// add adds what a file declares. imports says that it imports the generated package. Types of tests, such as servers that tests call,
// do not count.
func (t *declared) add(file *ast.File, imports, isTest bool) {
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			name := n.Name.Name
			if n.Recv != nil && (isTest || len(n.Recv.List) == 0) {
				continue
			}
			if n.Recv != nil {
				name = strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*") + "." + name
			}
			t.declares[name] = true
		case *ast.TypeSpec:
			structure, ok := n.Type.(*ast.StructType)
			for i := 0; ok && imports && !isTest && i < len(structure.Fields.List); i++ {
				field := structure.Fields.List[i]
				if _, name, qualified := strings.Cut(types.ExprString(field.Type), "."); qualified && field.Names == nil {
					t.embedding[name] = n.Name.Name
				}
			}
		}
	}
}
