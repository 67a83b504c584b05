package component_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	cxsd "example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// TestPackages reads the documents that packages for namespaces embed, and the documents of the packages that they import. They say what
// the contract says of the components of the namespaces.
func TestPackages(t *testing.T) {
	cases, err := golden.Cases("../../../generator/testdata")
	must(t, err)
	compared := 0
	for _, c := range cases {
		main, err := c.Main()
		must(t, err)
		dir := t.TempDir()
		sources, err := c.Sources()
		must(t, err)
		for name, data := range sources {
			must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
			must(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
		}
		compared += comparePackages(t, c.Name, load.Config{Main: filepath.Join(dir, main)})
	}
	if compared < 60 {
		t.Errorf("only %d components are compared", compared)
	}
}

func comparePackages(t *testing.T, name string, config load.Config) (compared int) {
	set, diags := load.Load(context.Background(), config)
	if set == nil || diags.HasErrors() {
		return 0
	}
	m, _ := resolve.ResolveLenient(set)
	pkg, _ := plan.Plan(m, plan.Config{ImportPath: "example.com/a", Elements: true, Packages: []plan.NamespacePackage{{Namespace: plan.AllNamespaces, ImportPath: "example.com/a/b"}}})
	if pkg == nil || len(pkg.Packages) == 0 {
		return 0
	}
	d := descriptor.New(nil)
	own := d.Package(pkg).Documents()
	whole, err := component.Read(own)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	for _, other := range pkg.Packages {
		sets := closure(d.Package(other).Table)
		part, err := component.Read(sets...)
		if err != nil {
			t.Errorf("%s, %s: %v", name, other.Path, err)
			continue
		}
		joined, err := component.Read(append([]*contract.DocumentSet{own}, sets...)...)
		if err != nil {
			t.Errorf("%s, %s: %v", name, other.Path, err)
			continue
		}
		for n := range globals(m.Schemas, other.TargetNamespaces) {
			want := printedPlain(whole, n)
			if got := printedPlain(part, n); got != want {
				t.Errorf("%s: the package says that %s is\n%.1000s\nand the contract\n%.1000s", name, n, got, want)
			}
			if got := printed(joined, n); got != printed(whole, n) {
				t.Errorf("%s: with its packages %s is\n%.1000s\nand without\n%.1000s", name, n, got, printed(whole, n))
			}
			compared++
		}
	}
	return compared
}

// closure returns the documents of a table and of those that it imports.
func closure(t *schema.Table) (sets []*contract.DocumentSet) {
	seen := make(map[*schema.Table]bool)
	var visit func(*schema.Table)
	visit = func(t *schema.Table) {
		if seen[t] {
			return
		}
		seen[t] = true
		sets = append(sets, t.Source.(interface{ Documents() *contract.DocumentSet }).Documents())
		for _, other := range t.Imports {
			visit(other)
		}
	}
	visit(t)
	return sets
}

// globals are the names of the components in some namespaces.
func globals(set *cxsd.Set, spaces []string) map[xsd.QName]bool {
	all := make(map[xsd.QName]bool)
	add := func(n cxsd.QName) {
		for _, space := range spaces {
			if space == n.Space {
				all[xsd.QName(n)] = true
			}
		}
	}
	for _, t := range set.Types {
		add(t.Component().Name)
	}
	for _, e := range set.Elements {
		add(e.Name)
	}
	for _, a := range set.Attributes {
		add(a.Name)
	}
	return all
}

// TestDocumentation reads the documentation of types, elements, attributes and values, which only ReadDocumented keeps.
func TestDocumentation(t *testing.T) {
	documented := func(text string) string {
		return "<x:annotation><x:appinfo>no</x:appinfo><x:documentation>" + text + "</x:documentation></x:annotation>"
	}
	set := &contract.DocumentSet{
		Documents: []contract.Document{{Name: "a.xsd", Schema: true, File: "a.xsd"}},
		Files: fstest.MapFS{"a.xsd": {Data: []byte(`<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">` + documented("schema") +
			`<x:attribute name="global" type="x:int">` + documented("declared") + `</x:attribute>
			<x:simpleType name="kind">` + documented("Kind &lt;of&gt;\n  a <b>train</b><![CDATA[<i>&amp;]]>.</x:documentation><x:documentation/><x:documentation>More.") +
			`<x:restriction base="x:string"><x:enumeration value="M">` + documented("Mainline") + `</x:enumeration><x:enumeration value="D"/></x:restriction></x:simpleType>
			<x:element name="stop">` + documented("A stop.") + `<x:complexType>` + documented("Its type.") + `<x:sequence>` + documented("group") +
			`<x:element name="code" type="kind">` + documented("Its code.") + `</x:element><x:element name="none" type="kind"/></x:sequence>
			<x:attribute ref="global"/><x:attribute name="own">` + documented("own") + `</x:attribute></x:complexType></x:element></x:schema>`)}},
	}
	texts := func(s *component.Set, err error) (all []string) {
		must(t, err)
		stop := s.Element(xsd.QName{Local: "stop"}).Declaration()
		d, kind := stop.Type.Definition(), s.Type(xsd.QName{Local: "kind"}).Definition()
		all = []string{stop.Doc, d.Doc, kind.Doc, kind.Facets.Enumeration[0].Doc, kind.Facets.Enumeration[1].Doc, d.Attributes[0].Doc, d.Attributes[1].Doc}
		for _, p := range d.Content.Particles {
			all = append(all, p.Element.Declaration().Doc)
		}
		return all
	}
	want := []string{"A stop.", "Its type.", "Kind <of> a train <i>&amp;.\n\nMore.", "Mainline", "", "declared", "own", "Its code.", ""}
	if got := texts(component.ReadDocumented(set)); !slices.Equal(got, want) {
		t.Errorf("the documentation is\n%q, want\n%q", got, want)
	}
	if got := texts(component.Read(set)); !slices.Equal(got, make([]string, len(want))) {
		t.Errorf("without documentation: %q", got)
	}
}
