// Package scaffold makes the files of a module that serves a contract and that are generated only once: the implementation
// with one method for each operation, the server, tests, and the files that build and check them. The user edits them
// afterwards. Package generator adds the contract and the generated code.
package scaffold

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"go/format"
	"path"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Config configures the files. Paths have slashes.
type Config struct {
	Plan *ir.Package // plan of the generated package

	ImportPath    string // import path of the folder of the files
	Package       string // import path of the generated package
	PackageFolder string // folder of the generated package, relative to the folder of the files
	Runtime       string // import path of the run-time
	RuntimeFolder string // folder of the run-time, relative to the folder of the files; "" if it is not below that
	Program       string // how the files run the command; "" is "quartet"
	Page          bool   // whether the run-time has the service page

	Contract   string   // path or address of the contract
	ConfigFile string   // the text of quartet.yaml
	Compare    []string // the flags that quartet flatten needs, too

	// Catalog is the path of the catalog with the documents of the contract, if there is one. Then a revision of the contract in
	// git cannot be compared, because the catalog belongs to another revision.
	Catalog string

	// Repository is the path of the folder in the repository that contains it, "" if it is the root or there is no repository.
	Repository string
}

// File is a file of the module. Its Name is relative to the folder of the module, with slashes.
type File = txtar.File

// servicePackage is the name of the package with the implementation. It is below internal.
const servicePackage = "service"

//go:embed templates
var templates embed.FS

// Files returns the files, sorted by name. It returns an error if a template is wrong, or if a name of a folder cannot be used
// in the files.
func Files(c Config) ([]File, error) {
	for _, name := range append([]string{c.Contract, c.Catalog, c.Repository, c.ImportPath, c.PackageFolder, c.RuntimeFolder}, c.Compare...) {
		if err := checkText(name); err != nil {
			return nil, err
		}
	}
	code := &emit.Skeleton{Package: servicePackage, ImportPath: c.Package, Services: routed(c.Plan.Services)}
	emitted, err := code.Render(c.Plan)
	if err != nil {
		return nil, err
	}
	files := []File{{Name: "quartet.yaml", Data: []byte(c.ConfigFile)}}
	for _, f := range emitted {
		files = append(files, File{Name: path.Join("internal", servicePackage, f.Name), Data: f.Data})
	}
	v := newValues(c, code)
	for _, t := range []struct {
		template, name string
	}{
		{"main.go", "main.go"},
		{"main_test.go", "main_test.go"},
		{"service_test.go", "internal/" + servicePackage + "/service_test.go"},
		{"Makefile", "Makefile"},
		{"gitignore", ".gitignore"},
		{"ci.yml", ".github/workflows/ci.yml"},
		{"README.md", "README.md"},
	} {
		data, err := render(t.template, v)
		if err != nil {
			return nil, fmt.Errorf("making %s: %w", t.name, err)
		}
		files = append(files, File{Name: t.name, Data: data})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

// render executes a template. Go is formatted.
func render(name string, v *values) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name+".tmpl")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return nil, err
	}
	if path.Ext(name) != ".go" {
		return b.Bytes(), nil
	}
	return format.Source(b.Bytes())
}

// values holds the values that templates refer to.
type values struct {
	Config
	Name           string // name of the command
	ServicePackage string
	NewHandler     string // function of the package of the service
	Health         string // path of the health check
	Addresses      []string
	Summary        string
	SendsHeaders   bool // whether the tests send headers
}

func newValues(c Config, code *emit.Skeleton) *values {
	v := &values{
		Config: c, Name: commandName(c.ImportPath), ServicePackage: servicePackage, NewHandler: code.HandlerName(),
		Health: healthPath(code.Services), SendsHeaders: code.SendsHeaders,
	}
	v.Program = cmp.Or(c.Program, "quartet")
	var names []string
	operations := 0
	for _, s := range code.Services {
		operations += len(s.Operations)
		names = append(names, "`"+s.Name+"`")
		for _, p := range served(&s) {
			v.Addresses = collect.Union(v.Addresses, escaped(p))
		}
	}
	services := "services"
	if len(names) == 1 {
		services = "service"
	}
	v.Summary = fmt.Sprintf("the %s %s of [`%s`](%s), with %s", services, diag.Listed(names, "and"), c.shown(), escaped(c.shown()), diag.Counted(operations, "operation"))
	return v
}

// commandName returns the name that the go command gives the command with an import path.
func commandName(importPath string) string {
	name := path.Base(importPath)
	if dir := path.Dir(importPath); dir != "." && len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(dir)
	}
	return name
}
