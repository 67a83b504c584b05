package resolve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

const head = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
 xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"
 xmlns:t="urn:t" targetNamespace="urn:t">`

// wsdl returns the model of a contract with the given content. others are the names
// and texts of further documents, alternating.
func wsdl(t *testing.T, content string, others ...string) *resolve.Model {
	t.Helper()
	fs := fstest.MapFS{"main.wsdl": {Data: []byte(head + content + "</definitions>")}}
	for i := 0; i < len(others); i += 2 {
		fs[others[i]] = &fstest.MapFile{Data: []byte(others[i+1])}
	}
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fs)})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m, diags := resolve.Resolve(set)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return m
}

// schema returns the model of a contract with a single schema.
func schema(t *testing.T, content string, others ...string) *xsd.Set {
	t.Helper()
	return wsdl(t, `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">`+content+`</xs:schema></types>`, others...).Schemas
}

func complexType(t *testing.T, set *xsd.Set, name string) *xsd.ComplexType {
	t.Helper()
	c, ok := set.Type(xsd.QName{Space: "urn:t", Local: name}).(*xsd.ComplexType)
	if !ok {
		t.Fatalf("no complex type %s", name)
	}
	return c
}

// show returns a content model in the syntax of DTDs.
func show(p *xsd.Particle) string {
	if p == nil {
		return "EMPTY"
	}
	var s string
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		s = term.Name.Local
	case *xsd.Wildcard:
		s = "*"
	case *xsd.ModelGroup:
		var parts []string
		for _, inner := range term.Particles {
			parts = append(parts, show(inner))
		}
		s = "(" + strings.Join(parts, map[xsd.Compositor]string{xsd.Sequence: ",", xsd.Choice: "|", xsd.All: "&"}[term.Compositor]) + ")"
	}
	switch {
	case p.Min == 1 && p.Max == 1:
	case p.Max == xsd.Unbounded:
		s += fmt.Sprintf("{%d,}", p.Min)
	default:
		s += fmt.Sprintf("{%d,%d}", p.Min, p.Max)
	}
	return s
}

