package compiler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd11"
	"example.com/quartet/internal/conformance/cost"
)

const inType = `<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>`

// constructs are schemas that have a construct of XML Schema 1.1 each.
var constructs = []struct {
	name    string
	attrs   string // of the schema
	schema  string
	warning string // "" for none
	want    string // a part of the rewritten schema
}{
	{"assert", "", inType + `<xs:assert test="a gt 1"/></xs:complexType>`, `"xs:assert" belongs to XML Schema 1.1: it is not checked`, `</xs:sequence></xs:complexType>`},
	{"assertion", "", `<xs:simpleType name="T"><xs:restriction base="xs:int"><xs:assertion test="$value gt 1"/></xs:restriction></xs:simpleType>`,
		`"xs:assertion"`, `<xs:restriction base="xs:int"></xs:restriction>`},
	{"alternative", "", inType + `</xs:complexType><xs:element name="e" type="t:T"><xs:alternative test="@k" type="t:T"/></xs:element>`, `"xs:alternative"`, `<xs:element name="e" type="t:T"></xs:element>`},
	{"open content", "", `<xs:complexType name="T"><xs:openContent><xs:any/></xs:openContent><xs:sequence/></xs:complexType>`, `"xs:openContent"`, `<xs:complexType name="T"><xs:sequence/>`},
	{"default open content", "", `<xs:defaultOpenContent><xs:any/></xs:defaultOpenContent>` + inType + `</xs:complexType>`, `"xs:defaultOpenContent"`, ""},
	{"repeated in all", "", `<xs:complexType name="T"><xs:all minOccurs="0"><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:all></xs:complexType>`,
		`"xs:all"`, `<xs:all minOccurs="0"><xs:element`},
	{"group in all", "", `<xs:group name="G"><xs:all><xs:element name="a" type="xs:int"/></xs:all></xs:group>
			<xs:complexType name="T"><xs:all minOccurs="0"><xs:group ref="t:G"/><xs:element name="b" type="xs:int"/></xs:all></xs:complexType>`, `"xs:all with a group or a base"`, `<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:group ref="t:G"/>`},
	{"all without repetition", "", `<xs:complexType name="T"><xs:all><xs:element name="a" type="xs:int"/></xs:all></xs:complexType>`, "", `<xs:all><xs:element`},
	{"wildcard in all", "", `<xs:complexType name="T"><xs:all><xs:any namespace="##other" processContents="lax"/></xs:all></xs:complexType>`, `"xs:all"`, `<xs:all>`},
	{"extended all", "", `<xs:complexType name="T"><xs:all><xs:element name="a" type="xs:int"/></xs:all></xs:complexType>
		<xs:complexType name="U"><xs:complexContent><xs:extension base="t:T"><xs:all><xs:element name="b" type="xs:int"/></xs:all></xs:extension></xs:complexContent></xs:complexType>`, `"xs:all with a group or a base"`, ""},
	{"explicitTimezone", "", `<xs:simpleType name="T"><xs:restriction base="xs:date"><xs:explicitTimezone value="required"/></xs:restriction></xs:simpleType>`, `"xs:explicitTimezone"`, ""},
	{"dateTimeStamp", "", `<xs:element name="e" type="xs:dateTimeStamp"/>`, `"xs:dateTimeStamp" belongs to XML Schema 1.1: it is read as dateTime, and whether a value has a time zone is not checked`, `type="xs:dateTime"`},
	{"types in a union", "", `<xs:simpleType name="T"><xs:union memberTypes="xs:int xs:dayTimeDuration xs:yearMonthDuration"/></xs:simpleType>`, `"xs:dayTimeDuration"`, `memberTypes="xs:int xs:duration xs:duration"`},
	{"anyAtomicType", "", `<xs:element name="e" type="xs:anyAtomicType"/>`, `"xs:anyAtomicType"`, `type="xs:anySimpleType"`},
	{"notNamespace", "", `<xs:complexType name="T"><xs:sequence><xs:any notNamespace="urn:x" processContents="lax"/></xs:sequence></xs:complexType>`, `"notNamespace"`, `<xs:any processContents="lax"/>`},
	{"notNamespace as ##other", "", `<xs:complexType name="T"><xs:sequence><xs:any notNamespace="urn:t ##local"/></xs:sequence></xs:complexType>`, "", `<xs:any namespace="##other"/>`},
	{"notQName", "", `<xs:complexType name="T"><xs:anyAttribute notQName="t:a"/></xs:complexType>`, `"notQName"`, `<xs:anyAttribute/>`},
	{"defaultAttributes", `defaultAttributes="t:G"`, `<xs:attributeGroup name="G"><xs:attribute name="lang" type="xs:string"/></xs:attributeGroup>` + inType + `</xs:complexType>
		<xs:complexType name="U"><xs:complexContent><xs:extension base="t:T"/></xs:complexContent></xs:complexType>
		<xs:complexType name="V" defaultAttributesApply="false"/><xs:complexType name="W"><xs:anyAttribute/></xs:complexType>`, "",
		`<xs:complexType name="W"><xs:attributeGroup ref="t:G"/><xs:anyAttribute/>`},
	{"own namespace", "", `<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int" targetNamespace="urn:t"/></xs:sequence></xs:complexType>`, "", `form="qualified" name="a" type="xs:int"/>`},
	{"no namespace", `elementFormDefault="qualified"`, `<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int" form="qualified" targetNamespace=""/></xs:sequence></xs:complexType>`, "", `form="unqualified" name="a" type="xs:int"/>`},
	{"minVersion", "", inType + `</xs:complexType><xs:element name="e" type="xs:int" vc:minVersion="1.1"/><xs:element name="e" type="xs:string" vc:maxVersion="1.1"/>`, "", `<xs:element name="e" type="xs:int" vc:minVersion="1.1"/></xs:schema>`},
	{"typeAvailable", "", `<xs:element name="e" type="xs:int" vc:typeAvailable="xs:precise"/><xs:element name="e" type="xs:string" vc:typeUnavailable="xs:precise"/>`, "", `<xs:element name="e" type="xs:string"`},
	{"facetAvailable", "", `<xs:element name="e" type="xs:int" vc:facetAvailable="xs:assertion"/><xs:element name="e" type="xs:string" vc:facetUnavailable="xs:assertion"/>`, "", `<xs:element name="e" type="xs:int"`},
	{"inheritable", "", `<xs:complexType name="T"><xs:attribute name="a" type="xs:int" inheritable="true"/></xs:complexType>`, `"inheritable"`, `type="xs:int"/>`},
	{"substitution heads", "", `<xs:element name="h" type="xs:int"/><xs:element name="g" type="xs:int"/><xs:element name="e" substitutionGroup="t:h t:g"/>`, `"substitutionGroup"`, `substitutionGroup="t:h"`},
	{"xpathDefaultNamespace", `xpathDefaultNamespace="##targetNamespace"`, `<xs:element name="e"><xs:complexType/><xs:key name="k"><xs:selector xpath=".//a|child::b/t:c"/><xs:field xpath="@id"/></xs:key></xs:element>`, "", `xmlns:default="urn:t" xpath=".//default:a|child::default:b/t:c"`},
	{"reference to a key", "", `<xs:element name="e"><xs:complexType/><xs:unique ref="t:k"/></xs:element>`, `"xs:unique ref"`, `<xs:complexType/></xs:element>`},
}

