package emit

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/encoded"
)

// A package for namespaces has types with their descriptions, elements, and a schema
// text. Names that only other generated packages use start with Quartet.

// packages renders the package of the service and the packages for namespaces.
func packages(service *ir.Package) ([]File, error) {
	var all []File
	types := descriptor.New(encoded.Arrays{})
	for _, pkg := range append([]*ir.Package{service}, service.Packages...) {
		e := newEmitter(pkg, types)
		e.service = service
		outputs := e.files()
		if len(pkg.TargetNamespaces) > 0 {
			outputs = e.typeFiles(e.writePackage)
		}
		files := e.render(outputs)
		if err := format(files); err != nil {
			return nil, err
		}
		inFolder := func(f File) File { return File{Name: path.Join(pkg.Folder, f.Name), Data: f.Data} }
		all = append(all, collect.Each(files, inFolder)...)
	}
	return all, nil
}

// writePackage writes package.go: the package comment and tables.
func (e *emitter) writePackage() {
	doc := "Package " + e.pkg.Name + " holds " + e.pkg.Doc + " Packages of services import it. Names that begin with Quartet are only for these packages."
	e.file.packageComment(documented(doc, e.conventionsDoc()))
	e.writePackageTables()
}

// writePackageTables writes the tables of a package without services.
func (e *emitter) writePackageTables() {
	e.writeNamespaces()
	e.writeDocuments()
	e.writeProtocol()
}

func (e *emitter) typesVar() string {
	if len(e.pkg.TargetNamespaces) > 0 {
		return "QuartetTypes"
	}
	return "contractTypes"
}

// imports returns: []*schema.Table{&base.QuartetTypes}
func (e *emitter) imports() string {
	list := collect.Each(e.pkg.Imports, func(pkg *ir.Package) string { return "&" + e.file.qualified(pkg.Path, "QuartetTypes") })
	if len(list) == 0 {
		return ""
	}
	return "[]*" + e.schema("Table") + lines(list)
}

// namespace returns the number of a namespace: its index, or the constant for a number that is not its index.
func (e *emitter) namespace(ns int) string {
	if e.service != nil && ns >= len(e.service.Namespaces) {
		all := slices.Concat(e.service.Namespaces, e.service.MoreNamespaces, e.pkg.MoreNamespaces)
		if i := slices.IndexFunc(all, func(entry ir.TableEntry) bool { return entry.ID == ns }); i >= 0 && all[i].Const != "" {
			return all[i].Const
		}
	}
	return strconv.Itoa(ns)
}

// writeNumbers writes the numbers of namespaces, which are the same in all packages.
func (e *emitter) writeNumbers() {
	var defs []string
	for _, entry := range slices.Concat(e.pkg.Namespaces, e.pkg.MoreNamespaces) {
		if entry.ID != 0 {
			defs = append(defs, fmt.Sprintf("%s = %d", entry.Const, entry.ID))
		}
	}
	if defs != nil {
		e.declare("The numbers of namespaces, which are the same in all packages.", "const (\n%s\n)", strings.Join(defs, "\n"))
	}
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
