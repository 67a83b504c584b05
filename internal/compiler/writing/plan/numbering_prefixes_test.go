package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/numbering"
)

// TestPrefixes compares the prefixes of namespaces that documents declare. Each document is a schema: TARGET: PREFIX=NAMESPACE ...
func TestPrefixes(t *testing.T) {
	const target = "urn:target"
	for _, test := range []struct{ name, documents, want string }{
		{"a prefix of the contract", "urn:target: m=urn:m/ urn:m/:", "m=urn:m/"},
		{"the target namespace", "urn:target: m=urn:target", "tns=urn:target"},
		{"several prefixes", "urn:target: a=urn:m/ tns=urn:m/ mess=urn:m/ more=urn:m/ urn:m/:", "mess=urn:m/"},
		{"one prefix of several namespaces", "urn:target: m=urn:one/ urn:one/: m=urn:other/ o=urn:one/ urn:other/: m=urn:other/", "m=urn:one/ other=urn:other/"},
		{"the first document counts", "urn:target: m=urn:m/ urn:other/: late=urn:m/ urn:m/: own=urn:m/", "m=urn:m/ other=urn:other/"},
		{"documents after the schema do not count", "urn:target: urn:orders/: tns=urn:orders/ urn:late/: o=urn:orders/ orders=urn:late/", "orders=urn:orders/ late=urn:late/"},
		{"numbers of tools", "urn:target: ns1=urn:orders/ q2=urn:trips/ urn:orders/: urn:trips/:", "orders=urn:orders/ trips=urn:trips/"},
		{"reserved prefixes", "urn:target: soap=urn:a/ XMLa=urn:bikes/ xsi=urn:cars/ q1=urn:dogs/ urn:a/: urn:bikes/: urn:cars/: urn:dogs/:", "n=urn:a/ bikes=urn:bikes/ cars=urn:cars/ dogs=urn:dogs/"},
		{"long and foreign prefixes", "urn:target: " + strings.Repeat("x", 21) + "=urn:apes/ größe=urn:bikes/ urn:apes/: urn:bikes/:", "apes=urn:apes/ bikes=urn:bikes/"},
		{"words that are reserved or taken", "urn:target: urn:soap/: urn:x/orders/: urn:y/orders/:", "soap-6wobx=urn:soap/ orders=urn:x/orders/ orders-uz2cw=urn:y/orders/"},
		{"prefixes that others are made of", "urn:target: orders=urn:a/ orders-uz2cw=urn:b/ urn:a/: urn:b/: urn:y/orders/:", "orders-uz2cw2=urn:y/orders/"},
		{"usual prefixes", "urn:target: s=http://www.w3.org/2001/XMLSchema", "xsd=http://www.w3.org/2001/XMLSchema xml=http://www.w3.org/XML/1998/namespace"},
		{"a namespace without a schema", "urn:target: m=urn:m/ urn:next: m=urn:next", "m=urn:m/ next=urn:next"},
		{"no namespace", "urn:target:", "="},
	} {
		t.Run(test.name, func(t *testing.T) {
			roots, schemas := parsedOfNumbering(t, test.documents)
			p := numbering.NewPrefixes(target, roots, schemas, nil)
			var got []string
			for _, word := range strings.Fields(test.want) {
				_, space, _ := strings.Cut(word, "=")
				got = append(got, p.Entry(space).Prefix+"="+space)
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// parsedOfNumbering parses the documents of a test.
func parsedOfNumbering(t *testing.T, text string) (roots []*xmltree.Element, schemas []*xsd.Schema) {
	t.Helper()
	var targets, declarations []string
	for _, word := range strings.Fields(text) {
		if target, found := strings.CutSuffix(word, ":"); found {
			targets, declarations = append(targets, target), append(declarations, "")
			continue
		}
		prefix, space, _ := strings.Cut(word, "=")
		declarations[len(targets)-1] += fmt.Sprintf(" xmlns:%s=%q", prefix, space)
	}
	for i, target := range targets {
		doc, diags := xmltree.Parse("x.xsd", []byte("<schema"+declarations[i]+"/>"), xmltree.Limits{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		roots, schemas = append(roots, doc.Root), append(schemas, &xsd.Schema{TargetNamespace: target, Element: doc.Root})
	}
	return roots, schemas
}

// TestChosenPrefixes: the prefix in the file of chosen names stays when a document declares it for a namespace that is added.
func TestChosenPrefixes(t *testing.T) {
	roots, schemas := parsedOfNumbering(t, "urn:target: m=urn:added/ urn:added/: urn:m/:")
	p := numbering.NewPrefixes("urn:target", roots, schemas, chosen.Names{{Kind: chosen.Prefix, Space: "urn:m/"}: {Name: "m"}})
	if kept, added := p.Entry("urn:m/").Prefix, p.Entry("urn:added/").Prefix; kept != "m" || added != "added" {
		t.Errorf("the prefixes are %s and %s", kept, added)
	}
}
