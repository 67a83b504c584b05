package emit

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// testMark is the start of the first line of the file of a package for tests, before
// the name of the contract in quotes.
const testMark = Mark + "the operations of "

// IsForTests reports whether data is the file of a package for tests.
func IsForTests(data []byte) bool { return bytes.HasPrefix(data, []byte(testMark+`"`)) }

// TestFolder returns the folder of the package for tests of a service's package,
// relative to its folder. It is the name of the package, too.
func TestFolder(name string) string { return name + "test" }

// testsNames are names that the package for tests declares or uses; a service's package that has one of them gets another name
// there.
var testsNames = strings.Fields("t handler opts url f ctx req soap soaptest")

// Tests renders the package for tests of a service's package, which has the given import
// path: functions that test implementations, and a service whose methods are fields.
func Tests(pkg *ir.Package, importPath string) (File, error) {
	e := &emitter{pkg: pkg, servicePath: importPath, types: descriptor.New(nil)}
	name := TestFolder(pkg.Name)
	file := jen.NewFilePathName(path.Join(importPath, name), name)
	file.NoFormat = true
	e.nameImports(file)
	nameImport(file, importPath, pkg.Name, localAlias(pkg.Name, testsNames))
	nameImport(file, pkg.Runtime+"/soaptest", "soaptest", "soaptest")
	file.HeaderComment(testMark + strconv.Quote(plainLine(pkg.Source)) + ". DO NOT EDIT.")
	for _, line := range commentLines("Package " + name + " tests implementations of " + pkg.Doc + " It is for tests.") {
		file.PackageComment(line)
	}
	for _, s := range pkg.Services {
		suffix := ""
		if len(pkg.Services) > 1 {
			suffix = s.Name
		}
		e.writeRun(file, s, suffix)
		e.writeCheckTypes(file, s, suffix)
		e.writeFake(file, s, "Fake"+suffix)
	}
	var out bytes.Buffer
	if err := file.Render(&out); err != nil {
		return File{}, fmt.Errorf("rendering the package for tests: %w", err)
	}
	files := []File{{Name: path.Join(name, name+".go"), Data: out.Bytes()}}
	err := format(files)
	return files[0], err
}

// writeRun writes:
//
//	func Run(t *testing.T, handler http.Handler, opts ...soaptest.Option) {
//		t.Helper()
//		soaptest.Run(t, soap.ContractOf(realtime.NewHandler(&Fake{})), handler, opts...)
//	}
//
// and RunURL, which has an address instead of a handler.
func (e *emitter) writeRun(file *jen.File, s *ir.Service, suffix string) {
	info := e.soap("ContractOf").Call(jen.Qual(e.servicePath, s.NewHandler).Call(jen.Op("&").Id("Fake" + suffix).Values()))
	write := func(name, function, parameter string, typ jen.Code, doc string) {
		file.Add(comment(name+" "+doc)).Func().Id(name).
			Params(jen.Id("t").Op("*").Qual("testing", "T"), jen.Id(parameter).Add(typ), jen.Id("opts").Op("...").Add(e.below("soaptest", "Option"))).
			Block(
				jen.Id("t").Dot("Helper").Call(),
				e.below("soaptest", function).Call(jen.Id("t"), info.Clone(), jen.Id(parameter), jen.Id("opts").Op("...")),
			)
		file.Line()
	}
	write("Run"+suffix, "Run", "handler", jen.Qual("net/http", "Handler"), "tests a handler that serves the contract of "+s.WSDLName+
		", at the paths of its addresses: what any implementation must answer over each binding. Each operation is called several times, with plain and with "+
		"boundary values, which soaptest.WithRequest replaces. A failure shows the request and the response.")
	write("Run"+suffix+"URL", "RunURL", "url", jen.String(), "tests a server, as Run"+suffix+" tests a handler. url is the address of all bindings.")
}

// writeCheckTypes writes:
//
//	func CheckTypes(t *testing.T) {
//		t.Helper()
//		soaptest.CheckTypes(t, func() *contract.Contract { return soap.ContractOf(realtime.NewHandler(&Fake{})) })
//	}
func (e *emitter) writeCheckTypes(file *jen.File, s *ir.Service, suffix string) {
	info := e.soap("ContractOf").Call(jen.Qual(e.servicePath, s.NewHandler).Call(jen.Op("&").Id("Fake" + suffix).Values()))
	name := "CheckTypes" + suffix
	file.Add(comment(name+" reports a mistake that an edit by hand has made in the Go types of "+s.WSDLName+", or in their struct tags.")).
		Func().Id(name).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Id("t").Dot("Helper").Call(),
		e.below("soaptest", "CheckTypes").Call(jen.Id("t"), jen.Func().Params().Op("*").Add(e.contract("Contract")).Add(inLine(jen.Return(info)))),
	)
	file.Line()
}

// writeFake writes:
//
//	type Fake struct {
//		GetStationFunc func(context.Context, *realtime.GetStation) (*realtime.Station, error)
//	}
//
//	func (f *Fake) GetStation(ctx context.Context, req *realtime.GetStation) (*realtime.Station, error) {
//		if f.GetStationFunc == nil {
//			return realtime.UnimplementedRealtime{}.GetStation(ctx, req)
//		}
//		return f.GetStationFunc(ctx, req)
//	}
func (e *emitter) writeFake(file *jen.File, s *ir.Service, name string) {
	field := fieldsOfFake(s)
	doc := name + " is " + withArticle(s.Name) + " for tests: each method calls the field of its name. If that is nil, it returns [soap.ErrNotOffered]. " +
		"The fields must not be changed while calls are made."
	file.Add(comment(doc)).Type().Id(name).StructFunc(func(g *jen.Group) {
		for _, op := range s.Operations {
			g.Id(field(op)).Func().Add(e.signature(op, false))
		}
	})
	file.Line()
	file.Var().Id("_").Qual(e.servicePath, s.Name).Op("=").Parens(jen.Op("*").Id(name)).Parens(jen.Nil())
	file.Line()
	for _, op := range s.Operations {
		args := []jen.Code{jen.Id("ctx")}
		if op.Request != nil {
			args = append(args, jen.Id("req"))
		}
		function := jen.Id("f").Dot(field(op))
		file.Add(comment(op.Name+" calls "+field(op)+".")).
			Func().Params(jen.Id("f").Op("*").Id(name)).Id(op.Name).Add(e.signature(op, true)).Block(
			jen.If(function.Clone().Op("==").Nil()).Block(jen.Return(jen.Qual(e.servicePath, s.Unimplemented).Values().Dot(op.Name).Call(args...))),
			jen.Return(function.Clone().Call(args...)),
		)
		file.Line()
	}
}

// fieldsOfFake returns the name of the field for an operation: the name of the method and
// Func, and more if a method has that name.
func fieldsOfFake(s *ir.Service) func(*ir.Operation) string {
	methods := make(map[string]bool, len(s.Operations))
	for _, op := range s.Operations {
		methods[op.Name] = true
	}
	suffix := "Func"
	for taken := true; taken; {
		taken = false
		for _, op := range s.Operations {
			if methods[op.Name+suffix] {
				suffix, taken = suffix+"Func", true
				break
			}
		}
	}
	return func(op *ir.Operation) string { return op.Name + suffix }
}
