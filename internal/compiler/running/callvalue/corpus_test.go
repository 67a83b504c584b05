package callvalue_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// TestCorpus shows a sample of the request of each operation of the contracts in the folder QUARTET_CORPUS as JSON, and
// reads that: it is the same request.
func TestCorpus(t *testing.T) {
	requests, arrays := 0, 0
	for _, c := range corpus.All(t) {
		d, err := generator.Describe(context.Background(), generator.Config{Contract: c.Main, Catalogs: []string{c.Catalog}, Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range d.Services {
			for _, op := range info.Operations {
				if op.RequestType() != nil {
					requests++
					arrays += checkRequest(t, c.Name, info, op)
				}
			}
		}
	}
	t.Log(requests, "requests,", arrays, "samples with arrays of SOAP encoding")
	if arrays == 0 {
		t.Error("no array of SOAP encoding has items")
	}
}

// checkRequest compares samples with what is read of their JSON, and returns how many of them have items of arrays.
func checkRequest(t *testing.T, name string, info *contract.Contract, op *contract.Operation) (arrays int) {
	t.Helper()
	for seed := range sample.Seed(3) {
		req, err := seed.Request(info, op)
		if err != nil {
			continue
		}
		value, markup, err := callvalue.Given(info, op, req)
		if err != nil {
			t.Errorf("%s: %s: %v", name, op.Name, err)
			return arrays
		}
		if bytes.Contains(markup, []byte("arrayType=")) && !bytes.Contains(markup, []byte(`[0]"`)) {
			arrays++
		}
		given, err := callvalue.ParseJSON(value.JSON())
		if err != nil {
			t.Errorf("%s: %s: %v", name, op.Name, err)
			return arrays
		}
		again, err := callvalue.Request(t.Context(), info, op, given)
		if err != nil {
			t.Errorf("%s: %s: %v: %s", name, op.Name, err, short(value.JSON()))
			return arrays
		}
		got, gotMarkup, err := callvalue.Given(info, op, again)
		if err != nil || !bytes.Equal(gotMarkup, markup) && !bytes.Equal(got.JSON(), value.JSON()) { // prefixes may differ
			t.Errorf("%s: %s: %v\n%s\nwant\n%s", name, op.Name, err, short(gotMarkup), short(markup))
			return arrays
		}
	}
	return arrays
}

func short(text []byte) string {
	const maxShown = 1500
	line := strings.Join(strings.Fields(string(text)), " ")
	return line[:min(len(line), maxShown)]
}
