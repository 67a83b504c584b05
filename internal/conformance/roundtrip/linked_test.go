package roundtrip

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestClientLinksWhatItCalls builds a program that calls one operation. It has the
// description of this one and of no other, and neither the list of operations nor the
// handler, nor the documents of the contract or what reads them. It does not call methods by reflection: the linker would then keep
// all of them.
func TestClientLinksWhatItCalls(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "onecall.exe")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, "./testdata/onecall").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	symbols, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := regexp.MustCompile(`(?m)\S*gen/realtime\.(op|operationsOf|NewHandler|contractDocuments|contractFiles)\w*|\bsoap\.NewHandler|\breflect\.(Value|\(\*rtype\))\.Method\w*|codec\.\S*(JSON|json(De|En)coder)\S*|soap/(component|pattern|wellknown)\.\S*`).FindAllString(string(symbols), -1)
	slices.Sort(linked)
	if want := []string{"example.com/quartet/gen/realtime.opGetAllStationsXML"}; !slices.Equal(slices.Compact(linked), want) {
		t.Errorf("the program has %q, want %q", linked, want)
	}
}

// TestJSONClientLinksNoDocuments builds a program that calls one operation with JSON. Only handlers describe themselves in OpenAPI, so
// it has neither the documents nor what reads and describes them.
func TestJSONClientLinksNoDocuments(t *testing.T) {
	t.Parallel()
	linked := regexp.MustCompile(`realtime\.contract(Documents|Files)|soap/component\.Read|jsonhttp\.OpenAPI|\(\*JSONSchemas\)|wellknown\.files|pattern\.Translate`)
	if found := linked.FindAll(buildProgram(t, "jsoncall"), -1); found != nil {
		t.Errorf("the program has %q", found)
	}
}
