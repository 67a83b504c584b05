package generator_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/internal/conformance/plans"
)

// languageVersion is the oldest Go version that can compile generated code.
const languageVersion = "1.23"

// splitCases are also compiled with a package for each namespace. They cover everything that is generated differently
// then.
var splitCases = []string{
	"attachments", "attributes", "bodies", "defaults", "derived-types", "four-bindings", "headers", "http-verbs", "lists-unions", "names-as-values",
	"nillable", "polymorphism", "results", "rpc-encoded", "rpc-literal", "substitution", "validation", "values",
}

// TestOutputCompilesAndBehaves writes the output of all cases into one module, vets it, and runs the behaviour tests of
// the cases. It also makes the plan of every type of every case: a description that does not fit its Go type fails with
// the names of both. The module requires the oldest supported version of Go. All cases and the rail contract share one copy of
// the run-time; splitCases are also compiled in that form.
func TestOutputCompilesAndBehaves(t *testing.T) {
	t.Parallel()
	m := newOutputModule(t)
	for _, c := range loadCases(t) {
		behaviour := c.Part(golden.Behaviour)
		with := "soaptest"
		if strings.HasSuffix(c.contract(t), ".xsd") {
			with = "validate"
		}
		o := c.generate(t, "--with", with)
		if behaviour != nil && len(o.files) == 0 {
			t.Errorf("%s has a behaviour test and no output", c.Name)
			continue
		}
		checkComments(t, c.Name, o.files)
		m.add(c.Package(), o.files, behaviour)
		if slices.Contains(splitCases, c.Name) {
			m.addSplit(t, c)
		}
	}
	m.add("realtime", generate(t, generator.Config{Contract: railContract, Package: "realtime", Runtime: golden.Runtime}), nil)
	m.vetAndTest(t)
	m.compareExchanges(t, loadCases(t))
}

// dotImport matches the import of the generated package in a behaviour test.
var dotImport = regexp.MustCompile(`\n\t\. "output\.example/[^\n]*`)

// outputModule is a Go module of generated packages and their behaviour tests.
type outputModule struct {
	t      *testing.T
	dir    string
	checks []behaviourCheck
	plans  []string // import paths of packages whose types have plans

	tested []testedService // services with packages for tests
}

// A behaviourCheck is a test or an example of the behaviour of a generated package.
type behaviourCheck struct {
	folder     string // folder of the generated package
	importPath string // of the package with the function
	function   string
	output     string // output of an example
}

// runtimePath is the import path of the run-time where its source is. What uses golden.Runtime is compiled with it, since the build
// cache has it then: the scripts of package cli compile copies of the run-time, and typeChecker checks one with languageVersion.
const runtimePath = "example.com/quartet/templates/soap"

// newOutputModule returns a module in a workspace with the module of the run-time.
func newOutputModule(t *testing.T) *outputModule {
	t.Helper()
	m := &outputModule{t: t, dir: t.TempDir()}
	m.write("go.mod", []byte("module "+golden.Module+"\n\ngo "+languageVersion+"\n"))
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	own := testfile.Read(t, filepath.Join(root, "go.mod"))
	m.write("go.work", fmt.Appendf(nil, "%s\n\nuse .\nuse %q\n", regexp.MustCompile(`(?m)^go .*$`).Find(own), root))
	wiretest := testfile.Read(t, "testdata/wiretest/wiretest.go")
	m.write("wiretest/wiretest.go", wiretest)
	return m
}

func (m *outputModule) write(name string, data []byte) {
	m.t.Helper()
	if isGo(name) {
		data = bytes.ReplaceAll(data, []byte(`"`+golden.Runtime), []byte(`"`+runtimePath))
	}
	writeFile(m.t, filepath.Join(m.dir, filepath.FromSlash(name)), data)
}

var packageClause = regexp.MustCompile(`(?m)^package \w+`)

var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)

// add writes a generated package and its behaviour test, which may be nil. The behaviour test becomes a file of the package that it
// imports with a dot, or a package, and one test program imports all of them: to link a program for each, or to compile another
// package, would take most of the time.
func (m *outputModule) add(folder string, files map[string][]byte, behaviour []byte) {
	m.t.Helper()
	for name, data := range files {
		m.write(path.Join(folder, name), data)
	}
	if len(files) > 0 {
		m.addPlans(folder)
		m.addTested(folder, files)
	}
	if behaviour == nil {
		return
	}
	importPath := golden.Module + "/" + folder
	if own := []byte("\n\t. \"" + importPath + "\""); bytes.Contains(behaviour, own) {
		behaviour = packageClause.ReplaceAll(bytes.Replace(behaviour, own, nil, 1), []byte("package "+path.Base(folder)))
	} else {
		importPath = golden.Module + "/behaviour/" + folder
	}
	m.write(strings.TrimPrefix(importPath, golden.Module+"/")+"/behaviour.go", behaviour)
	found := testFunction.FindAllSubmatch(behaviour, -1)
	if len(found) == 0 {
		m.t.Errorf("the behaviour test of %s has no test function", folder)
	}
	for _, f := range found {
		m.checks = append(m.checks, behaviourCheck{folder: folder, importPath: importPath, function: string(f[1])})
	}
	for _, e := range doc.Examples(parse(m.t, golden.Behaviour, behaviour)) {
		if e.Output != "" {
			m.checks = append(m.checks, behaviourCheck{folder, importPath, "Example" + e.Name, e.Output})
		}
	}
}

