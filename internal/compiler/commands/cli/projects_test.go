package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/interop"
)

// projectCases are cases of the generator whose contracts become projects.
var projectCases = strings.Fields("attachments headers hostile-text http-verbs nasty-names no-service one-way overloads own-interface rpc-encoded several-services")

// projects is a module of projects. They import the run-time where its source is, since the build cache has that. One program has the
// tests of all services: the packages with these are copied, as a program for each would take most of the time.
type projects struct {
	t      *testing.T
	root   string // folder of Quartet
	module string
	mains  []string            // folders of projects
	tests  map[string][]string // the test functions of services, by the folder of the copy
	want   map[string][]string // the operations that are not implemented
}

func newProjects(t *testing.T) *projects {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	p := &projects{t: t, root: root, module: t.TempDir(), tests: make(map[string][]string), want: make(map[string][]string)}
	own := testfile.Read(t, filepath.Join(root, "go.mod"))
	p.write("go.mod", []byte("module output.example\n\ngo 1.23\n\nrequire example.com/quartet v0.0.0\n"))
	p.write("go.work", fmt.Appendf(nil, "%s\n\nuse .\nuse %q\n", regexp.MustCompile(`(?m)^go .*$`).Find(own), root))
	return p
}

func (p *projects) write(name string, data []byte) {
	p.t.Helper()
	testfile.Write(p.t, filepath.Join(p.module, filepath.FromSlash(name)), data)
}

// init makes a project of a contract.
func (p *projects) init(folder, contract string, args ...string) {
	p.t.Helper()
	quartet(p.t, append([]string{"init", contract, "--out", filepath.Join(p.module, folder), "--runtime", "import:quartet"}, args...)...)
	p.mains = append(p.mains, "./"+folder, "./"+folder+"/internal/service")
}

// service copies the service of a project with its tests. The copy has other files, too, and what edit returns of each file.
func (p *projects) service(folder, copied string, files map[string]string, edit func(text string) string) {
	p.t.Helper()
	paths, err := filepath.Glob(filepath.Join(p.module, folder, "internal", "service", "*.go"))
	if err != nil {
		p.t.Fatal(err)
	}
	all := make(map[string]string)
	for _, path := range paths {
		data := testfile.Read(p.t, path)
		all[filepath.Base(path)] = string(data)
	}
	maps.Copy(all, files)
	for name, text := range all {
		text = edit(text)
		for _, m := range testFunction.FindAllStringSubmatch(text, -1) {
			p.tests[copied] = append(p.tests[copied], m[1])
		}
		for _, m := range notImplemented.FindAllStringSubmatch(text, -1) {
			p.want[copied] = append(p.want[copied], m[1])
		}
		p.write("services/"+copied+"/"+strings.Replace(name, "_test.go", "tests.go", 1), []byte(text))
	}
}

var (
	testFunction   = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	notImplemented = regexp.MustCompile(`(?m)^\treturn s\.Unimplemented\w+\.(\w+)\(`)
	runningTest    = regexp.MustCompile(`^=== \w+ +TestServices/(\w+)`)
	reports        = regexp.MustCompile(`^ +\w+tests\.go:\d+: not implemented: (\w+)$`)
)

// program compiles the program of all tests, and returns its name.
func (p *projects) program() string {
	p.t.Helper()
	var imports, calls strings.Builder
	for _, folder := range slices.Sorted(maps.Keys(p.tests)) {
		fmt.Fprintf(&imports, "\t%s \"output.example/services/%[1]s\"\n", folder)
		for _, function := range p.tests[folder] {
			fmt.Fprintf(&calls, "\tt.Run(%q, func(t *testing.T) { t.Run(%q, %s.%s) })\n", folder, function, folder, function)
		}
	}
	p.write("all_test.go", fmt.Appendf(nil, "package output\n\nimport (\n\t\"testing\"\n\n%s)\n\nfunc TestServices(t *testing.T) {\n%s}\n", &imports, &calls))
	p.run("test", "-c", "-vet=off", "-o", "all.test", ".")
	return filepath.Join(p.module, "all.test")
}

