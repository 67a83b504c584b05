package emit

import (
	"bytes"
	"path"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// A package for namespaces has types with their codecs, elements, and a schema
// text. Names that only other generated packages use start with Quartet.

// packages renders the package of the service and the packages for namespaces.
func (e *emitter) packages() ([]File, error) {
	var all []File
	for _, pkg := range append([]*ir.Package{e.pkg}, e.pkg.Packages...) {
		single := &emitter{pkg: pkg, service: e.pkg}
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
			all = append(all, File{path.Join(pkg.Folder, f.Name), f.Data})
		}
	}
	return all, nil
}

// namespaceFiles lists the files of a package for a namespace.
func (e *emitter) namespaceFiles() []outputFile {
	return []outputFile{
		{"package.go", e.writePackage, false},
		{"types.go", e.writeTypes, len(e.pkg.Structs) == 0},
		{"simple.go", e.writeSimples, len(e.pkg.Simples) == 0},
		{"elements.go", e.writeElements, len(e.pkg.Elements) == 0},
		{"codec.go", e.writeCodecs, len(e.pkg.Structs) == 0},
		{"schema.go", e.writeSchema, false},
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
	for _, line := range commentLines("Package " + e.pkg.Name + " holds " + e.pkg.Doc + " Packages of services import it. Names that begin with Quartet are only for these packages.") {
		file.PackageComment(line)
	}
	e.writeNamespaces(file)
	e.writeTypeTable(file)
	e.writeProtocol(file)
}

// qualified returns a name in a package. nil is the service's package, whose names
// are never used in other packages.
func qualified(pkg *ir.Package, name string) *jen.Statement {
	if pkg == nil {
		return jen.Id(name)
	}
	return jen.Qual(pkg.Path, name)
}

func structID(s *ir.Struct) *jen.Statement { return qualified(s.Package, s.Name) }

func simpleID(s *ir.Simple) *jen.Statement { return qualified(s.Package, s.Name) }

// internalName returns the name of a function that only generated code calls. It is
// exported if there are packages for namespaces.
func (e *emitter) internalName(method string) string {
	if e.service == nil {
		return method
	}
	return "Quartet" + strings.ToUpper(method[:1]) + method[1:]
}

// interfaceFunc returns the function that reads or writes values of an interface:
// decodeBaseAnimal, or types.QuartetDecodeBaseAnimal
func (e *emitter) interfaceFunc(verb string, s *ir.Struct) *jen.Statement {
	if s.Package == nil {
		return jen.Id(verb + s.Interface)
	}
	return jen.Qual(s.Package.Path, e.internalName(verb)+s.Interface)
}

func (e *emitter) typesVar() string {
	if len(e.pkg.TargetNamespaces) > 0 {
		return "QuartetTypes"
	}
	return "contractTypes"
}

func (e *emitter) schemaVar() string {
	if len(e.pkg.TargetNamespaces) > 0 {
		return "QuartetSchema"
	}
	return "contractSchema"
}

// typesOfDecoder returns the table of types for values of an interface: that of the
// contract, or nil for the table of the decoder.
func (e *emitter) typesOfDecoder() *jen.Statement {
	if e.service == nil {
		return jen.Op("&").Id("contractTypes")
	}
	return jen.Nil()
}

// typeOf returns: &typeOfAnimal, or new(types.Animal).QuartetSchemaType()
func (e *emitter) typeOf(s *ir.Struct) *jen.Statement {
	if e.service != nil && s.Package != nil && s.Package != e.pkg {
		return newStruct(s).Dot("QuartetSchemaType").Call()
	}
	return jen.Op("&").Id(s.TypeVar)
}

func (e *emitter) schemaOfType() jen.Code {
	if e.service == nil {
		return nil
	}
	return jen.Op("&").Id(e.schemaVar())
}

// writeLinkedTable writes:
//
//	var QuartetTypes = schema.TypeTable{
//		Types:   []*schema.SchemaType{&typeOfAnimal},
//		Imports: []*schema.TypeTable{&base.QuartetTypes},
//	}
func (e *emitter) writeLinkedTable(file *jen.File, types jen.Code) {
	rows := []jen.Code{types}
	if list := e.imports("TypeTable", "QuartetTypes"); list != nil {
		rows = append(rows, list)
	}
	file.Add(comment(e.typesVar() + " are the types that xsi:type may name.")).
		Var().Id(e.typesVar()).Op("=").Add(e.schema("TypeTable")).Add(lines(rows...))
	file.Line()
}

// imports returns: Imports: []*schema.TypeTable{&base.QuartetTypes}
func (e *emitter) imports(typ, name string) jen.Code {
	if len(e.pkg.Imports) == 0 {
		return nil
	}
	var list []jen.Code
	for _, pkg := range e.pkg.Imports {
		list = append(list, jen.Op("&").Qual(pkg.Path, name))
	}
	return jen.Id("Imports").Op(":").Index().Op("*").Add(e.schema(typ)).Add(lines(list...))
}

func (e *emitter) schemaImports() []jen.Code {
	if list := e.imports("Schema", "QuartetSchema"); list != nil {
		return []jen.Code{list}
	}
	return nil
}

// constOf returns the constant for a namespace with a number that is not its index;
// otherwise "".
func (e *emitter) constOf(ns int) string {
	if e.service == nil || ns < len(e.service.Namespaces) {
		return ""
	}
	for _, entry := range e.service.Namespaces {
		if entry.ID == ns {
			return entry.Const
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
	for _, entry := range e.pkg.Namespaces {
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

// paramsOf returns the function that visits the parameters of a request: its
// method, or paramsOfStopsGetStop for a request in another package.
func (e *emitter) paramsOf(s *ir.Struct) *jen.Statement {
	if s.Package == nil {
		return structMethod(s, "QuartetParams")
	}
	alias := e.pkg.Alias(s.Package)
	return jen.Id("paramsOf" + strings.ToUpper(alias[:1]) + alias[1:] + s.Name)
}

// writeForeignParams writes the functions of paramsOf for requests in other
// packages.
func (e *emitter) writeForeignParams(file *jen.File) {
	written := make(map[*ir.Struct]bool)
	for _, service := range e.pkg.Services {
		for _, op := range service.Operations {
			s := op.Request
			if s == nil || s.Package == nil || len(s.Params) == 0 || written[s] {
				continue
			}
			written[s] = true
			file.Func().Add(e.paramsOf(s)).Params(jen.Id("v").Op("*").Add(structID(s)), jen.Id("p").Op("*").Add(e.schema("Parameters"))).BlockFunc(e.parameters(s))
			file.Line()
		}
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
