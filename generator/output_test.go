package generator_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/generator"
)

// languageVersion is the oldest Go whose users can compile generated code.
const languageVersion = "1.23"

// TestOutputCompilesAndBehaves puts the complete output of every case into one
// module, vets it, and runs the behaviour tests of the cases, all under the
// oldest supported version of the language.
func TestOutputCompilesAndBehaves(t *testing.T) {
	t.Parallel()
	module, _ := newModule(t)
	for _, c := range loadCases(t) {
		o := c.generate(t)
		behaviour := c.part(behaviourPart)
		if behaviour != nil && len(o.files) == 0 {
			t.Errorf("%s has a behaviour test and no output", c.name)
			continue
		}
		if len(o.files) > 0 && behaviour != nil {
			o.files[behaviourPart] = behaviour
		}
		for name, data := range o.files {
			writeFile(t, filepath.Join(module, packageName(c.name), name), data)
		}
	}
	run(t, module, "go", "vet", "-trimpath", "./...")
	run(t, module, "go", "test", "-vet=off", "-trimpath", "./...")
}

// newModule makes a module for output, and has the shared run-time support in it
// as the package soaprt.
func newModule(t *testing.T) (dir string, shared *generator.Result) {
	t.Helper()
	dir = t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module output.example\n\ngo "+languageVersion+"\n"))
	shared, err := generator.GenerateRuntime("soaprt")
	if err != nil {
		t.Fatal(err)
	}
	if err := shared.Write(filepath.Join(dir, "soaprt")); err != nil {
		t.Fatal(err)
	}
	return dir, shared
}

// run runs a program of the Go tool chain that is at hand, without network.
func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", name, args, err, out)
	}
}
