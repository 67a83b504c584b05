// Package plans makes the plan of every type in generated packages, which is where the run-time compares descriptions
// with Go types. It adds a function to each package, as most tables and operations are not exported.
package plans

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// A Module is a Go module with generated packages.
type Module struct {
	Dir     string
	Path    string // import path
	Runtime string // import path of the run-time
}

// List is the path, relative to the module's path, of a package with the variable All. It has Name and Check of each package. Check
// panics if a description does not fit.
const List = "plans/all"

// Add adds the function to the packages in a folder of the module, and in the folders below. It returns the import paths
// of those packages that have descriptions.
func (m *Module) Add(folder string) (imports []string, err error) {
	root := filepath.Join(m.Dir, filepath.FromSlash(folder))
	err = filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		source, err := sourceOf(dir)
		if err != nil || len(variables(source, "Table")) == 0 {
			return err
		}
		rel, err := filepath.Rel(m.Dir, dir)
		if err != nil {
			return err
		}
		p := path.Join(m.Path, filepath.ToSlash(rel))
		imports = append(imports, p)
		return write(filepath.Join(dir, "quartet_plans.go"), m.function(m.functionName(p), source))
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

// sourceOf returns the text of the package in a folder, "" if there is none.
func sourceOf(dir string) (source string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		source += string(text)
	}
	return source, err
}

var (
	packageName = regexp.MustCompile(`(?m)^package (\S+)`)
	structType  = regexp.MustCompile(`(?m)^type (\S+) struct\b`)
	described   = regexp.MustCompile(`(?m)^(?:var |\t)(\S+) += \w+\.(Table|Contract|Operation|Element|Header)\b[^(\n]*\{`)
)

// variables returns the variables of a package that have descriptions of one kind: Table, Contract, Operation, Element or Header.
func variables(source, kind string) (names []string) {
	for _, match := range described.FindAllStringSubmatch(source, -1) {
		if match[2] == kind {
			names = append(names, match[1])
		}
	}
	return names
}

// function returns the source text of the function. A handler is made of what has operations: that checks their results,
// headers and faults.
func (m *Module) function(function, source string) string {
	var b strings.Builder
	contracts := variables(source, "Contract")
	fmt.Fprintf(&b, "package %s\n\nimport (\n", packageName.FindStringSubmatch(source)[1])
	if len(contracts) > 0 {
		fmt.Fprintf(&b, "quartetSoap %q\n", m.Runtime)
	}
	fmt.Fprintf(&b, "quartetSchema %q\n)\n\nfunc %s() {\n", m.Runtime+"/schema", function)
	for _, table := range variables(source, "Table") {
		fmt.Fprintf(&b, "%s.Check()\nfor _, zero := range []any{", table)
		for _, match := range structType.FindAllStringSubmatch(source, -1) {
			fmt.Fprintf(&b, "\n(*%s)(nil),", match[1])
		}
		fmt.Fprintf(&b, "} {\nif typ := quartetSchema.TypeOf(zero); typ != nil {\n%s.CheckType(typ)\n}\n}\n", table)
	}
	for _, value := range [][2]string{{"Element", ".Info.Value"}, {"Header", ".Value"}} {
		for _, name := range variables(source, value[0]) {
			fmt.Fprintf(&b, "if v := %s%s; v != nil {\nv.Check()\n}\n", name, value[1])
		}
	}
	for _, name := range contracts {
		fmt.Fprintf(&b, "quartetSoap.NewHandler(%s.With(", name)
		for _, op := range variables(source, "Operation") {
			fmt.Fprintf(&b, "\n&%s,", op)
		}
		b.WriteString("), nil, nil, nil)\n")
	}
	b.WriteString("}\n")
	return b.String()
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