// run runs the go command. Without optimizations generated packages compile in half the time.
func (p *projects) run(args ...string) string {
	p.t.Helper()
	if !slices.Contains(args, "vet") {
		args = slices.Insert(args, 1, "-gcflags="+golden.Module+"/...=-N -l -dwarf=false")
	}
	return goCommand(p.t, p.module, args...)
}

// TestProjects makes projects in one module, compiles them, or vets them in CI, and runs their tests, which report the operations
// that are not implemented.
func TestProjects(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles projects for most of its time")
	}
	p := newProjects(t)
	same := func(text string) string { return text }
	for _, name := range projectCases {
		contract, args := extract(t, name, filepath.Join(p.module, "contracts", name))
		folder := strings.ReplaceAll(name, "-", "")
		p.init(folder, contract, args...)
		p.service(folder, folder, nil, same)
	}
	for _, name := range []string{"t", "handler", "req", "service"} { // which functions and packages have, too
		p.init("named/"+name, filepath.Join(p.module, "contracts", "one-way", "oneway.wsdl"), "--package", name)
	}
	simple := script(t, "init-documents")["simple.wsdl"]
	p.write("contracts/simple things.wsdl", []byte(simple)) // a name that needs quotes
	p.init("simple", filepath.Join(p.module, "contracts", "simple things.wsdl"))
	rail := filepath.Join(p.root, "wsdl", "realtime.wsdl")
	p.init("rail", rail)
	one := regexp.MustCompile(`s\.UnimplementedRealtime\.GetAllStationsXML\(.*`)
	p.service("rail", "rail", nil, func(text string) string { return one.ReplaceAllString(text, "[]realtime.ObjStation{{}}, nil") })
	p.lending()

	compile := []string{"list", "-export"}
	if interop.InCI() {
		compile = []string{"vet"}
	}
	p.run(append(compile, p.mains...)...)
	p.run("test", "-vet=off", "./severalservices")
	p.checkStale(rail)

	tests := p.program()
	out, err := exec.CommandContext(t.Context(), tests, "-test.v", "-test.skip", "^TestServices$/^wrong$").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	reported, folder := make(map[string][]string), ""
	for line := range strings.SplitSeq(string(out), "\n") {
		if m := runningTest.FindStringSubmatch(line); m != nil {
			folder = m[1]
		} else if m := reports.FindStringSubmatch(line); m != nil {
			reported[folder] = append(reported[folder], m[1])
		}
	}
	for folder := range p.tests {
		want := slices.Sorted(slices.Values(p.want[folder]))
		if got := slices.Sorted(slices.Values(reported[folder])); !slices.Equal(got, want) || len(want) == 0 && folder != "right" && folder != "wrong" {
			t.Errorf("%s: reported as not implemented: %v, want %v", folder, got, want)
		}
	}
	for _, text := range []string{"--- PASS: TestServices/rail/TestRealtime/GetAllStationsXML ", "--- PASS: TestServices/right", "There is no such book"} {
		if !bytes.Contains(out, []byte(text)) {
			t.Errorf("the tests do not print %q:\n%s", text, out)
		}
	}
	out, err = exec.CommandContext(t.Context(), tests, "-test.run", "^TestServices$/^wrong$").CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("borrow: disk full\n")) {
		t.Errorf("an error that callers cannot see: %v\n%s", err, out)
	}
}

