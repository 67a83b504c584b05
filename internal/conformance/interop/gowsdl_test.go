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

// gowsdlClient returns the command of a program that calls the SOAP 1.1 binding with clients that gowsdl generates. gowsdl
// supports neither several portTypes nor overloads, so two clients are generated, from the first and from the last operation
// with each name.
func gowsdlClient(t *testing.T, _ string) *exec.Cmd {
	module := t.TempDir()
	generateGowsdlClient(t, module, "first", operation.firstOverload)
	generateGowsdlClient(t, module, "last", operation.lastOverload)
	return exec.Command(buildGowsdlClient(t, module))
}

// generateGowsdlClient runs gowsdl on the contract, reduced to the operations for which keep is true. The package is
// written to the folder of the module.
func generateGowsdlClient(t *testing.T, module, name string, keep func(operation) bool) {
	t.Helper()
	contract := t.TempDir()
	for _, document := range []string{wsdl.Contract, wsdl.Schema} {
		text, err := fs.ReadFile(wsdl.Files(), document)
		if err != nil {
			t.Fatal(err)
		}
		if document == wsdl.Contract {
			text = soap11Only(t, text, keep)
		}
		if err := os.WriteFile(filepath.Join(contract, document), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, exec.Command("go", "run", "github.com/hooklift/gowsdl/cmd/gowsdl",
		"-p", name, "-o", name+".go", "-d", module, filepath.Join(contract, wsdl.Contract)))
}

// buildGowsdlClient builds the program that calls the generated clients, and returns its path. The program's module
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

// soap11Only removes from a WSDL document the ports, bindings and portTypes other than RealtimeSoap, and the operations for
// which keep is false. The rest is unchanged, byte for byte.
func soap11Only(t *testing.T, document []byte, keep func(operation) bool) []byte {
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
			drop = !keep(overload(name, seen[name]))
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

// overload returns the n-th operation with a name, counted from 0.
func overload(name string, n int) operation {
	overloads := slices.DeleteFunc(slices.Clone(operations), func(o operation) bool { return o.name != name })
	return overloads[n]
}

// attribute returns the value of an attribute without a namespace, or "".
func attribute(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
