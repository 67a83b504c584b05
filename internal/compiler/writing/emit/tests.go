package emit

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
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
	e := &emitter{pkg: pkg, servicePath: importPath}
	name := TestFolder(pkg.Name)
	file := e.newSource(path.Join(importPath, name), name)
	file.alias(importPath, pkg.Name, localAlias(pkg.Name, testsNames))
	file.header = testMark + strconv.Quote(plainLine(pkg.Source)) + ". DO NOT EDIT."
	file.packageComment("Package " + name + " tests implementations of " + pkg.Doc + " It is for tests.")
	for _, s := range pkg.Services {
		suffix := ""
		if len(pkg.Services) > 1 {
			suffix = s.Name
		}
		e.writeRun(s, suffix)
		e.writeFake(s, "Fake"+suffix)
	}
	files := []File{{Name: path.Join(name, name+".go"), Data: file.text()}}
	err := format(files)
	return files[0], err
}

// writeRun writes the functions that test a handler, a server, and the Go types of a service.
func (e *emitter) writeRun(s *ir.Service, suffix string) {
	testing, handler := e.file.qualified("testing", "T"), e.file.qualified("net/http", "Handler") // before a service's package with such a name
	info := fmt.Sprintf("%s(%s(&Fake%s{}))", e.soap("ContractOf"), e.declared(nil, s.NewHandler), suffix)
	run := func(name, function, parameter, typ, doc string) {
		e.declare(name+" "+doc, `func %s(t *%s, %s %s, opts ...%s) {
	t.Helper()
	%s(t, %s, %s, opts...)
}`, name, testing, parameter, typ, e.below("soaptest", "Option"), e.below("soaptest", function), info, parameter)
	}
	run("Run"+suffix, "Run", "handler", handler, "tests a handler that serves the contract of "+s.WSDLName+
		", at the paths of its addresses: what any implementation must answer over each binding. Each operation is called several times, with plain and with "+
		"boundary values, which soaptest.WithRequest replaces. A failure shows the request and the response.")
	run("Run"+suffix+"URL", "RunURL", "url", "string", "tests a server, as Run"+suffix+" tests a handler. url is the address of all bindings.")
	e.declare("CheckTypes"+suffix+" reports a mistake that an edit by hand has made in the Go types of "+s.WSDLName+", or in their struct tags.",
		`func CheckTypes%s(t *%s) {
	t.Helper()
	%s(t, func() *%s { return %s })
}`, suffix, testing, e.below("soaptest", "CheckTypes"), e.contract("Contract"), info)
}

// writeFake writes a service whose methods are fields, and return an error where a field is nil.
func (e *emitter) writeFake(s *ir.Service, name string) {
	field := fieldsOfFake(s)
	doc := name + " is " + withArticle(s.Name) + " for tests: each method calls the field of its name. If that is nil, it returns [soap.ErrNotOffered]. " +
		"The fields must not be changed while calls are made."
	fields := collect.Each(s.Operations, func(op *ir.Operation) string { return field(op) + " func" + e.signature(op, false) })
	e.declare(doc, "type %s %s", name, body("struct", fields))
	e.declare("", "var _ %s = (*%s)(nil)", e.declared(nil, s.Name), name)
	for _, op := range s.Operations {
		e.declare(op.Name+" calls "+field(op)+".", `func (f *%s) %s%s {
	if f.%[4]s == nil {
		return %[5]s{}.%[2]s(%[6]s)
	}
	return f.%[4]s(%[6]s)
}`, name, op.Name, e.signature(op, true), field(op), e.declared(nil, s.Unimplemented), arguments(op))
	}
}

// fieldsOfFake returns the name of the field for an operation: the name of the method and
// Func, and more if a method has that name.
func fieldsOfFake(s *ir.Service) func(*ir.Operation) string {
	methods := collect.Set(s.Operations, func(op *ir.Operation) string { return op.Name })
	suffix := "Func"
	for slices.ContainsFunc(s.Operations, func(op *ir.Operation) bool { return methods[op.Name+suffix] }) {
		suffix += "Func"
	}
	return func(op *ir.Operation) string { return op.Name + suffix }
}
