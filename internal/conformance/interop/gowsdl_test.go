package interop_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"example.com/quartet/wsdl"
)

// TestGowsdl calls the SOAP 1.1 binding with clients that gowsdl generates from what it can carry of the contract: one
// portType, and one member of each overload pair. Two clients reach all operations.
func TestGowsdl(t *testing.T) {
	t.Parallel()
	module := t.TempDir()
	generateGowsdlClient(t, module, "first", operation.firstOfName)
	generateGowsdlClient(t, module, "last", operation.lastOfName)
	peer{
		command:              exec.Command(buildGowsdlClient(t, module)),
		ports:                []string{"RealtimeSoap"},
		calls:                func(operation) bool { return true },
		losesEmptyFields:     true,
		losesEmptyParameters: true,
	}.test(t)
}

// generateGowsdlClient has gowsdl write the package into the module, from the contract with the given operations.
func generateGowsdlClient(t *testing.T, module, name string, keep func(operation) bool) {
	t.Helper()
	contract := t.TempDir()
	for _, document := range []string{wsdl.Contract, wsdl.Schema} {
		text, err := fs.ReadFile(wsdl.Files(), document)
		if err != nil {
			t.Fatal(err)
		}
		if document == wsdl.Contract {
			text = soap11Part(t, text, keep)
		}
		if err := os.WriteFile(filepath.Join(contract, document), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, exec.Command("go", "run", "github.com/hooklift/gowsdl/cmd/gowsdl",
		"-p", name, "-o", name+".go", "-d", module, filepath.Join(contract, wsdl.Contract)))
}

// buildGowsdlClient builds the program that calls the generated clients, in a module of its own that uses the same
// version of gowsdl as this one and nothing else, so that no network is needed.
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

// run returns what a command writes to standard output. One that fails ends the test with all that it wrote.
func run(t *testing.T, command *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	command.Stderr = &stderr
	stdout, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, stdout, &stderr)
	}
	return stdout
}

// soap11Part cuts out of a WSDL document the ports, bindings and portTypes other than RealtimeSoap, and the operations
// that are not to be kept. All else stays as it is, byte for byte.
func soap11Part(t *testing.T, document []byte, keep func(operation) bool) []byte {
	t.Helper()
	var kept bytes.Buffer
	decoder := xml.NewDecoder(bytes.NewReader(document))
	written := int64(0)
	seen := make(map[string]int) // operations of the current portType or binding, by name
	for {
		start := decoder.InputOffset()
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			kept.Write(document[written:])
			return kept.Bytes()
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok || element.Name.Space != "http://schemas.xmlsoap.org/wsdl/" {
			continue
		}
		name := attribute(element, "name")
		drop := false
		switch element.Name.Local {
		case "portType", "binding":
			drop = name != "RealtimeSoap"
			clear(seen)
		case "port":
			drop = name != "RealtimeSoap"
		case "operation":
			drop = !keep(member(name, seen[name]))
			seen[name]++
		}
		if !drop {
			continue
		}
		if err := decoder.Skip(); err != nil {
			t.Fatal(err)
		}
		kept.Write(document[written:start])
		written = decoder.InputOffset()
	}
}

// member is the operation that the contract declares by a name for the n-th time.
func member(name string, n int) operation {
	members := slices.DeleteFunc(slices.Clone(operations), func(o operation) bool { return o.name != name })
	return members[n]
}

func attribute(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
