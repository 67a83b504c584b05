package interop_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// ogenClient returns the command of a program with a client that ogen generates.
func ogenClient(t *testing.T, _ string) *exec.Cmd {
	module := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "main.go", "ogen.yml"} {
		copyFile(t, filepath.Join("testdata", "ogen", name), filepath.Join(module, name))
	}
	file := filepath.Join(module, "openapi.json")
	document := bytes.ReplaceAll(writeOpenAPI(t, file), []byte(`"format": "date-time",`), nil) // the service sends times without a zone
	if err := os.WriteFile(file, document, 0o600); err != nil {
		t.Fatal(err)
	}
	command := func(arguments ...string) *exec.Cmd {
		c := exec.Command("go", arguments...)
		c.Dir = module
		c.Env = append(os.Environ(), "GOWORK=off")
		return c
	}
	if command("mod", "download").Run() != nil {
		interop.Missing(t, "ogen", "go mod download in internal/conformance/interop/testdata/ogen")
	}
	run(t, command("tool", "ogen", "--config", "ogen.yml", "--target", "api", "openapi.json"))
	program := filepath.Join(module, "client.exe")
	run(t, command("build", "-o", program, "."))
	return exec.Command(program)
}

// openAPITSClient returns the command of a program with a client that the npm package @hey-api/openapi-ts generates and TypeScript
// checks.
func openAPITSClient(t *testing.T, _ string) *exec.Cmd {
	folder := t.TempDir()
	writeOpenAPI(t, filepath.Join(folder, "openapi.json"))
	runNode(t, folder, "@hey-api/openapi-ts", "openapi-ts", "--input", "openapi.json", "--output", "api")
	compileTypeScript(t, folder, filepath.Join("api", "index.ts"))
	return node("@hey-api/openapi-ts", "openapi.mjs", filepath.Join(folder, "client"))(t, "")
}

// wsdlTSClient returns the command of a program with a client that the npm package wsdl-tsclient generates and TypeScript checks.
func wsdlTSClient(t *testing.T, contract string) *exec.Cmd {
	folder := t.TempDir()
	download(t, contract, filepath.Join(folder, "rail.wsdl"))
	runNode(t, folder, "wsdl-tsclient", "wsdl-tsclient", "rail.wsdl", "-o", ".")
	compileTypeScript(t, folder, filepath.Join("rail", "index.ts"))
	return node("wsdl-tsclient", "soap.mjs", filepath.Join(folder, "client"))(t, "")
}

// compileTypeScript compiles a program below a folder, strictly, to the folder client.
func compileTypeScript(t *testing.T, folder, program string) {
	t.Helper()
	modules, err := filepath.Abs(filepath.Join("testdata", "node", "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	runNode(t, folder, "typescript", "tsc", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "commonjs", "--moduleResolution", "node10",
		"--outDir", "client", program)
}

// runNode runs a program of an npm package in a folder.
func runNode(t *testing.T, folder, npmPackage, program string, arguments ...string) {
	t.Helper()
	command := node(npmPackage, filepath.Join("node_modules", ".bin", program), arguments...)(t, "")
	path, err := filepath.Abs(command.Args[1])
	if err != nil {
		t.Fatal(err)
	}
	command.Args[1], command.Dir = path, folder
	run(t, command)
}

// writeOpenAPI writes the description of the rail service over JSON in OpenAPI to a file, without its HTTP bindings, which the
// clients cannot use.
func writeOpenAPI(t *testing.T, file string) (document []byte) {
	t.Helper()
	document = run(t, exec.Command("go", "run", "../../../generator/cmd/quartet", "describe", "--format", "openapi", "--ports", soap11, "../../../wsdl/realtime.wsdl"))
	if err := os.WriteFile(file, document, 0o600); err != nil {
		t.Fatal(err)
	}
	return document
}
