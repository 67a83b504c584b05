package callvalue_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap/contract"
)

// tags returns the contract in testdata/tags.wsdl, and its operation whose parameter is given.
func tags(t *testing.T, given *callvalue.Input) (*contract.Contract, *contract.Operation) {
	info := described(t, "testdata/tags.wsdl")
	i := slices.IndexFunc(info.Operations, func(op *contract.Operation) bool { return op.Name == given.Names[0] })
	return info, info.Operations[i]
}

// TestArrays makes requests with arrays of SOAP encoding.
func TestArrays(t *testing.T) {
	for args, want := range map[string]string{
		"tags=a":               `{"tags":{"item":["a"]}}`,
		"tags=a tags=b":        `{"tags":{"item":["a","b"]}}`,
		"tags.item=a":          `{"tags":{"item":["a"]}}`,
		"tags.0=a tags.1=b":    `{"tags":{"item":["a","b"]}}`,
		"tags.@xsi:nil=true":   `{"tags":null}`,
		`{"tags":["a"]}`:       `{"tags":{"item":["a"]}}`,
		`{"tags":{"item":[]}}`: `{"tags":{}}`,
		`{"tags":[]}`:          `{"tags":{}}`,
		`{"tags":null}`:        `{"tags":null}`,

		// An accessor that is absent is sent as nil.
		"by.tags=a":                           `{"by":{"name":null,"tags":{"item":["a"]},"next":null}}`,
		"people.person.name=A":                `{"people":{"person":[{"name":"A","tags":null,"next":null}]}}`,
		"people.0.name=A people.1.@xsi:nil=1": `{"people":{"person":[{"name":"A","tags":null,"next":null},null]}}`,
		`{"people":[null]}`:                   `{"people":{"person":[null]}}`,

		"matrix.@arrayType=[1,1] matrix.item=1": `{"matrix":{"@arrayType":"[1,1]","item":[1]}}`,
		"rows.0.0=1 rows.0.1=2 rows.1=3":        `{"rows":{"item":[{"item":[1,2]},{"item":[3]}]}}`,
		`{"rows":[[1,2],[]]}`:                   `{"rows":{"item":[{"item":[1,2]},{}]}}`,
		"codes=1&&2 codes=3":                    `{"codes":{"item":[[1,2],[3]]}}`,
		`{"codes":[[1,2],[]]}`:                  `{"codes":{"item":[[1,2],[]]}}`,
	} {
		given, err := givenIn(args)
		if err != nil {
			t.Error(err)
			continue
		}
		info, op := tags(t, given)
		checkForms(t, info, op, args, want)
	}
}

// TestArraysRefuse has mistakes in arrays.
func TestArraysRefuse(t *testing.T) {
	for args, want := range map[string]string{
		"tags.x=a":           "unknown name tags.x; want tags.item",
		"tags.@id=a":         "unknown name tags.@id; want tags.item",
		"tags.0.0=a":         "tags[0] has several values, but can have only one",
		"people.0.nme=A":     "unknown name people[0].nme; did you mean people[0].name?",
		"people.name=A":      "unknown name people.name; did you mean people.person.name?",
		"matrix=1":           "matrix: an array with 1 items that does not declare its sizes",
		`{"by":[["A"]]}`:     "by: an object is expected, not '['",
		`{"tags":[["A"]]}`:   "tags[0]: a string is expected, not '['",
		"codes.0=1 codes.2=": "there is no codes.1 before it",
	} {
		given, err := givenIn(args)
		if err == nil {
			info, op := tags(t, given)
			_, err = callvalue.Request(t.Context(), info, op, given)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