func schemaText(attributes, content string) string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning" targetNamespace="urn:t" ` +
		attributes + ">" + content + "</xs:schema>"
}

// TestConstructs checks that every stage accepts the schemas, and that a warning names the construct unless nothing is lost.
func TestConstructs(t *testing.T) {
	for _, test := range constructs {
		t.Run(test.name, func(t *testing.T) {
			set, diags := read(t, map[string]string{"main.xsd": schemaText(test.attrs, test.schema)})
			if set == nil || diags.HasErrors() {
				t.Fatal(diags)
			}
			var warnings []string
			for _, d := range diags {
				if d.ID == diag.NewerSchema {
					warnings = append(warnings, d.Message)
				}
			}
			if all := strings.Join(warnings, "\n"); !strings.Contains(all, test.warning) || test.warning == "" && all != "" {
				t.Errorf("warnings %q, want %q", all, test.warning)
			}
			if text := string(set.Main.Text); !strings.Contains(text, test.want) {
				t.Errorf("%s\nhas no %s", text, test.want)
			}
		})
	}
}

// read loads, resolves and checks a schema, and returns all diagnostics.
func read(t *testing.T, files map[string]string) (*load.Set, diag.List) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.xsd", Read: load.FS(fsys)})
	if set == nil {
		return nil, diags
	}
	model, found := resolve.Resolve(set)
	return set, append(append(diags, found...), check.Check(model)...)
}

