package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/numbering"
	"example.com/quartet/templates/soap/xsd"
)

// TestNumber compares the tables for messages with the given elements and attributes.
func TestNumber(t *testing.T) {
	for _, c := range []struct {
		name            string
		elements, attrs []ir.Name
		in              numbering.Input
		want            string // PREFIX=URI of each entry
		numbers         []int  // of elements
		reported        string
	}{
		{"the main namespace is the default", namesOfNumbering("{urn:b}x", "{urn:main}y", "{urn:a}z"), nil, numbering.Input{}, "=urn:main n=urn:a n-eq3xx=urn:b", []int{3, 1, 2}, ""},
		{"an element without a namespace", namesOfNumbering("x", "{urn:main}y"), nil, numbering.Input{}, "tns=urn:main", []int{0, 1}, ""},
		{"an attribute of the main namespace", namesOfNumbering("{urn:main}y"), namesOfNumbering("{urn:main}id"), numbering.Input{}, "tns=urn:main", []int{1}, ""},
		{"an attribute without a namespace", namesOfNumbering("{urn:main}y"), namesOfNumbering("id"), numbering.Input{}, "=urn:main", []int{1}, ""},
		{"values that are qualified names", namesOfNumbering("{urn:main}y"), nil, numbering.Input{QNames: true}, "tns=urn:main", []int{1}, ""},
		{"no message uses the main namespace", namesOfNumbering("{urn:a}x"), nil, numbering.Input{}, "n=urn:a", []int{1}, ""},
		{"a document without a namespace", namesOfNumbering("{urn:main}y"), nil, numbering.Input{Documents: map[ir.Name]bool{{Local: "root"}: true}}, "tns=urn:main", []int{1}, ""},
		{"namespaces with usual prefixes", namesOfNumbering("{http://www.w3.org/2001/XMLSchema}schema"), namesOfNumbering("{http://www.w3.org/XML/1998/namespace}lang"), numbering.Input{}, "xsd=http://www.w3.org/2001/XMLSchema xml=http://www.w3.org/XML/1998/namespace", []int{1}, ""},
		{"a replacement", namesOfNumbering("{urn:main}y"), nil, numbering.Input{Replacements: []numbering.Namespace{{Old: "urn:main", New: "urn:new"}}}, "=urn:new", []int{1}, ""},
		{"a replacement of nothing", namesOfNumbering("{urn:main}y"), nil, numbering.Input{Replacements: []numbering.Namespace{{Old: "urn:other", New: "urn:new"}}}, "=urn:main", []int{1}, `no message uses the namespace "urn:other"`},
		{"two namespaces become one", namesOfNumbering("{urn:main}y", "{urn:a}x"), nil, numbering.Input{Replacements: []numbering.Namespace{{Old: "urn:a", New: "urn:main"}}}, "=urn:main n=urn:main", []int{1, 2}, "two namespaces are the same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &ir.Struct{}
			for _, n := range c.elements {
				s.Fields = append(s.Fields, &ir.Field{Wire: n})
			}
			for _, n := range c.attrs {
				s.Attrs = append(s.Attrs, &ir.Field{Wire: n})
			}
			pkg := &ir.Package{Structs: []*ir.Struct{s}, Target: "urn:main", Qualified: true}
			c.in.Entry = numbering.NewPrefixes("urn:main", nil, nil, nil).Entry
			table, diags := numbering.Number(pkg, c.in)
			var entries []string
			for _, e := range table[1:] {
				entries = append(entries, fmt.Sprintf("%s=%s", e.Prefix, e.URI))
			}
			if got := strings.Join(entries, " "); got != c.want {
				t.Errorf("table %s, want %s", got, c.want)
			}
			var numbers []int
			for _, f := range s.Fields {
				numbers = append(numbers, f.Wire.NS)
			}
			if !slices.Equal(numbers, c.numbers) {
				t.Errorf("numbers %v, want %v", numbers, c.numbers)
			}
			if text := diags.String(); (text == "") != (c.reported == "") || !strings.Contains(text, c.reported) {
				t.Errorf("reported %q, want %q", text, c.reported)
			}
		})
	}
}

// TestNumberDocuments compares the names of types, and of elements that only documents have. A type whose namespace no message
// uses, or that of another package whose table does not have it, is anonymous.
func TestNumberDocuments(t *testing.T) {
	types, elements := namesOfNumbering("{urn:main}T", "{urn:other}T", "T"), namesOfNumbering("{urn:main}e", "{urn:other}e", "e", "{urn:third}e", "{urn:other}f")
	pkg := &ir.Package{}
	for _, n := range types {
		pkg.Structs = append(pkg.Structs, &ir.Struct{Type: n})
	}
	other := &ir.Package{Namespaces: []ir.TableEntry{{Space: "urn:other"}}}
	for _, n := range types {
		pkg.Structs = append(pkg.Structs, &ir.Struct{Type: n, Package: other})
	}
	for _, n := range elements {
		pkg.Elements = append(pkg.Elements, &ir.Element{Wire: n, Value: new(ir.Result)})
	}
	pkg.Structs[0].Fields = []*ir.Field{{Wire: elements[0], Nillable: true}, {Any: &ir.Wildcard{Spaces: []string{"", "urn:main", "urn:x"}}}, {Any: &ir.Wildcard{Wildcard: xsd.Wildcard{Not: true}, Spaces: []string{"", "urn:main"}}}}
	in := numbering.Input{Entry: numbering.NewPrefixes("urn:main", nil, nil, nil).Entry}
	if _, diags := numbering.Number(pkg, in); diags != nil || !pkg.Nil {
		t.Error(diags, pkg.Nil)
	}
	var got []string
	for _, s := range pkg.Structs {
		got = append(got, fmt.Sprint(s.Type.NS, s.Type.Local))
	}
	for _, e := range pkg.Elements {
		got = append(got, fmt.Sprint(e.Wire.NS, e.Wire.Local))
	}
	for _, e := range pkg.ElementNamespaces {
		got = append(got, e.Prefix+"="+e.URI)
	}
	for _, f := range pkg.Structs[0].Fields[1:] {
		got = append(got, fmt.Sprint(f.Any.NS, f.Any.URIs))
	}
	want := []string{"1T", "0", "0T", "0", "0", "0T", "1e", "2e", "0e", "3e", "2f", "other=urn:other", "third=urn:third", "[0 1] [urn:x]", "[1] []"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestReplaceNothing reports that elements without a namespace cannot get one.
func TestReplaceNothing(t *testing.T) {
	_, diags := numbering.Number(&ir.Package{}, numbering.Input{Replacements: []numbering.Namespace{{Old: "", New: "urn:new"}}})
	if text := diags.String(); !strings.Contains(text, `no message uses the namespace ""`) {
		t.Error(text)
	}
}

// names parses names in Clark notation.
func namesOfNumbering(clark ...string) []ir.Name {
	var all []ir.Name
	for _, text := range clark {
		space, local, found := strings.Cut(strings.TrimPrefix(text, "{"), "}")
		if !found {
			space, local = "", text
		}
		all = append(all, ir.Name{Space: space, Local: local})
	}
	return all
}
