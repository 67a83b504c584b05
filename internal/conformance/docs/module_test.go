package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/wsdl"
)

// unavailable matches what go prints if a module is not in the cache, or the cache cannot be written. A vendored copy needs
// the modules of all platforms; the tests download only the modules of one.
var unavailable = regexp.MustCompile(`module lookup disabled by GOPROXY=off|permission denied|read-only file system`)

// TestModule runs the commands by which README.md adds quartet to another module, and makes a vendored copy. Instead of
// go mod tidy, which needs a network, the module starts with the requirements of this one.
func TestModule(t *testing.T) {
	t.Parallel()
	var script string
	for _, b := range blocks(t, "sh") {
		if b.document == "README.md" && strings.Contains(b.text(), "go mod edit") {
			script = b.text()
		}
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	const clone, tidy, tool = "=../quartet ", "go mod tidy\n", "go tool quartet generate contract/realtime.wsdl --out realtime\n"
	for _, text := range []string{clone, tidy, tool} {
		if !strings.Contains(script, text) {
			t.Fatalf("README.md does not show %q", text)
		}
	}
	script = strings.NewReplacer(clone, "='"+abs+"' ", tidy, "").Replace(script)
	if !interop.InCI() {
		// go tool ignores GOFLAGS, and would compile the standard library a second time, with other flags.
		script = strings.Replace(script, "go tool quartet", "go list tool | grep quartet\n'"+program(t, "quartet")+"'", 1)
	}

	module := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(module, name), regexp.MustCompile(`(?m)^module .*`).ReplaceAllString(string(data), "module example.com/app"))
	}
	for _, name := range []string{wsdl.Contract, wsdl.Schema} {
		data, err := os.ReadFile(filepath.Join(root, "wsdl", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(module, "contract", name), string(data))
	}
	run := exec.Command("sh", "-ec", script+"\ngo mod vendor")
	run.Dir = module
	run.Env = append(os.Environ(), "GOFLAGS=-mod=mod "+golden.GoFlags, "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off")
	out, err := run.CombinedOutput()
	if err != nil && unavailable.Match(out) {
		interop.Missing(t, "a complete, writable module cache", "go mod download")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"realtime/service.go", "soap/generated.go", "vendor/example.com/quartet/generator/cmd/quartet/main.go"} {
		if _, err := os.Stat(filepath.Join(module, name)); err != nil {
			t.Error(err)
		}
	}
}
