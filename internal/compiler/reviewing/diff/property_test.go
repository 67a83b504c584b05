package diff_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/conformance/corpus"
)

// rewritten returns the text of a contract with other prefixes for comments, other white space, and the global components
// of the document in the opposite order, as far as that leaves the names of files.
func rewritten(t *testing.T, text string) string {
	t.Helper()
	doc, diags := xmltree.Parse("", []byte(text), xmltree.Limits{})
	if doc == nil || diags.HasErrors() {
		return text
	}
	source := string(doc.Text)
	var edits []edit
	for e := range doc.Root.All() {
		if !e.Is("http://schemas.xmlsoap.org/wsdl/", "definitions") && !e.Is("http://www.w3.org/2001/XMLSchema", "schema") {
			continue
		}
		edits = append(edits, reversed(source, e)...)
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	for _, e := range edits {
		source = source[:e.start] + e.text + source[e.end:]
	}
	return source
}

// edit replaces a part of a text.
type edit struct {
	start, end int
	text       string
}

// reversed exchanges global components: the first with the last, and so on. Components that contain schemas stay.
func reversed(source string, parent *xmltree.Element) []edit {
	var movable []*xmltree.Element
	for e := range parent.All() {
		switch e.Name.Local {
		case "message", "portType", "binding", "complexType", "simpleType", "element", "attribute", "group", "attributeGroup":
			if e.Parent == parent {
				movable = append(movable, e)
			}
		}
	}
	var edits []edit
	for i, e := range movable {
		other := movable[len(movable)-1-i]
		edits = append(edits, edit{e.Offset, e.End, source[other.Offset:other.End] + "<!-- moved -->\n\n"})
	}
	return edits
}

// TestSameMessages compares contracts that are written in other ways and have the same messages.
func TestSameMessages(t *testing.T) {
	text, _ := examples.Versions(t, examples.Of(t, diff.Rules()[0].ID))
	inline := `<xs:element name="get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="getResponse">`
	from, to := strings.Index(text, `<xs:schema targetNamespace="urn:t"`), strings.Index(text, "</xs:schema>")+len("</xs:schema>")
	header := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"` + strings.TrimPrefix(text[from:to], "<xs:schema")
	for name, other := range map[string]fstest.MapFS{
		"prefixes": {"books.wsdl": {Data: []byte(strings.NewReplacer("xmlns:t=", "xmlns:other=", `"t:`, `"other:`).Replace(text))}},
		"files": {
			"books.wsdl": {Data: []byte(text[:from] + `<xs:schema><xs:import namespace="urn:t" schemaLocation="t.xsd"/></xs:schema>` + text[to:])},
			"t.xsd":      {Data: []byte(header)},
		},
		"a named type": {"books.wsdl": {Data: []byte(strings.Replace(text, inline, `<xs:complexType name="get"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:element name="get" type="t:get"/><xs:element name="getResponse">`, 1))}},
		"a group": {"books.wsdl": {Data: []byte(strings.Replace(text, inline, `<xs:group name="ids"><xs:sequence><xs:element name="id" type="xs:int" form="qualified"/></xs:sequence></xs:group>
      <xs:element name="get"><xs:complexType><xs:sequence><xs:sequence><xs:group ref="t:ids"/></xs:sequence></xs:sequence></xs:complexType></xs:element>
      <xs:element name="getResponse">`, 1))}},
	} {
		c, ok := examples.Read(t, other, "books.wsdl")
		if !ok || strings.Contains(string(other["books.wsdl"].Data), inline) && name != "files" && name != "prefixes" {
			t.Errorf("%s: the contract has errors, or is not changed", name)
			continue
		}
		if found := diff.Compare(examples.Contract(t, text), c); len(found) > 0 {
			t.Errorf("%s: %s", name, diff.Text(found))
		}
	}
}

// TestMutated compares contracts with mutated ones in both orders: there is no panic, each finding has a rule and
// positions, and old and new clients are exchanged.
func TestMutated(t *testing.T) {
	text, _ := examples.Versions(t, examples.Of(t, diff.Rules()[0].ID))
	original := examples.Contract(t, text)
	doc, _ := xmltree.Parse("", []byte(text), xmltree.Limits{})
	all := slices.Collect(doc.Root.All())
	compared := 0
	for i, e := range all {
		other := all[(i*7+3)%len(all)]
		for _, mutated := range []string{
			text[:e.Offset] + text[e.End:],
			text[:e.Offset] + text[other.Offset:other.End] + text[e.Offset:],
			text[:e.Offset] + text[other.Offset:other.End] + text[e.End:],
		} {
			c, ok := examples.Read(t, fstest.MapFS{"books.wsdl": {Data: []byte(mutated)}}, "books.wsdl")
			if !ok {
				continue
			}
			found, mirrored := diff.Compare(original, c), diff.Compare(c, original)
			checkRules(t, found)
			checkMirrored(t, found, mirrored)
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("only %d contracts", compared)
	}
}

// TestCorpus compares each contract in the folder QUARTET_CORPUS with itself, and with the next one.
func TestCorpus(t *testing.T) {
	var previous diff.Contract
	for _, c := range corpus.All(t) {
		first, ok := readFile(c)
		if !ok {
			continue
		}
		second, _ := readFile(c)
		if found := diff.Compare(first, second); len(found) > 0 {
			t.Errorf("%s differs from itself:\n%s", c.Name, diff.Text(found[:min(len(found), 5)]))
		}
		if previous.Model != nil {
			found := diff.Compare(previous, first)
			checkMirrored(t, found, diff.Compare(first, previous))
			for _, f := range found[:min(len(found), 200)] {
				checkRules(t, []diff.Finding{f})
			}
		}
		previous = first
	}
}

func readFile(c corpus.Contract) (diff.Contract, bool) {
	set, diags := load.Load(context.Background(), load.Config{Main: c.Main, Catalogs: []string{c.Catalog}, Lenient: true})
	if set == nil || diags.HasErrors() {
		return diff.Contract{}, false
	}
	model, diags := resolve.ResolveLenient(set)
	if diags.HasErrors() {
		return diff.Contract{}, false
	}
	pkg, _ := plan.Plan(model, plan.Config{Package: strings.ToLower("p")})
	return diff.Contract{Model: model, Plan: pkg}, true
}
