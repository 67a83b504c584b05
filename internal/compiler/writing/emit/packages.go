package emit

import (
	"bytes"
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/encoded"
)

// A package for namespaces has types with their descriptions, elements, and a schema
// text. Names that only other generated packages use start with Quartet.

// packages renders the package of the service and the packages for namespaces.
func (e *emitter) packages() ([]File, error) {
	var all []File
	types := descriptor.New(encoded.Arrays{})
	for _, pkg := range append([]*ir.Package{e.pkg}, e.pkg.Packages...) {
		single := &emitter{pkg: pkg, service: e.pkg, types: types}
		outputs := single.files()
		if len(pkg.TargetNamespaces) > 0 {
			outputs = single.namespaceFiles()
		}
		files, err := single.render(outputs)
		if err != nil {
			return nil, err
		}
		if err := format(files); err != nil {
			return nil, err
		}
		for _, f := range files {
			all = append(all, File{Name: path.Join(pkg.Folder, f.Name), Data: f.Data})
		}
	}
	return all, nil
}

// namespaceFiles lists the files of a package for a namespace.
func (e *emitter) namespaceFiles() []outputFile {
	return []outputFile{
		{"package.go", e.writePackage, false},
		{"types.go", e.writeTypes, !e.declaresTypes()},
		{"schema.go", e.writeTable, false},
	}
}

// newFile returns an empty file of the package.
func (e *emitter) newFile() *jen.File {
	file := jen.NewFilePathName(e.pkg.Path, e.pkg.Name)
	e.nameImports(file)
	return file
}

// writePackage writes package.go: the package comment and tables.
func (e *emitter) writePackage(file *jen.File) {
	doc := "Package " + e.pkg.Name + " holds " + e.pkg.Doc + " Packages of services import it. Names that begin with Quartet are only for these packages."
	for _, line := range commentLines(documented(doc, e.conventionsDoc())) {
		file.PackageComment(line)
	}
	e.writeNamespaces(file)
	e.writeDocuments(file)
	e.writeProtocol(file)
}

// qualified returns a name in a package. nil is the service's package, whose names
// are used in no other package but that for tests.
func (e *emitter) qualified(pkg *ir.Package, name string) *jen.Statement {
	switch {
	case pkg != nil:
		return jen.Qual(pkg.Path, name)
	case e.servicePath != "":
		return jen.Qual(e.servicePath, name)
	}
	return jen.Id(name)
}

func (e *emitter) structID(s *ir.Struct) *jen.Statement { return e.qualified(s.Package, s.Name) }

func (e *emitter) simpleID(s *ir.Simple) *jen.Statement { return e.qualified(s.Package, s.Name) }

func (e *emitter) typesVar() string {
	if len(e.pkg.TargetNamespaces) > 0 {
		return "QuartetTypes"
	}
	return "contractTypes"
}

// imports returns: Imports: []*schema.Table{&base.QuartetTypes}
func (e *emitter) imports() jen.Code {
	if len(e.pkg.Imports) == 0 {
		return nil
	}
	var list []jen.Code
	for _, pkg := range e.pkg.Imports {
		list = append(list, jen.Op("&").Qual(pkg.Path, "QuartetTypes"))
	}
	return jen.Id("Imports").Op(":").Index().Op("*").Add(e.schema("Table")).Add(lines(list...))
}

// constOf returns the constant for a namespace with a number that is not its index;
// otherwise "".
func (e *emitter) constOf(ns int) string {
	if e.service == nil || ns < len(e.service.Namespaces) {
		return ""
	}
	for _, table := range [...][]ir.TableEntry{e.service.Namespaces, e.service.MoreNamespaces, e.pkg.MoreNamespaces} {
		for _, entry := range table {
			if entry.ID == ns {
				return entry.Const
			}
		}
	}
	return ""
}

// namespace returns the number of a namespace, nil for 0: its index, or the
// constant for it.
func (e *emitter) namespace(ns int) jen.Code {
	if name := e.constOf(ns); name != "" {
		return jen.Id(name)
	}
	return number(ns)
}

func namespaceID(entry ir.TableEntry) jen.Code {
	if entry.ID == 0 {
		return nil
	}
	return jen.Id(entry.Const)
}

// writeNumbers writes the numbers of namespaces, which are the same in all
// packages:
//
//	const (
//		nsOrders = 1234567890
//	)
func (e *emitter) writeNumbers(file *jen.File) {
	var defs []jen.Code
	for _, entry := range slices.Concat(e.pkg.Namespaces, e.pkg.MoreNamespaces) {
		if entry.ID != 0 {
			defs = append(defs, jen.Id(entry.Const).Op("=").Lit(entry.ID))
		}
	}
	if len(defs) == 0 {
		return
	}
	file.Add(comment("The numbers of namespaces, which are the same in all packages.")).Const().Defs(defs...)
	file.Line()
}

// namespaceMark is the start of the first line of files of packages for namespaces.
const namespaceMark = Mark + "the namespace"

func isOfNamespace(data []byte) bool {
	rest, ok := bytes.CutPrefix(data, []byte(namespaceMark))
	return ok && (bytes.HasPrefix(rest, []byte(` "`)) || bytes.HasPrefix(rest, []byte(`s "`)))
}

// IsGenerated reports whether data is a file of this generator, either of a package
// for namespaces or of a service's package. Files of one kind are never overwritten
// or removed by the other.
func IsGenerated(data []byte, namespace bool) bool {
	return bytes.HasPrefix(data, []byte(Mark)) && isOfNamespace(data) == namespace
}
