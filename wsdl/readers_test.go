package wsdl_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/wsdl"
)

// TestXmllintValidatesMessages validates a message of each form in the specification with libxml2, and a few messages
// that are not valid.
func TestXmllintValidatesMessages(t *testing.T) {
	xmllint := interop.Program(t, "xmllint", "libxml2-utils")
	const board = `<Servertime>2026-11-21T10:11:12.345</Servertime><Duein>-3</Duein><Late>4</Late>`
	for _, c := range []struct {
		name, root, content string
		valid               bool
	}{
		{"array", "ArrayOfObjStation", `<objStation><StationDesc>a</StationDesc><StationId/></objStation><objStation/>`, true},
		{"empty array", "ArrayOfObjVendorPositions", ``, true},
		{"board", "ArrayOfObjStationData", `<objStationData>` + board + `</objStationData>`, true},
		{"request without parameters", "getVendorTrainsXML", ``, true},
		{"request with parameters omitted", "getTrainMovementsXML", `<TrainDate/>`, true},
		{"response", "getStationsFilterXMLResponse", `<getStationsFilterXMLResult><objStationFilter><StationDesc_sp>x</StationDesc_sp></objStationFilter></getStationsFilterXMLResult>`, true},
		{"response without result", "getStationsFilterXMLResponse", ``, true},
		{"order", "ArrayOfObjStation", `<objStation><StationId/><StationDesc/></objStation>`, false},
		{"required field missing", "ArrayOfObjStationData", `<objStationData><Servertime>2026-11-21T10:11:12</Servertime><Duein>1</Duein></objStationData>`, false},
		{"not an int", "ArrayOfObjStationData", `<objStationData>` + strings.Replace(board, "4", "4.5", 1) + `</objStationData>`, false},
		{"parameters in the wrong order", "getTrainMovementsXML", `<TrainDate/><TrainId/>`, false},
		{"parameter of an operation without parameters", "getVendorTrainsXML", `<TrainDate/>`, false},
		{"record as a root", "objStation", ``, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(xmllint, "--nonet", "--noout", "--schema", wsdl.Schema, "-")
			cmd.Stdin = strings.NewReader("<" + c.root + ` xmlns="` + wsdl.Namespace + `">` + c.content + "</" + c.root + ">")
			output, err := cmd.CombinedOutput()
			if exit := new(exec.ExitError); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 3) {
				t.Fatalf("xmllint: %v\n%s", err, output) // 3 means that the message is not valid; other codes mean that the schema is not
			}
			if valid := err == nil; valid != c.valid {
				t.Errorf("valid = %t, want %t\n%s", valid, c.valid, output)
			}
		})
	}
}

// TestZeepListsPorts loads the contract with zeep, a SOAP client for Python. Of the operations with one name zeep keeps
// the last, as the package documentation says.
func TestZeepListsPorts(t *testing.T) {
	python := interop.Python(t, "zeep", "python3-zeep")
	const script = `
import json, sys, zeep
ports = [port for service in zeep.Client(sys.argv[1]).wsdl.services.values() for port in service.ports.values()]
def parameters(operation):
    signature = operation.input.signature()  # "StationCode: xsd:string, NumMins: xsd:string"
    return sorted(p.split(":")[0] for p in signature.split(", ") if p)
print(json.dumps({port.name: {o.name: parameters(o) for o in port.binding.all().values()} for port in ports}))
`
	cmd := exec.Command(python, "-c", script, wsdl.Contract)
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("zeep: %v", err)
	}
	var got map[string]map[string][]string // port, operation, parameters
	if err := json.Unmarshal(output, &got); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	want := make(map[string][]string)
	for _, o := range operations {
		want[o.operation] = slices.Sorted(slices.Values(o.parameters)) // the last operation with the name is kept
	}
	for _, port := range []string{"RealtimeSoap", "RealtimeSoap12", "RealtimeHttpGet", "RealtimeHttpPost"} {
		if len(got[port]) != len(want) {
			t.Errorf("%s has the operations %v, want %v", port, got[port], want)
		}
		for operation, parameters := range want {
			if got := got[port][operation]; !slices.Equal(got, parameters) {
				t.Errorf("%s.%s has the parameters %v, want %v", port, operation, got, parameters)
			}
		}
	}
	if len(got) != 4 {
		t.Errorf("%d ports, want 4", len(got))
	}
}

// TestGsoapReadsBindings reads the contract with wsdl2h of gSOAP and checks that it finds every operation, including
// overloads, in all four bindings.
func TestGsoapReadsBindings(t *testing.T) {
	wsdl2h := interop.Program(t, "wsdl2h", "gsoap")
	header := filepath.Join(t.TempDir(), "realtime.h")
	// -N generates a service for each binding instead of one for all.
	output, err := exec.Command(wsdl2h, "-R", "-Nrail", "-o", header, wsdl.Contract).CombinedOutput()
	if err != nil {
		t.Fatalf("wsdl2h: %v\n%s", err, output)
	}
	text, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	action := regexp.MustCompile(`(?m)^//gsoap \w+\s+service method-(?:input-)?action:\s+\w+\s+(\S+)`)
	for _, m := range action.FindAllSubmatch(text, -1) {
		counts[string(m[1])]++
	}
	for _, o := range operations {
		// For SOAP 1.2, where the contract does not require the action, wsdl2h generates another action.
		if n := counts[wsdl.Namespace+o.member]; n != 1 {
			t.Errorf("wsdl2h has %d SOAP 1.1 methods for %s, want 1", n, o.member)
		}
		if n := counts["/"+o.member]; n != 2 {
			t.Errorf("wsdl2h has %d HTTP methods for %s, want 2 (GET and POST)", n, o.member)
		}
	}
	methods := make(map[string]int)
	soap := regexp.MustCompile(`(?m)^//gsoap (\w+)\s+service method-protocol:\s+\w+\s+SOAP$`)
	for _, m := range soap.FindAllSubmatch(text, -1) {
		methods[string(m[1])]++
	}
	for service, n := range methods {
		if n != len(operations) {
			t.Errorf("wsdl2h has %d SOAP methods for the service %s, want %d", n, service, len(operations))
		}
	}
	if len(methods) != 2 {
		t.Errorf("wsdl2h has %d SOAP services, want 2 (SOAP 1.1 and 1.2)", len(methods))
	}
	if strings.Contains(string(output), "rror") {
		t.Errorf("wsdl2h reports:\n%s", output)
	}
}
