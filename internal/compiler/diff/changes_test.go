package diff_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/diff"
)

// element and typed return declarations of elements, with the type xs:string for the first.
func element(name string, attributes ...string) string {
	return typed(name, "xs:string", attributes...)
}

func typed(name, of string, attributes ...string) string {
	return fmt.Sprintf(`<xs:element name="%s" type="%s" %s/>`, name, of, strings.Join(attributes, " "))
}

func group(compositor string, particles ...string) string {
	return "<xs:" + compositor + ">" + strings.Join(particles, "") + "</xs:" + strings.Fields(compositor)[0] + ">"
}

// bookOf returns the type that a request and a result have, with a sequence.
func bookOf(particles ...string) string {
	return `<xs:complexType name="book">` + group("sequence", particles...) + `</xs:complexType>`
}

// codeOf returns a simple type, and an element with it. rest is what follows xs:restriction.
func codeOf(base string, facets ...string) string {
	return `<xs:simpleType name="code"><xs:restriction base="` + base + `">` + strings.Join(facets, "") + `</xs:restriction></xs:simpleType>` + bookOf(typed("code", "t:code"))
}

func facet(kind, value string) string { return `<xs:` + kind + ` value="` + value + `"/>` }

func values(all string) (facets string) {
	for _, v := range strings.Fields(all) {
		facets += facet("enumeration", v)
	}
	return facets
}