// addPlans adds what makes the plans of a generated package, and of those in the folders below.
func (m *outputModule) addPlans(folder string) {
	m.t.Helper()
	added, err := m.planModule().Add(folder)
	if err != nil || len(added) == 0 {
		m.t.Errorf("%s has %d packages with descriptions (%v)", folder, len(added), err)
	}
	m.plans = append(m.plans, added...)
}

func (m *outputModule) planModule() *plans.Module {
	return &plans.Module{Dir: m.dir, Path: golden.Module, Runtime: runtimePath}
}

// plansTest makes all plans.
const plansTest = `package main

import (
	"testing"

	"` + golden.Module + "/" + plans.List + `"
)

func TestPlans(t *testing.T) {
	for _, p := range all.All {
		t.Run(p.Name, func(t *testing.T) {
			defer func() {
				if failed := recover(); failed != nil {
					t.Error(failed)
				}
			}()
			p.Check()
		})
	}
}
`

// mainProgram runs the tests. The behaviour tests may panic, and come after the plans.
const mainProgram = `package main

import "testing"

func main() {
	testing.Main(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{
		{Name: "TestPlans", F: TestPlans}, {Name: "TestBehaviour", F: TestBehaviour}, {Name: "TestTested", F: TestTested},
		{Name: "TestWriteExchanges", F: TestWriteExchanges},
	}, nil, examples)
}
`

// addSplit writes a case with a package for every namespace, including the namespace of the main document. The prefixes in
// messages are then different, so addSplit replaces them by the prefixes that the behaviour test expects.
func (m *outputModule) addSplit(t *testing.T, c *testCase) {
	t.Helper()
	folder := "split/" + c.Package()
	base := golden.Module + "/" + folder
	main := string(targetNamespace.FindSubmatch(c.Part(c.contract(t)))[1])
	o := c.generateInto(t, folder, "--package", "*="+base+"/ns", "--package", main+"="+base+"/main")
	if o.files["main/package.go"] == nil {
		t.Fatalf("%s: there is no package for %s\n%s", c.Name, main, o.stderr)
	}
	own := prefixesIn(o.files["contract.go"])
	plain := prefixesIn(c.generate(t).files["contract.go"])
	for name, data := range o.files {
		o.files[name] = withPrefixes(data, own, plain)
	}
	behaviour := dotImport.ReplaceAll(c.Part(golden.Behaviour), []byte("\n\t. \""+base+"\"\n\t. \""+base+"/main\""))
	m.add(folder, o.files, append(behaviour, "\nvar _ = &QuartetTypes\n"...)) // in case the test does not use the package main
}

// vetAndTest runs the behaviour tests and examples in one program. In CI it also vets all packages, and optimizes them, but not
// a second time for the race detector.
func (m *outputModule) vetAndTest(t *testing.T) {
	t.Helper()
	var imports, tests, examples bytes.Buffer // all are functions of one program: the build cache keeps what "go run" links, and not a test
	names := make(map[string]string)
	for _, c := range m.checks {
		name, ok := names[c.folder]
		if !ok {
			name = fmt.Sprintf("p%d", len(names))
			names[c.folder] = name
			fmt.Fprintf(&imports, "\t%s %q\n", name, c.importPath)
		}
		if strings.HasPrefix(c.function, "Test") {
			fmt.Fprintf(&tests, "\tt.Run(%q, func(t *testing.T) { t.Parallel(); %s.%s(t) })\n", c.folder+"/"+c.function, name, c.function)
			continue
		}
		fmt.Fprintf(&examples, "\t{Name: %q, F: %s.%s, Output: %q},\n", c.folder+"/"+c.function, name, c.function, c.output)
	}
	m.write("behaviour.go", fmt.Appendf(nil, "package main\n\nimport (\n\t\"testing\"\n\n%s)\n\nfunc TestBehaviour(t *testing.T) {\n%s}\n\nvar examples = []testing.InternalExample{\n%s}\n",
		&imports, &tests, &examples))
	m.write("main.go", []byte(mainProgram))
	m.write("plans.go", []byte(plansTest))
	if err := m.planModule().WriteList(m.plans); err != nil {
		t.Fatal(err)
	}
	m.writeTested()
	m.writeExchanges()
	test := []string{"run"}
	if interop.InCI() && !cost.RaceDetector { // it takes as long as the rest
		run(t, m.dir, "go", "vet", "./...")
	} else { // without optimizations generated packages compile in half the time
		test = append(test, "-gcflags="+golden.Module+"/...=-N -l -dwarf=false")
	}
	if cost.RaceDetector {
		test = append(test, "-race")
	}
	run(t, m.dir, "go", append(test, ".")...)
}

func parse(t *testing.T, name string, data []byte) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// run runs a program with the installed Go toolchain and without network access.
func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+golden.GoFlags, "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK="+filepath.Join(dir, "go.work"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", name, args, err, out)
	}
}
