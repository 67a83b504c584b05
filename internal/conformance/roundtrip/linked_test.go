package roundtrip

import (
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
	linked := regexp.MustCompile(`[\w./-]*gen/realtime\.(op|operationsOf|NewHandler|contractDocuments|contractFiles)\w*|\bsoap\.NewHandler|\breflect\.(Value|\(\*rtype\))\.Method\w*|codec\.[\w.()*]*(JSON|json(De|En)coder)[\w.()*]*|soap/(component|pattern|wellknown)\.[\w.()*]*`).
		FindAllString(string(buildProgram(t, "onecall")), -1) // the table of symbols has their names
	slices.Sort(linked)
	if want := []string{"example.com/quartet/gen/realtime.opGetAllStationsXML"}; !slices.Equal(slices.Compact(linked), want) {
		t.Errorf("the program has %q, want %q", linked, want)
	}
}

// TestJSONClientLinksNoDocuments builds a program that calls one operation with JSON. Only handlers describe themselves in OpenAPI, so
// it has neither the documents nor what reads and describes them.
func TestJSONClientLinksNoDocuments(t *testing.T) {
	t.Parallel()
	linked := regexp.MustCompile(`realtime\.contract(Documents|Files)|soap/component\.Read|jsonhttp\.OpenAPI|jsonhttp\.\(\*schemaMaker\)|wellknown\.files|pattern\.Translate`)
	if found := linked.FindAll(buildProgram(t, "jsoncall"), -1); found != nil {
		t.Errorf("the program has %q", found)
	}
}