// changes are pairs of schemas whose findings are in testdata/changes.txt: the bounds of the rules, and what is not a
// difference.
var changes = []struct{ name, old, new string }{
	{"an element between two others has another name", bookOf(element("a"), typed("b", "xs:int"), element("c")), bookOf(element("a"), typed("x", "xs:int"), element("c"))},
	{"an element and its successor have other names", bookOf(element("a"), typed("b", "xs:int"), element("c")), bookOf(element("a"), typed("x", "xs:int"), element("y"))},
	{"an element and its predecessor have other names", bookOf(element("a"), typed("b", "xs:int"), element("c")), bookOf(element("x"), typed("y", "xs:int"), element("c"))},
	{"the last element has another name, and its predecessor moved", bookOf(element("a"), typed("c", "xs:int"), typed("b", "xs:int")), bookOf(typed("c", "xs:int"), element("a"), typed("x", "xs:int"))},
	{"the last element is replaced by the first", bookOf(element("a"), typed("b", "xs:int")), bookOf(typed("x", "xs:int"), element("a"))},
	{"another name and another type", bookOf(element("a"), typed("b", "xs:int")), bookOf(element("a"), typed("x", "xs:long"))},
	{"another name and occurrence", bookOf(element("a"), element("b")), bookOf(element("a"), element("x", `minOccurs="0"`))},
	{"another name and more elements", bookOf(element("a"), element("b", `maxOccurs="2"`)), bookOf(element("a"), element("x", `maxOccurs="3"`))},
	{"another name in a choice", bookOf(element("a"), group("choice", element("b"), typed("c", "xs:int"))), bookOf(element("a"), group("choice", element("b"), typed("x", "xs:int")))},
	{"another name outside of a choice", bookOf(element("a"), group("choice", element("b", `minOccurs="0"`), typed("c", "xs:int"))), bookOf(element("a"), element("x", `minOccurs="0"`))},
	{"another name of an anonymous type", bookOf(`<xs:element name="a"><xs:complexType/></xs:element>`), bookOf(`<xs:element name="x"><xs:complexType/></xs:element>`)},
	{"another case, type and place", bookOf(element("a"), element("b"), element("c")), bookOf(typed("C", "xs:int"), element("a"), element("b"))},
	{"two elements of a name become one", bookOf(element("a"), element("b"), element("a")), bookOf(element("a"), element("b"))},
	{"two repeated elements of a name, one of them more often", bookOf(element("a", `maxOccurs="2"`), element("b"), element("a", `minOccurs="2" maxOccurs="3"`)), bookOf(element("a", `maxOccurs="2"`), element("b"), element("a", `minOccurs="2" maxOccurs="4"`))},
	{"two elements of a name, the first of them without a maximum", bookOf(element("a", `maxOccurs="unbounded"`), element("b"), element("a")), bookOf(element("a", `maxOccurs="4"`), element("b"), element("a"))},
	{"two elements of a name, the second of them without a maximum", bookOf(element("a"), element("b"), element("a", `maxOccurs="unbounded"`)), bookOf(element("a"), element("b"), element("a", `maxOccurs="4"`))},
	{"an element in two alternatives, the second of them larger", bookOf(group("choice", element("a", `maxOccurs="3"`), group("sequence", element("b"), element("a", `maxOccurs="4"`)))), bookOf(group("choice", element("a", `maxOccurs="3"`), group("sequence", element("b"), element("a", `maxOccurs="5"`))))},
	{"an element in two alternatives, the first of them larger", bookOf(group("choice", element("a", `maxOccurs="5"`), group("sequence", element("b"), element("a", `maxOccurs="3"`)))), bookOf(group("choice", element("a", `maxOccurs="4"`), group("sequence", element("b"), element("a", `maxOccurs="3"`))))},
	{"an element in two alternatives, one of them without a maximum", bookOf(group("choice", element("a"), group("sequence", element("b"), element("a", `maxOccurs="unbounded"`)))), bookOf(group("choice", element("a"), group("sequence", element("b"), element("a", `maxOccurs="9"`))))},
	{"the first alternative has no maximum", bookOf(group("choice", element("a", `maxOccurs="unbounded"`), group("sequence", element("b"), element("a")))), bookOf(group("choice", element("a", `maxOccurs="9"`), group("sequence", element("b"), element("a"))))},
	{"a choice of one", bookOf(group("choice", element("a"))), bookOf(element("a"))},
	{"a repeated group of a repeated element", bookOf(group(`sequence minOccurs="2" maxOccurs="3"`, element("a", `minOccurs="2" maxOccurs="5"`))), bookOf(element("a", `minOccurs="4" maxOccurs="15"`))},
	{"a group without a maximum", bookOf(group(`sequence maxOccurs="unbounded"`, element("a"))), bookOf(element("a", `maxOccurs="unbounded"`))},
	{"the last becomes the first", bookOf(element("a"), element("b"), element("c"), element("d")), bookOf(element("d"), element("a"), element("b"), element("c"))},
	{"the first becomes the last", bookOf(element("a"), element("b"), element("c"), element("d")), bookOf(element("b"), element("c"), element("d"), element("a"))},
	{"the opposite order", bookOf(element("a"), typed("b", "xs:int"), typed("c", "xs:date")), bookOf(typed("c", "xs:date"), typed("b", "xs:int"), element("a"))},
	{"another order where any is allowed", `<xs:complexType name="book">` + group("all", element("a"), element("b")) + `</xs:complexType>`, `<xs:complexType name="book">` + group("all", element("b"), element("a")) + `</xs:complexType>`},
	{"a sequence instead of any order", `<xs:complexType name="book">` + group("all", element("a"), element("b")) + `</xs:complexType>`, bookOf(element("b"), element("a"))},
	{"the opposite order of alternatives", bookOf(group("choice", element("a"), element("b"))), bookOf(group("choice", element("b"), element("a")))},
	{"groups in groups", bookOf(group("sequence", element("a"), group("sequence", element("b"))), group("sequence")), bookOf(element("a"), element("b"))},
	{"an alternative that is nothing", bookOf(group("choice", element("a"), element("b"), group("sequence"))), bookOf(group("choice", element("a"), element("b")))},
	{"an optional choice of groups", bookOf(group(`choice minOccurs="0"`, group("sequence", element("a"), element("b")), element("c"))), bookOf(group("choice", group(`sequence minOccurs="0"`, element("a"), element("b")), element("c")))},
	{"no elements", bookOf(element("a")), `<xs:complexType name="book"/>`},
	{"at least two", bookOf(element("a", `minOccurs="1" maxOccurs="3"`)), bookOf(element("a", `minOccurs="2" maxOccurs="3"`))},
	{"exactly two", bookOf(element("a", `minOccurs="1" maxOccurs="2"`)), bookOf(element("a", `minOccurs="2" maxOccurs="2"`))},
	{"optional, and repeated", bookOf(element("a")), bookOf(element("a", `minOccurs="0" maxOccurs="unbounded"`))},
	{"a limit of a repeated element", bookOf(element("a", `maxOccurs="unbounded"`)), bookOf(element("a", `maxOccurs="9"`))},
	{"a higher limit", bookOf(element("a", `maxOccurs="8"`)), bookOf(element("a", `maxOccurs="9"`))},
	{"not allowed any longer", bookOf(element("a"), element("b", `minOccurs="0"`)), bookOf(element("a"), element("b", `minOccurs="0" maxOccurs="0"`))},
	{"a wildcard of another namespace", bookOf(element("a"), `<xs:any namespace="urn:b urn:a"/>`), bookOf(element("a"), `<xs:any namespace="urn:a urn:c"/>`)},
	{"a wildcard of the same namespaces", bookOf(element("a"), `<xs:any namespace="urn:b urn:a"/>`), bookOf(element("a"), `<xs:any namespace="urn:a urn:b"/>`)},
	{"a wildcard that occurs more often", bookOf(element("a"), `<xs:any namespace="##other"/>`), bookOf(element("a"), `<xs:any namespace="##other" maxOccurs="2"/>`)},
	{"an element that a wildcard takes", bookOf(element("a"), `<xs:any namespace="##any" minOccurs="0"/>`), bookOf(element("a"), `<xs:element name="b" type="xs:string" form="unqualified" minOccurs="0"/>`, `<xs:any namespace="##any" minOccurs="0"/>`)},
	{"an element that a wildcard takes no longer", bookOf(element("a"), element("b"), `<xs:any namespace="##any" minOccurs="0"/>`), bookOf(element("a"), `<xs:any namespace="##any" minOccurs="0"/>`)},
	{"a fixed value instead of a default", bookOf(element("a", `default="x"`)), bookOf(element("a", `fixed="x"`))},
	{"another fixed value", bookOf(element("a", `fixed="x"`)), bookOf(element("a", `fixed="y"`))},
	{"no fixed value", bookOf(element("a", `fixed="x"`)), bookOf(element("a"))},

	{"numbers are compared as such", codeOf("xs:int", facet("maxInclusive", "9")), codeOf("xs:int", facet("maxInclusive", "10"))},
	{"the same number", codeOf("xs:decimal", facet("maxInclusive", "1.0"), facet("minInclusive", "0")), codeOf("xs:decimal", facet("maxInclusive", "1"), facet("minInclusive", "+0"))},
	{"dates", codeOf("xs:date", facet("minInclusive", "2024-01-01")), codeOf("xs:date", facet("minInclusive", "2023-12-31"))},
	{"an exclusive bound", codeOf("xs:int", facet("maxExclusive", "10"), facet("minExclusive", "1")), codeOf("xs:int", facet("maxExclusive", "9"), facet("minExclusive", "0"))},
	{"a smaller minimum, and a larger maximum", codeOf("xs:string", facet("minLength", "3"), facet("maxLength", "4")), codeOf("xs:string", facet("minLength", "2"), facet("maxLength", "5"))},
	{"a larger minimum", codeOf("xs:string", facet("minLength", "2")), codeOf("xs:string", facet("minLength", "3"))},
	{"a bound that is gone", codeOf("xs:string", facet("minLength", "2")), codeOf("xs:string")},
	{"another length", codeOf("xs:string", facet("length", "2")), codeOf("xs:string", facet("length", "3"))},
	{"fewer digits", codeOf("xs:decimal", facet("totalDigits", "9"), facet("fractionDigits", "2")), codeOf("xs:decimal", facet("totalDigits", "8"), facet("fractionDigits", "1"))},
	{"patterns in another order", codeOf("xs:string", facet("pattern", "a"), facet("pattern", "b")), codeOf("xs:string", facet("pattern", "b"), facet("pattern", "a"))},
	{"a new pattern", codeOf("xs:string"), codeOf("xs:string", facet("pattern", "a"))},
	{"a pattern that is gone", codeOf("xs:string", facet("pattern", "a")), codeOf("xs:string")},
	{"eight new values", codeOf("xs:string", values("a")), codeOf("xs:string", values("a b c d e f g h i"))},
	{"nine new values, and one that is removed", codeOf("xs:string", values("a")), codeOf("xs:string", values("b c d e f g h i j"))},
	{"values in another order", codeOf("xs:string", values("a b")), codeOf("xs:string", values("b a"))},
}

// TestChanges compares the findings of changes with testdata/changes.txt.
func TestChanges(t *testing.T) {
	const name = "testdata/changes.txt"
	var got strings.Builder
	for _, c := range changes {
		old, new := versions(t, diff.Example{Frame: "schema", Old: c.old, New: c.new})
		found := diff.Compare(readText(t, old), readText(t, new))
		checkMirrored(t, found, diff.Compare(readText(t, new), readText(t, old)))
		fmt.Fprintf(&got, "== %s\n", c.name)
		if len(found) > 0 {
			got.WriteString(diff.Text(found))
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != got.String() {
		t.Errorf("%v: got\n%s", err, &got)
	}
}
