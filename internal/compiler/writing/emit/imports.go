package emit

import (
	"path"

	"github.com/dave/jennifer/jen"
)

// protocol is the constant of the run-time that a generated package refers to. Its
// number changes with what generated code uses of the run-time, so that a package
// does not compile with a run-time that it was not generated for.
const protocol = "Protocol5"

// runtimePackages are the packages of the run-time that generated code imports,
// below the import path of package soap.
var runtimePackages = []string{"contract", "schema", "xsd", "encoded", "multipart", "wsa"}

// soap returns a name in the run-time's package soap: soap.Fault
func (e *emitter) soap(name string) *jen.Statement { return jen.Qual(e.pkg.Runtime, name) }

// below returns a name in another package of the run-time.
func (e *emitter) below(pkg, name string) *jen.Statement {
	return jen.Qual(e.pkg.Runtime+"/"+pkg, name)
}

// contract returns: contract.Operation
func (e *emitter) contract(name string) *jen.Statement { return e.below("contract", name) }

// schema returns: schema.Row
func (e *emitter) schema(name string) *jen.Statement { return e.below("schema", name) }

// xsd returns: xsd.Date
func (e *emitter) xsd(name string) *jen.Statement { return e.below("xsd", name) }

// encoded returns: encoded.InlineReferences
func (e *emitter) encoded(name string) *jen.Statement { return e.below("encoded", name) }

// multipart returns: multipart.Related
func (e *emitter) multipart(name string) *jen.Statement { return e.below("multipart", name) }

// nameImports tells file the names of the packages that it may import.
func (e *emitter) nameImports(file *jen.File) {
	nameImport(file, e.pkg.Runtime, "soap", "soap")
	for _, name := range runtimePackages {
		nameImport(file, e.pkg.Runtime+"/"+name, name, name)
	}
	for i, pkg := range e.pkg.Imports {
		nameImport(file, pkg.Path, pkg.Name, e.pkg.Aliases[i])
	}
}

// nameImport tells file the name of a package. The import shows an alias, and the name
// of a package whose folder has another one.
func nameImport(file *jen.File, importPath, name, alias string) {
	if alias == name && path.Base(importPath) == name {
		file.ImportName(importPath, name)
		return
	}
	file.ImportAlias(importPath, alias)
}

// writeProtocol writes:
//
//	const _ = soap.Protocol5
func (e *emitter) writeProtocol(file *jen.File) {
	file.Add(comment("If this does not compile, the run-time that is imported is of another version of quartet. " +
		"Run \"go tool quartet generate\" again for every package that imports it.")).
		Const().Id("_").Op("=").Add(e.soap(protocol))
	file.Line()
}
