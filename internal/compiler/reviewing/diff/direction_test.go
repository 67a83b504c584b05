package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/testing/golden"
)

// TestDirections compares the examples with testdata/directions.txt: whom they concern if requests alone have the type book.
// If results alone have it, old clients and new clients change places.
func TestDirections(t *testing.T) {
	const (
		name     = "testdata/directions.txt"
		request  = `<xs:element name="put"><xs:complexType><xs:sequence><xs:element name="book" type="t:book"/>`
		response = `<xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="book" type="t:book"/>`
	)
	var got strings.Builder
	for _, rule := range diff.Rules() {
		example := examples.Of(t, rule.ID)
		if example.Frame != "schema" {
			continue
		}
		compare := func(other string) []diff.Finding {
			without := strings.NewReplacer(other, strings.Replace(other, "t:book", "xs:string", 1))
			old, new := examples.Versions(t, example)
			return diff.Compare(examples.Contract(t, without.Replace(old)), examples.Contract(t, without.Replace(new)))
		}
		fmt.Fprintf(&got, "%s\n", rule.ID)
		inRequests, inResults := parties(compare(response), false), parties(compare(request), true)
		if inRequests != inResults {
			t.Errorf("%s: in requests\n%sin results, exchanged\n%s", rule.ID, inRequests, inResults)
		}
		got.WriteString(inRequests)
	}
	golden.File(t, name, *update, got.String())
}

// parties prints the findings that concern clients, with old and new ones exchanged or not.
func parties(found []diff.Finding, exchanged bool) string {
	const both = diff.OldClients | diff.NewClients
	names := func(p diff.Parties) string {
		if p &= both; exchanged && (p == diff.OldClients || p == diff.NewClients) {
			p ^= both
		}
		return p.String()
	}
	var b strings.Builder
	for _, f := range found {
		if (f.Breaks|f.Loses|f.Strict)&both != 0 {
			fmt.Fprintf(&b, "  %s, %s: breaks %s; ignored for %s; if checked, %s\n", f.Component, f.Rule, names(f.Breaks), names(f.Loses), names(f.Strict))
		}
	}
	return b.String()
}