func attributes(c *xsd.ComplexType) string {
	var all []string
	for _, use := range c.Attributes {
		s := use.Attribute.Name.Local + ":" + use.Attribute.Type.Name.Local
		if use.Required {
			s += "!"
		}
		if use.Fixed != nil {
			s += "=" + *use.Fixed
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func TestContent(t *testing.T) {
	set := schema(t, `
<xs:complexType name="Base">
  <xs:sequence><xs:element name="a"/><xs:choice minOccurs="0"><xs:element name="b"/><xs:any/></xs:choice></xs:sequence>
  <xs:attribute name="x" type="xs:int"/><xs:attributeGroup ref="t:AG"/>
</xs:complexType>
<xs:complexType name="Ext"><xs:complexContent><xs:extension base="t:Base">
  <xs:sequence><xs:element name="c" maxOccurs="3"/></xs:sequence><xs:attribute name="w" fixed="1"/>
</xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Ext2"><xs:complexContent><xs:extension base="t:Ext"><xs:group ref="t:G" maxOccurs="unbounded"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Same"><xs:complexContent><xs:extension base="t:Ext"/></xs:complexContent></xs:complexType>
<xs:complexType name="Res"><xs:complexContent><xs:restriction base="t:Base">
  <xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="x" use="prohibited"/><xs:attribute name="y" type="xs:token" use="required"/>
</xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="Any"><xs:complexContent><xs:extension base="xs:anyType"><xs:sequence><xs:element name="z"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="None"><xs:sequence/></xs:complexType>
<xs:complexType name="Never"><xs:choice/></xs:complexType>
<xs:complexType name="NoChoice"><xs:choice minOccurs="0"/></xs:complexType>
<xs:complexType name="Gone"><xs:sequence><xs:element name="a" minOccurs="0" maxOccurs="0"/><xs:element name="b"/></xs:sequence></xs:complexType>
<xs:complexType name="Text" mixed="true"/>
<xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="cur"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Small"><xs:simpleContent><xs:restriction base="t:Price"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleContent></xs:complexType>
<xs:complexType name="Price2"><xs:complexContent><xs:extension base="t:Price"><xs:attribute name="on" type="xs:date"/></xs:extension></xs:complexContent></xs:complexType>
<xs:group name="G"><xs:all><xs:element name="g1"/><xs:element name="g2"/></xs:all></xs:group>
<xs:attributeGroup name="AG"><xs:attribute name="y"/><xs:attributeGroup ref="t:AG2"/></xs:attributeGroup>
<xs:attributeGroup name="AG2"><xs:attribute name="z" type="xs:ID"/></xs:attributeGroup>`)
	for _, c := range []struct {
		name, content, attributes string
		kind                      xsd.ContentKind
	}{
		{"Base", "(a,(b|*){0,1})", "x:int y:anySimpleType z:ID", xsd.ElementContent},
		{"Ext", "((a,(b|*){0,1}),(c{1,3}))", "x:int y:anySimpleType z:ID w:anySimpleType=1", xsd.ElementContent},
		{"Ext2", "(((a,(b|*){0,1}),(c{1,3})),(g1&g2){1,})", "x:int y:anySimpleType z:ID w:anySimpleType=1", xsd.ElementContent},
		{"Same", "((a,(b|*){0,1}),(c{1,3}))", "x:int y:anySimpleType z:ID w:anySimpleType=1", xsd.ElementContent},
		{"Res", "(a)", "y:token! z:ID", xsd.ElementContent},
		{"Any", "(z)", "", xsd.ElementContent},
		{"None", "EMPTY", "", xsd.EmptyContent},
		{"Never", "()", "", xsd.ElementContent}, // a required choice of nothing is never valid
		{"NoChoice", "EMPTY", "", xsd.EmptyContent},
		{"Gone", "(b)", "", xsd.ElementContent},
		{"Text", "EMPTY", "", xsd.MixedContent},
		{"Price", "EMPTY", "cur:anySimpleType", xsd.SimpleContent},
		{"Small", "EMPTY", "cur:anySimpleType", xsd.SimpleContent},
		{"Price2", "EMPTY", "cur:anySimpleType on:date", xsd.SimpleContent},
	} {
		got := complexType(t, set, c.name)
		if show(got.Content) != c.content || attributes(got) != c.attributes || got.ContentKind != c.kind {
			t.Errorf("%s: %s, %s, %v; want %s, %s, %v", c.name, show(got.Content), attributes(got), got.ContentKind, c.content, c.attributes, c.kind)
		}
	}
	if small := complexType(t, set, "Small"); small.Simple.Base.Name.Local != "decimal" || small.Simple.Effective(lexical.MaxInclusive).Value != "9" {
		t.Errorf("content of Small is %+v", small.Simple)
	}
	if g := set.Group(xsd.QName{Space: "urn:t", Local: "G"}); g.Content.Definition != g || complexType(t, set, "Ext2").OwnContent.Term != xsd.Term(g.Content) {
		t.Error("a reference to a group is not its content")
	}
	if !xsd.DerivedFrom(complexType(t, set, "Ext2"), complexType(t, set, "Base")) || xsd.DerivedFrom(complexType(t, set, "Base"), complexType(t, set, "Ext")) {
		t.Error("derivation is wrong")
	}
}

func TestDeclarations(t *testing.T) {
	set := schema(t, `
<xs:element name="head" type="xs:int" abstract="true"/>
<xs:element name="one" substitutionGroup="t:head"><xs:annotation><xs:documentation> First. </xs:documentation><xs:documentation>Second.</xs:documentation></xs:annotation></xs:element>
<xs:element name="two" substitutionGroup="t:one" nillable="1" default="7"/>
<xs:element name="rec"><xs:complexType><xs:sequence>
  <xs:element ref="t:rec" minOccurs="0"/>
  <xs:element name="local" form="unqualified" type="xs:int"/>
  <xs:element name="qualified"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:element>
</xs:sequence><xs:attribute name="plain"/><xs:attribute name="own" form="qualified"/><xs:attribute ref="t:global" use="required"/></xs:complexType></xs:element>
<xs:attribute name="global" type="xs:int" default="5"/>
<xs:element name="any"/>`)
	element := func(name string) *xsd.ElementDeclaration {
		return set.Element(xsd.QName{Space: "urn:t", Local: name})
	}
	head, one, two := element("head"), element("one"), element("two")
	if two.Type != head.Type || two.SubstitutionHead != one || !two.Nillable || *two.Default != "7" || !head.Abstract {
		t.Errorf("two is %+v", two)
	}
	if g := head.SubstitutionGroup(); len(g) != 2 || g[0] != one || g[1] != two {
		t.Errorf("the substitution group is %v", g)
	}
	if one.Documentation != "First.\n\nSecond." {
		t.Errorf("documentation is %q", one.Documentation)
	}
	if element("any").Type != xsd.Type(xsd.AnyType) {
		t.Error("an element without a type is not anyType")
	}
	rec := element("rec").Type.(*xsd.ComplexType)
	if rec.Owner != xsd.Component(element("rec")) || !rec.Name.IsZero() {
		t.Error("the owner of the anonymous type is wrong")
	}
	group := rec.Content.Term.(*xsd.ModelGroup)
	local := func(i int) *xsd.ElementDeclaration { return group.Particles[i].Term.(*xsd.ElementDeclaration) }
	if local(0) != element("rec") || local(1).Name.Space != "" || local(2).Name.Space != "urn:t" || local(2).Owner != xsd.Component(rec) {
		t.Error("the local elements are wrong")
	}
	if a := rec.Attributes; a[0].Attribute.Name.Space != "" || a[1].Attribute.Name.Space != "urn:t" || !a[2].Required || *a[2].Default != "5" || a[2].ValueScope == nil || a[2].ValueScope != a[2].Attribute.ValueScope {
		t.Errorf("the attributes are %s", attributes(rec))
	}
	if pos := local(1).Pos.String(); pos != "main.wsdl:10:3" {
		t.Errorf("local is at %s", pos)
	}
}

func TestChameleon(t *testing.T) {
	const common = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="e" type="T"/><xs:complexType name="T"><xs:sequence><xs:element name="l" type="S" form="qualified"/></xs:sequence></xs:complexType><xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType></xs:schema>`
	m := wsdl(t, `<types><xs:schema targetNamespace="urn:t"><xs:include schemaLocation="c.xsd"/></xs:schema><xs:schema targetNamespace="urn:u"><xs:include schemaLocation="c.xsd"/></xs:schema></types>`, "c.xsd", common)
	for _, space := range []string{"urn:t", "urn:u"} {
		e := m.Schemas.Element(xsd.QName{Space: space, Local: "e"})
		if e == nil || e.Type.Component().Name != (xsd.QName{Space: space, Local: "T"}) {
			t.Fatalf("%s: e is %+v", space, e)
		}
		local := e.Type.(*xsd.ComplexType).Content.Term.(*xsd.ModelGroup).Particles[0].Term.(*xsd.ElementDeclaration)
		if local.Name.Space != space || local.Type.Component().Name.Space != space {
			t.Errorf("%s: l is %v of type %v", space, local.Name, local.Type.Component().Name)
		}
	}
}
