package cli_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/conformance/interop"
)

// projectCases are cases of the generator whose contracts become projects.
var projectCases = strings.Fields("attachments headers hostile-text http-verbs nasty-names no-service one-way overloads own-interface rpc-encoded several-services")

// TestProjects makes projects in one module, compiles them, or vets them in CI, and runs their tests, which report all operations.
func TestProjects(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles projects for most of its time")
	}
	t.Parallel()
	module := t.TempDir()
	write(t, filepath.Join(module, "go.mod"), []byte("module output.example\n\ngo 1.23\n"))
	quartet(t, "runtime", "--out", filepath.Join(module, "soap"))
	var services, mains []string
	for _, name := range projectCases {
		contract, args := extract(t, name, filepath.Join(module, "contracts", name))
		folder := strings.ReplaceAll(name, "-", "")
		quartet(t, append([]string{"init", contract, "--out", filepath.Join(module, folder)}, args...)...)
		services = append(services, "./"+folder+"/internal/service")
		mains = append(mains, "./"+folder)
	}
	for _, name := range []string{"t", "handler", "req", "service"} { // which functions and packages have, too
		quartet(t, "init", filepath.Join(module, "contracts", "one-way", "oneway.wsdl"), "--out", filepath.Join(module, "named", name), "--package", name)
		mains = append(mains, "./named/"+name+"/...")
	}
	compile := []string{"list", "-export"}
	if interop.InCI() {
		compile = []string{"vet"}
	}
	goCommand(t, module, slices.Concat(compile, services, mains)...)
	services = append(services, "./owninterface", "./severalservices") // a program for each test takes time
	out := goCommand(t, module, append([]string{"test", "-vet=off", "-v"}, services...)...)
	reported := make(map[string][]string)
	var found []string
	for line := range strings.Lines(out) {
		if m := notImplemented.FindStringSubmatch(line); m != nil {
			found = append(found, m[1])
		} else if m := packageResult.FindStringSubmatch(line); m != nil {
			reported[m[1]], found = found, nil
		}
	}
	for _, name := range projectCases {
		folder := strings.ReplaceAll(name, "-", "")
		text, err := filepath.Glob(filepath.Join(module, folder, "internal", "service", "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, file := range text {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range skeletonMethod.FindAllSubmatch(data, -1) {
				want = append(want, string(m[1]))
			}
		}
		got := reported[folder+"/internal/service"]
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) || len(want) == 0 {
			t.Errorf("%s: reported as not implemented: %v, want %v", name, got, want)
		}
	}
}

var (
	notImplemented = regexp.MustCompile(`(?m)^\s+\w+_test\.go:\d+: not implemented: (\w+)$`)
	packageResult  = regexp.MustCompile(`(?m)^ok\s+output\.example/(\S+)`)
	skeletonMethod = regexp.MustCompile(`(?m)^func \(s \*\w+\) (\w+)\(`)
)

// extract writes the documents of a case to a folder, and returns the name of the contract and flags.
func extract(t *testing.T, name, dir string) (contract string, args []string) {
	t.Helper()
	archive, err := txtar.ParseFile("../../../../generator/testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
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
		write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data)
	}
	return contract, args
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
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
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+golden.GoFlags, "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}