// TestErrors reads schemas that version 1.0 cannot express: an error has the place and says what to do, and the rest is read.
func TestErrors(t *testing.T) {
	for name, test := range map[string]struct{ schema, want, hint string }{
		"override": {`
<xs:override schemaLocation="base.xsd"><xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType></xs:override>`,
			`main.xsd:2:1: "xs:override" belongs to XML Schema 1.1: the components in it would have to replace components of "base.xsd"`, "copy"},
		"targetNamespace": {`
<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int" targetNamespace="urn:other"/></xs:sequence></xs:complexType>`,
			`main.xsd:2:74: "targetNamespace" belongs to XML Schema 1.1: a local element cannot be in the namespace "urn:other", which is not the target namespace of its schema`, "globally"},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := read(t, map[string]string{
				"main.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">` + test.schema + `</xs:schema>`,
				"base.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType></xs:schema>`,
			})
			if len(diags) != 1 || !strings.Contains(diags[0].Error(), test.want) || !strings.Contains(diags[0].Hint, test.hint) {
				t.Errorf("%v, want %s", diags, test.want)
			}
		})
	}
}

// TestPositions compares the position of an error after a rewritten construct with its place in the document as read.
func TestXsd11Positions(t *testing.T) {
	_, diags := read(t, map[string]string{"main.xsd": `<!DOCTYPE s [<!ENTITY p "t:">]><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<xs:element name="a" type="xs:dateTimeStamp"/><xs:element name="b" type="&p;Missing"/></xs:schema>`})
	var at []string
	for _, d := range diags {
		if d.Severity == diag.Error {
			at = append(at, d.Pos.String())
		}
	}
	if len(at) != 1 || at[0] != "main.xsd:2:68" {
		t.Errorf("errors at %v, want main.xsd:2:68: %v", at, diags)
	}
}

// TestLimitRewrite rewrites schemas that took time in proportion to the square of their size, or became as large.
func TestLimitRewrite(t *testing.T) {
	n := cost.Scaled(20_000)
	long := strings.Repeat("g", 1<<20)
	var prefixes strings.Builder
	for i := 2; i < n; i++ {
		fmt.Fprintf(&prefixes, "xmlns:default%d='urn:c' ", i)
	}
	extension := `<xs:complexType><xs:complexContent><xs:extension base="T"><xs:all/></xs:extension></xs:complexContent></xs:complexType>`
	for name, schema := range map[string]struct {
		attrs, content string
		tooLarge       bool
	}{
		"elements that are removed from one line": {"", strings.Repeat(`<xs:assert/>`, 4*n), false},
		"types in one line":                       {`defaultAttributes="g"`, strings.Repeat(`<xs:complexType/>`, 4*n), false},
		"a long name":                             {`defaultAttributes="` + long + `"`, strings.Repeat(`<xs:complexType/>`, n), true},
		"a long namespace":                        {`xpathDefaultNamespace="` + long + `"`, strings.Repeat(`<xs:field xpath="a"/>`, n), true},
		"prefixes that are taken":                 {`xpathDefaultNamespace="urn:a" xmlns:default="urn:b" ` + prefixes.String(), strings.Repeat(`<xs:field xpath="a"/>`, n), false},
		"extensions of a large type":              {"", `<xs:complexType name="T"><xs:sequence>` + strings.Repeat(`<xs:any/>`, n) + `</xs:sequence></xs:complexType>` + strings.Repeat(extension, n), false},
	} {
		doc, diags := xmltree.Parse("main.xsd", []byte(schemaText(schema.attrs, schema.content)), xmltree.Limits{})
		if doc == nil {
			t.Fatal(diags)
		}
		started := cost.CPU()
		rewritten, diags := xsd11.Rewrite(doc, []*xmltree.Element{doc.Root}, xmltree.Limits{Bytes: cost.Scaled(64 << 20)})
		took := cost.CPU() - started
		bound := cost.Scaled(10 * time.Second)
		t.Logf("limit: XML Schema 1.1: %s | %v, 64 MiB | %v", name, bound, took.Round(time.Millisecond))
		if took > bound || (rewritten == nil) != schema.tooLarge || schema.tooLarge && diags[len(diags)-1].ID != diag.TooLarge {
			t.Errorf("%s: %v after %v", name, diags, took)
		}
	}
}

// FuzzRewrite rewrites any document: the result is well-formed, and has nothing more to rewrite.
func FuzzRewrite(f *testing.F) {
	for _, c := range constructs {
		f.Add(schemaText(c.attrs, c.schema))
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, _ := xmltree.Parse("main.xsd", []byte(text), xmltree.Limits{})
		if doc == nil {
			return
		}
		once, diags := xsd11.Rewrite(doc, []*xmltree.Element{doc.Root}, xmltree.Limits{})
		if once == nil {
			t.Fatalf("%s: %v", text, diags)
		}
		if twice, _ := xsd11.Rewrite(once, []*xmltree.Element{once.Root}, xmltree.Limits{}); twice != once {
			t.Fatalf("%s\n%s", once.Text, twice.Text)
		}
	})
}
