package diff_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

// TestEquivalent compares types of requests that allow the same values, or values that the other version allows.
func TestEquivalent(t *testing.T) {
	const response = `<xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="book" type="`
	restricted := func(base, facets string) string {
		return `<xs:complexType name="book"><xs:attribute name="a"><xs:simpleType><xs:restriction base="xs:` + base + `">` + facets + `</xs:restriction></xs:simpleType></xs:attribute></xs:complexType>`
	}
	grouped := func(group string) string {
		return `<xs:complexType name="book"><xs:` + group + `><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:` + group + `></xs:complexType>`
	}
	choice := func(occurs, rest string) string {
		return `<xs:complexType name="book"><xs:sequence><xs:choice` + occurs + `><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>` +
			`<xs:element name="c" type="xs:int"` + rest + `/></xs:sequence></xs:complexType>`
	}
	// An element that is alone, or after a choice that has a sequence of one element.
	const alone = `<xs:complexType name="book"><xs:sequence><xs:element name="c" type="xs:int"/></xs:sequence></xs:complexType>`
	after := func(occurs string) string {
		return strings.Replace(alone, "<xs:element", `<xs:choice><xs:element name="a" type="xs:int"/><xs:sequence><xs:element name="b" type="xs:int"`+occurs+`/></xs:sequence></xs:choice><xs:element`, 1)
	}
	for _, c := range []struct {
		old, new string
		strict   diff.Parties
	}{
		{restricted("string", `<xs:length value="3"/>`), restricted("string", `<xs:minLength value="3"/><xs:maxLength value="3"/>`), 0},
		{restricted("string", `<xs:minLength value="3"/><xs:maxLength value="3"/>`), restricted("string", `<xs:length value="3"/>`), 0},
		{restricted("int", `<xs:minExclusive value="0"/><xs:maxExclusive value="9"/>`), restricted("int", `<xs:minInclusive value="1"/><xs:maxInclusive value="8"/>`), 0},
		{restricted("decimal", `<xs:minExclusive value="0"/>`), restricted("decimal", `<xs:minInclusive value="1"/>`), diff.OldClients},
		{restricted("duration", `<xs:maxInclusive value="P10D"/>`), restricted("duration", `<xs:maxInclusive value="P9D"/>`), diff.OldClients},
		{restricted("string", `<xs:length value="3"/>`), `<xs:complexType name="book"><xs:attribute name="a"><xs:simpleType><xs:union memberTypes="xs:int xs:string"/></xs:simpleType></xs:attribute></xs:complexType>`, diff.NewClients},
		{grouped("sequence"), grouped("all"), diff.NewClients},
		{grouped("all"), grouped("sequence"), diff.OldClients},
		{grouped("all"), strings.Replace(grouped("sequence"), `name="b"`, `name="b" default="3"`, 1), diff.OldClients},
		{choice(` minOccurs="0"`, ""), choice("", ""), diff.OldClients},
		{choice(` minOccurs="0"`, ""), choice("", ` default="3"`), diff.OldClients}, // also if something else differs
		{choice("", ""), choice(` minOccurs="0"`, ""), diff.NewClients},
		{after(` minOccurs="0"`), alone, diff.OldClients},
		{after(""), alone, diff.OldClients | diff.NewClients},
		{alone, after(` minOccurs="0"`), diff.NewClients},
	} {
		old, new := examples.Versions(t, examples.Example{Frame: "schema", Old: c.old, New: c.new})
		requests := strings.NewReplacer(response+"t:book", response+"xs:string")
		found := diff.Compare(examples.Contract(t, requests.Replace(old)), examples.Contract(t, requests.Replace(new)))
		var strict diff.Parties
		for _, f := range found {
			strict |= f.Strict
		}
		if (len(found) > 0) != (c.strict != 0) || strict != c.strict {
			t.Errorf("%s, now %s:\n%s", c.old, c.new, diff.Text(found))
		}
	}
}
