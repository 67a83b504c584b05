package interop_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// typeScriptClient returns the command of a program with a client that a generator of testdata/node/clients.mjs makes and TypeScript
// checks.
func typeScriptClient(npmPackage, generator string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, _ string) *exec.Cmd {
		return node(npmPackage, "openapi.mjs", generator, t.TempDir())(t, "")
	}
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

// goClient returns the command of a program in a folder of testdata, a module with a client that a tool generates from the description of
// the rail service over JSON: its arguments and the file openapi.json.
func goClient(name string, edit func([]byte) []byte, arguments ...string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, description string) *exec.Cmd {
		module := t.TempDir()
		if err := os.CopyFS(module, os.DirFS(filepath.Join("testdata", name))); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(module, "openapi.json")
		download(t, description, file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, edit(text), 0o600); err != nil {
			t.Fatal(err)
		}
		command := func(arguments ...string) *exec.Cmd {
			c := exec.Command("go", arguments...)
			c.Dir = module
			c.Env = append(os.Environ(), "GOWORK=off")
			return c
		}
		if command("mod", "download").Run() != nil {
			interop.Missing(t, name, "go mod download in internal/conformance/interop/testdata/"+name)
		}
		run(t, command(append(append([]string{"tool", name}, arguments...), "openapi.json")...))
		program := filepath.Join(module, "client.exe")
		run(t, command("build", "-o", program, "."))
		return exec.Command(program)
	}
}

func download(t *testing.T, address, file string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s\n%s", address, response.Status, body)
	}
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
}

// asIs returns a description as it is.
func asIs(text []byte) []byte { return text }

// withoutTimes returns a description whose times are texts: the service sends times without a zone, which RFC 3339 does not allow.
func withoutTimes(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte(`"format": "date-time",`), nil)
}
