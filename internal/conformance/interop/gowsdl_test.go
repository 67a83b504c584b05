package interop_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// gowsdlClient returns the command of a program that calls the SOAP 1.1 binding with the client that gowsdl generates from a
// contract with SOAP ports only and one operation for each name.
func gowsdlClient(t *testing.T, contract string) *exec.Cmd {
	module := t.TempDir()
	run(t, exec.Command("go", "run", "github.com/hooklift/gowsdl/cmd/gowsdl", "-p", "rail", "-o", "rail.go", "-d", module, contract))
	return exec.Command(buildGowsdlClient(t, module))
}

// buildGowsdlClient builds the program that calls the generated client, and returns its path. The program's module
// requires only gowsdl, in the version of this module, so that no network is needed.
func buildGowsdlClient(t *testing.T, module string) string {
	t.Helper()
	version := string(bytes.TrimSpace(run(t, exec.Command("go", "list", "-m", "-f", "{{.Version}}", "github.com/hooklift/gowsdl"))))
	root := filepath.Join("..", "..", "..")
	copyFile(t, filepath.Join(root, "go.sum"), filepath.Join(module, "go.sum"))
	copyFile(t, filepath.Join("testdata", "gowsdl", "main.go"), filepath.Join(module, "main.go"))
	gomod := "module client\n\ngo 1.26\n\nrequire github.com/hooklift/gowsdl " + version + "\n"
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte(gomod), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(module, "client.exe")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = module
	build.Env = append(os.Environ(), "GOWORK=off")
	run(t, build)
	return program
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
