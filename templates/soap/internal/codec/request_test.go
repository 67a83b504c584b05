package codec

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
)

// TestDecodeRequest reads requests: what would answer another question than was asked is an error, and other unknown
// elements are skipped.
func TestDecodeRequest(t *testing.T) {
	const root = `<s xmlns="` + railNS + `" xmlns:xsi="` + XSINamespace + `">`
	const rest = `<Time>2026-11-21T10:11:12</Time><Late>1</Late></s>`
	for _, c := range []struct{ doc, want, other string }{ // in a request, and in another message
		{root + `<Name>n</Name>` + rest, "n", "n"},
		{root + `<Name>n</Name><unknown><name/></unknown>` + rest, "n", "n"},
		{root + `<Name>n</Name><Platform><number>1</number></Platform>` + rest, `(s/Platform[1]/number): the element "number" is not known; its name is "Number"`, `; its name is "Number"`},
		{root + `<Name>n</Name><Platform><Number>1</Number><number>2</number></Platform>` + rest, "n", "n"},
		{root + `<Name>n</Name><platform/>` + rest, `; its name is "Platform"`, `(s/platform): the element "platform" is not known; its name is "Platform"`},
		{root + `<name>n</name>` + rest, `(s/name): the parameter "name" is not known; its name is "Name"`, `(s/name): the element "name" is not known; its name is "Name"`},
		{root + `<Name>n</Name><NAME/>` + rest, `(s/NAME): the parameter "NAME" is not known; its name is "Name"`, "n"},
		{root + `<Name xmlns="">n</Name>` + rest, `(s/Name): the parameter "Name" in no namespace is not known; its name is "Name" in the namespace "` + railNS + `" (see elementFormDefault in the schema)`, `the element "Name" in no namespace is not known; its name is "Name" in the namespace "` + railNS + `" (see elementFormDefault in the schema)`},
		{root + `<name xmlns="urn:o">n</name>` + rest, `(s/name): the parameter "name" in the namespace "urn:o" is not known; its name is "Name" in the namespace "` + railNS + `"`, `the element "name" in the namespace "urn:o" is not known; its name is "Name" in the namespace "` + railNS + `"`},
		{root + `<Name>n<b/>m</Name>` + rest, "(s/Name/b): an element inside a value that is text", "(s/Name/b): an element inside a value that is text"},
		{root + `<Name>n</Name><Platform><Side>a<b/></Side></Platform>` + rest, "(s/Platform[1]/Side/b): an element inside a value that is text", "(s/Platform[1]/Side/b): an element inside a value that is text"},
		{`<s xmlns="` + railNS + `" xmlns:xsi="` + XSINamespace + `" xsi:nil="true"/>`, "(s): the element Time is missing", "xsi:nil on an element that must have a value"},
	} {
		for i, want := range [...]string{c.want, c.other} {
			var v station
			d := NewDecoder([]byte(c.doc), railNamespaces, Limits{})
			d.Root()
			if i == 0 {
				d.DecodeRequest(&typeOfStation, &v)
			} else {
				DecodeRows(d, &typeOfStation, &v)
			}
			d.End()
			got := v.Name
			if d.Failed != nil {
				got = message(d.Failed)
			}
			if len(got) < len(want) || got[len(got)-len(want):] != want {
				t.Errorf("%s, request %v: %s, want %s", c.doc, i == 0, got, want)
			}
			d.Release()
		}
	}
	// The children of what stands after the request are not parameters.
	d := NewDecoder([]byte(`<e><p/><s xmlns="`+railNS+`"><Names/></s></e>`), railNamespaces, Limits{})
	defer d.Release()
	d.Root()
	d.Open()
	d.Child()
	empty := define(&Type{Name: "empty-request"})
	d.DecodeRequest(empty, NewRecord(empty))
	d.Child()
	if DecodeRows(d, &typeOfStation, new(station)); d.Failed == nil || d.Failed.Message != "the element Time is missing" {
		t.Error(d.Err())
	}
}

// TestUnknownParameters lists the parameters that there are, if a request has none of them, and says where an unknown one is.
func TestUnknownParameters(t *testing.T) {
	const ten = `the parameters are "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"`
	for n, want := range map[int]string{1: `the parameter is "p0"`, 2: `the parameters are "p0", "p1"`, 10: ten, 12: ten + ` and 2 others`, 64: ten + ` and 54 others`, 70: ten + ` and 60 others`} {
		typ := &Type{Name: "request"}
		var rows []Row
		for i := range n {
			rows = append(rows, Row{Name: fmt.Sprint("p", i), NS: 1, Kind: KindString})
		}
		Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: rows}}})
		for doc, unknown := range map[string]string{
			"<s xmlns='urn:rows'>\n <x/></s>": `line 2, column 2 (s/x): the parameter "x" is not known; ` + want, "<s xmlns='urn:rows'><x/><p0/></s>": "", "<s xmlns='urn:rows'/>": "",
			"<s xmlns='urn:rows'>\n\n<p" + fmt.Sprint(n-1) + ">\n</p" + fmt.Sprint(n-1) + "><x/></s>": "",
			"<s xmlns='urn:rows'><P0/><x/></s>": `(s/P0): the parameter "P0" is not known; its name is "p0"`,
		} {
			d := NewDecoder([]byte(doc), rowNamespaces, Limits{})
			d.Root()
			d.DecodeRequest(typ, NewRecord(typ))
			d.End()
			if err := d.Err(); (err == nil) != (unknown == "") || err != nil && !strings.HasSuffix(err.Error(), unknown) {
				t.Errorf("%s of %d: %v, want %s", doc, n, err, unknown)
			}
			d.Release()
		}
	}
}

// TestLimitMistakenNames decodes records in which each field has a mistaken name, too: that takes no longer than other unknown
// elements do.
func TestLimitMistakenNames(t *testing.T) {
	const size, bound = 8 << 20, 5 * time.Second
	for name, content := range map[string]string{
		"mistaken names":                `<Platform><number>1</number><Number>1</Number></Platform>`,
		"unknown elements of a request": `<a/>`,
	} {
		doc := `<s xmlns="` + railNS + `">` + strings.Repeat(content, size/len(content)) + `<Name>n</Name><Time>2026-11-21T10:11:12</Time><Late>1</Late></s>`
		start := cost.CPU()
		d := NewDecoder([]byte(doc), railNamespaces, Limits{})
		d.Root()
		d.DecodeRequest(&typeOfStation, new(station))
		d.End()
		took := cost.CPU() - start
		t.Logf("limit: %s | %v | %v", name, bound, took.Round(time.Millisecond))
		if d.Err() != nil || took > bound {
			t.Errorf("%s: %v after %v", name, d.Err(), took)
		}
		d.Release()
	}
}

// TestNestedTypes: the type of each object is found by a look at what is in it. Texts are passed over then, so that a text in many
// objects takes little longer than in one.
func TestNestedTypes(t *testing.T) {
	const size, depth = 1 << 20, 60
	decode := func(depth int) time.Duration {
		doc := strings.Repeat(`{"name":"x","friend":`, depth) + `{"name":"` + strings.Repeat(`\n`, size) + `"}` + strings.Repeat("}", depth)
		start := cost.CPU()
		if _, err := readJSONOf(doc, &typeOfAnimal, Limits{}); err != nil {
			t.Error(err)
		}
		return cost.CPU() - start
	}
	if one, many := decode(1), decode(depth); many > one*depth/4 {
		t.Errorf("a text in %d objects took %v, in one %v", depth, many, one)
	}
}
