package plan_test

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/plan"
)

var update = flag.Bool("update", false, "write the actual plans to the cases as expected ones")

// pingContract is the contract of cases that have a schema only: a service with one
// operation without parameters and result.
const pingContract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:include schemaLocation="schema.xsd"/></xs:schema></types>
<message name="empty"/>
<portType name="PingPort"><operation name="ping"><input message="t:empty"/><output message="t:empty"/></operation></portType>
<binding name="PingSoap" type="t:PingPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="ping"><soap:operation soapAction="urn:t/ping"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="Ping"><port name="PingSoap" binding="t:PingSoap"><soap:address location="http://localhost/"/></port></service>
</definitions>`

// TestPlans plans the contract of each case in testdata and compares what the generated files declare, and the documentation and
// the diagnostics if there are any, with the files "declarations", "documentation" and "diagnostics". The contract is
// service.wsdl, or only schema.xsd, with the target namespace urn:t. The file "args" has flags of the command, one on each line. What the cases of the generator show is not
// repeated here.
// To update the expected output:
//
//	go test ./internal/compiler/writing/plan -update
func TestPlans(t *testing.T) {
	names := testfile.Names(t, "testdata/*.txtar")
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			golden.Compare(t, name, *update, func(documents fstest.MapFS, _ []string) []txtar.File {
				onlySchema := documents["service.wsdl"] == nil
				if onlySchema {
					documents["service.wsdl"] = &fstest.MapFile{Data: []byte(pingContract)}
				}
				config := plan.Config{Runtime: golden.Runtime}
				if args := documents["args"]; args != nil {
					config.ImportPath = "m.example/gen/ping"
					for _, arg := range strings.Fields(string(args.Data)) {
						addFlag(t, &config, arg)
					}
				}
				return planFiles(t, documents, config, onlySchema)
			})
		})
	}
}

// addFlag adds a flag of the command to a configuration.
func addFlag(t *testing.T, config *plan.Config, arg string) {
	t.Helper()
	flag, value, _ := strings.Cut(arg, "=")
	i := strings.LastIndexByte(value, '=')
	switch flag {
	case "--elements":
		config.Elements = true
	case "--package":
		config.Packages = append(config.Packages, plan.NamespacePackage{Namespace: value[:i], ImportPath: value[i+1:], Pos: diag.Pos{File: arg}})
	case "--rename":
		config.Renames = append(config.Renames, plan.Rename{Name: value[:i], Go: value[i+1:], Pos: diag.Pos{File: arg}})
	default:
		t.Fatalf("the flag %s is not known here", arg)
	}
}

// planFiles returns the files "declarations", "documentation" and "diagnostics" for a contract. With onlyTypes the declarations
// are those of types.
func planFiles(t *testing.T, documents fstest.MapFS, config plan.Config, onlyTypes bool) []txtar.File {
	t.Helper()
	pkg, diags := plan.Plan(testmodel.Of(t, "service.wsdl", documents), config)
	var files []txtar.File
	if pkg != nil {
		emitted, err := emit.Emit(pkg)
		if err != nil {
			t.Fatal(err)
		}
		generated := make(map[string][]byte)
		for _, f := range emitted {
			if !onlyTypes || f.Name != "contract.go" && f.Name != "service.go" {
				generated[f.Name] = f.Data
			}
		}
		listing, err := golden.Listing(generated)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, txtar.File{Name: golden.Declared, Data: []byte(listing)})
		if text := documentation(pkg); text != "" {
			files = append(files, txtar.File{Name: "documentation", Data: []byte(text)})
		}
	}
	if len(diags) > 0 {
		files = append(files, txtar.File{Name: "diagnostics", Data: []byte(diags.String())})
	}
	return files
}