// lending adds a service with a right implementation, whose tests send the declared header and accept a fault, and with a wrong one.
// In another project the contract gets a new operation then.
func (p *projects) lending() {
	p.t.Helper()
	files := script(p.t, "init-service")
	p.write("contracts/hand.wsdl", []byte(files["hand.wsdl"]))
	p.init("library", filepath.Join(p.module, "contracts", "hand.wsdl"))
	paths := strings.NewReplacer("output.example/gen", "output.example/library/gen", "output.example/soap", "example.com/quartet/templates/soap")
	p.service("library", "right", map[string]string{"lending.go": files["right.go"], "right_test.go": files["right_test.go"]}, paths.Replace)
	p.service("library", "wrong", map[string]string{"lending.go": files["right.go"]}, func(text string) string {
		return strings.Replace(paths.Replace(text), `return "2026-12-01", nil`, `return "", errors.New("disk full")`, 1)
	})
	contract := strings.NewReplacer(
		`<portType name="Lending">`, `<portType name="Lending"><operation name="renew"><input message="t:borrow"/><output message="t:borrowResponse"/></operation>`,
		`soap/http"/>`, `soap/http"/><operation name="renew"><soap:operation soapAction="renew"/><input><soap:body parts="parameters" use="literal"/></input>`+
			`<output><soap:body use="literal"/></output></operation>`,
	).Replace(files["hand.wsdl"])
	p.init("renewed", filepath.Join(p.module, "contracts", "hand.wsdl"))
	p.write("renewed/contract/hand.wsdl", []byte(contract))
	p.t.Chdir(filepath.Join(p.module, "renewed"))
	quartet(p.t, "generate")
	quartet(p.t, "init", "--update")
	p.service("renewed", "renewed", nil, func(text string) string { return text }) // its tests report Renew, too
}

// checkStale compiles a package for another protocol: the error is at a line whose comment says what to do.
func (p *projects) checkStale(contract string) {
	p.t.Helper()
	stale := filepath.Join(p.module, "stale")
	quartet(p.t, "generate", contract, "--out", stale, "--runtime", "import:quartet", "--config=")
	name := filepath.Join(stale, "contract.go")
	text := testfile.Read(p.t, name)
	testfile.Write(p.t, name, regexp.MustCompile(`Protocol[0-9]+`).ReplaceAll(text, []byte("Protocol0")))
	cmd := goCommandOf(p.t.Context(), p.module, "build", "./stale")
	out, err := cmd.CombinedOutput()
	if err == nil || !regexp.MustCompile(`stale/contract\.go:\d+:\d+: undefined: soap\.Protocol0`).Match(out) {
		p.t.Errorf("a package for another protocol: %v\n%s", err, out)
	}
}

// script returns the files of a script in testdata.
func script(t *testing.T, name string) map[string]string {
	t.Helper()
	archive := testfile.Archive(t, "testdata/"+name+".txtar")
	files := make(map[string]string)
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// extract writes the documents of a case to a folder, and returns the name of the contract and flags.
func extract(t *testing.T, name, dir string) (contract string, args []string) {
	t.Helper()
	archive := testfile.Archive(t, "../../../../generator/testdata/"+name+".txtar")
	for _, f := range archive.Files {
		switch {
		case f.Name == "args":
			args = strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
			continue
		case !strings.HasSuffix(f.Name, ".wsdl") && !strings.HasSuffix(f.Name, ".xsd") || strings.HasPrefix(f.Name, "want/"):
			continue
		case contract == "" && strings.HasSuffix(f.Name, ".wsdl"):
			contract = filepath.Join(dir, f.Name)
		}
		testfile.Write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data)
	}
	return contract, args
}

// quartet runs the command in this process.
func quartet(t *testing.T, args ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if code := cli.Main(args, io.Discard, &stderr); code != 0 {
		t.Fatalf("quartet %v: exit code %d\n%s", args, code, &stderr)
	}
}

// goCommand runs the go command in a folder without a network, and returns its output.
func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := goCommandOf(t.Context(), dir, args...).CombinedOutput()
	if err != nil {
		t.Errorf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func goCommandOf(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+golden.GoFlags, "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK="+filepath.Join(dir, "go.work"))
	return cmd
}
