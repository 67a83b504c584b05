package plan_test

import (
	"context"
	"flag"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/golden"
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
// service.wsdl, or only schema.xsd, with the target namespace urn:t. The file "args" has flags of the command, one on each line.
// To update the expected output:
//
//	go test ./internal/compiler/writing/plan -update
func TestPlans(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			golden.Compare(t, name, *update, func(documents fstest.MapFS, _ []string) []txtar.File {
				onlySchema := documents["service.wsdl"] == nil
				if onlySchema {
					documents["service.wsdl"] = &fstest.MapFile{Data: []byte(pingContract)}
				}
				config := plan.Config{Runtime: golden.Runtime}
				if args := documents["args"]; args != nil {
					config, _ = flags(t, strings.Fields(string(args.Data)))
					config.ImportPath, config.Runtime = "m.example/gen/ping", golden.Runtime
				}
				return planFiles(t, documents, config, onlySchema)
			})
		})
	}
}

// planFiles returns the files "declarations", "documentation" and "diagnostics" for a contract. With onlyTypes the declarations
// are those of types.
func planFiles(t *testing.T, documents fstest.MapFS, config plan.Config, onlyTypes bool) []txtar.File {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///service.wsdl", Read: load.FS(documents)})
	if set == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	pkg, diags := plan.Plan(model, config)
	var files []txtar.File
	if pkg != nil {
		generated := emitted(t, pkg)
		if onlyTypes {
			delete(generated, "contract.go")
			delete(generated, "service.go")
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
