package soap

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// TestNamespacesAreReplacedAtOnce: the order of the options does not matter.
func TestNamespacesAreReplacedAtOnce(t *testing.T) {
	info := &contract.Contract{Namespaces: []schema.Namespace{{}, {URI: "urn:a"}, {URI: "urn:b"}, {URI: "urn:c"}}}
	for _, test := range []struct {
		pairs string // FROM=TO
		want  string // the table, or what the error says
	}{
		{"", "a b c"},
		{"a=x", "x b c"},
		{"a=b b=a", "b a c"},
		{"a=b b=x", "b x c"},
		{"a=b b=c c=a", "b c a"},
		{"a=a", "a b c"},
		{"a=b", `"urn:a" and "urn:b" would both become "urn:b"`},
		{"a=x b=x", `"urn:a" and "urn:b" would both become "urn:x"`},
		{"a=x a=y", `"urn:a" is replaced twice`},
		{"a=x x=y", `the contract has no namespace "urn:x"`},
	} {
		pairs := strings.Fields(test.pairs)
		for range 2 {
			var replaced [][2]string
			for _, pair := range pairs {
				from, to, _ := strings.Cut(pair, "=")
				replaced = append(replaced, [2]string{"urn:" + from, "urn:" + to})
			}
			c, err := newContract(info, &config{namespaces: replaced})
			var table []string
			for _, ns := range c.ns[1:] {
				table = append(table, strings.TrimPrefix(ns.URI, "urn:"))
			}
			got := strings.Join(table, " ")
			if err != nil {
				got = err.Error()
			}
			if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
				t.Errorf("%q: %s, want %s", pairs, got, test.want)
			}
			slices.Reverse(pairs)
		}
	}
}
