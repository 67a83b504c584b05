// Package plans makes the plan of every type in generated packages, which is where the run-time compares descriptions
// with Go types. It adds a function to each package, as most tables and operations are not exported.
package plans

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// A Module is a Go module with generated packages.
type Module struct {
	Dir     string
	Path    string // import path
	Runtime string // import path of the run-time
}

// kitFolder holds what the functions that are added call, and the list of them.
const kitFolder = "plans"

// List is the path, relative to the module's path, of a package with the variable All. It has Name and Check of each package. Check
// panics if a description does not fit.
const List = kitFolder + "/all"

// found are the variables of a package that describe something.
type found struct {
	pkg                                          string
	tables, contracts, operations, values, types []string
}

// Add adds the function to the packages in a folder of the module, and in the folders below. It returns the import paths
// of those packages that have descriptions.
func (m *Module) Add(folder string) (imports []string, err error) {
	if err := m.writeKit(); err != nil {
		return nil, err
	}
	root := filepath.Join(m.Dir, filepath.FromSlash(folder))
	err = filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		f, err := find(dir)
		if err != nil || len(f.tables) == 0 {
			return err
		}
		rel, err := filepath.Rel(m.Dir, dir)
		if err != nil {
			return err
		}
		p := path.Join(m.Path, filepath.ToSlash(rel))
		imports = append(imports, p)
		return write(filepath.Join(dir, "quartet_plans.go"), m.function(m.functionName(p), f))
	})
	return imports, err
}

// WriteList writes the package List, for packages that Add returned.
func (m *Module) WriteList(imports []string) error {
	var names, checks strings.Builder
	for i, p := range imports {
		fmt.Fprintf(&names, "p%d %q\n", i, p)
		fmt.Fprintf(&checks, "{%q, p%d.%s},\n", strings.TrimPrefix(p, m.Path+"/"), i, m.functionName(p))
	}
	text := fmt.Sprintf("package all\n\nimport (\n%s)\n\nvar All = []struct {\nName string\nCheck func()\n}{\n%s}\n", &names, &checks)
	return write(filepath.Join(m.Dir, filepath.FromSlash(List), "all.go"), text)
}

// functionName returns the name of the function in a package. Tests import several packages into one scope.
func (m *Module) functionName(imported string) string {
	return "QuartetPlans" + strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, strings.TrimPrefix(imported, m.Path))
}

// find returns the variables of the package in a folder.
func find(dir string) (*found, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	f := new(found)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		f.pkg = file.Name.Name
		f.add(file)
	}
	return f, nil
}

func (f *found) add(file *ast.File) {
	imports := make(map[string]string)
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = path.Base(p)
	}
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if _, ok := spec.Type.(*ast.StructType); ok {
					f.types = append(f.types, spec.Name.Name)
				}
			case *ast.ValueSpec:
				for i := range spec.Values {
					f.addVariable(spec.Names[i].Name, typeOf(spec.Values[i], imports))
				}
			}
		}
	}
}

// typeOf returns the type of a composite literal, as "package.Type"; "" for everything else.
func typeOf(value ast.Expr, imports map[string]string) string {
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	typ := literal.Type
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	selector, ok := typ.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	pkg, ok := selector.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return imports[pkg.Name] + "." + selector.Sel.Name
}

func (f *found) addVariable(name, typ string) {
	switch typ {
	case "schema.Table":
		f.tables = append(f.tables, name)
	case "contract.Contract":
		f.contracts = append(f.contracts, name)
	case "contract.Operation":
		f.operations = append(f.operations, name)
	case "schema.Element":
		f.values = append(f.values, name+".Info.Value")
	case "soap.Header":
		f.values = append(f.values, name+".Value")
	}
}

// function returns the source text of the function. A handler is made of what has operations: that checks their results,
// headers and faults.
func (m *Module) function(function string, f *found) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\nquartetPlans %q\n", f.pkg, path.Join(m.Path, kitFolder))
	if len(f.contracts) > 0 {
		fmt.Fprintf(&b, "quartetSoap %q\n", m.Runtime)
	}
	fmt.Fprintf(&b, ")\n\nfunc %s() {\n", function)
	for _, name := range f.tables {
		fmt.Fprintf(&b, "quartetPlans.Table(&%s", name)
		for _, typ := range f.types {
			fmt.Fprintf(&b, ",\n(*%s)(nil)", typ)
		}
		b.WriteString(")\n")
	}
	b.WriteString("quartetPlans.Values(")
	for _, name := range f.values {
		fmt.Fprintf(&b, "\n%s,", name)
	}
	b.WriteString(")\n")
	for _, name := range f.contracts {
		fmt.Fprintf(&b, "quartetSoap.NewHandler(%s.With(", name)
		for _, op := range f.operations {
			fmt.Fprintf(&b, "\n&%s,", op)
		}
		b.WriteString("), nil, nil, nil)\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// writeKit writes the package that the functions call. It reads and writes an empty value of each type: a plan is made
// when it is first needed.
func (m *Module) writeKit() error {
	return write(filepath.Join(m.Dir, kitFolder, "plans.go"), `package plans

import "`+m.Runtime+`/schema"

func Table(t *schema.Table, types ...any) {
	t.Check()
	for _, zero := range types {
		if typ := schema.TypeOf(zero); typ != nil {
			plan(t, typ)
		}
	}
}

func plan(t *schema.Table, typ *schema.Type) {
	v := typ.New()
	d := schema.NewDecoder([]byte("<v/>"), t.Namespaces, schema.Limits{})
	defer d.Release()
	if d.Root() {
		schema.DecodeRows(d, typ, v)
	}
	e := schema.NewEncoder(t.Namespaces, true)
	defer e.Release()
	e.Open(schema.ElementName{Local: "v"}, true)
	schema.EncodeRows(e, typ, v)
}

func Values(values ...*schema.Value) {
	for _, v := range values {
		if v != nil {
			v.Check()
		}
	}
}
`)
}

// write writes a file unless it has the text.
func write(name, text string) error {
	data, err := format.Source([]byte(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}
