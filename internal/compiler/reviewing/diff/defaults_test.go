package diff_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

// TestAttributeDefaults changes the default or fixed value of an attribute, wherever it may be written.
func TestAttributeDefaults(t *testing.T) {
	const attribute, empty = `<xs:attribute name="lang" type="xs:string" VALUE/>`, `<xs:complexType name="book">`
	for _, declarations := range []string{
		empty + attribute + `</xs:complexType>`,
		attribute + empty + `<xs:attribute ref="t:lang"/></xs:complexType>`,
		`<xs:attribute name="lang" type="xs:string"/>` + empty + `<xs:attribute ref="t:lang" VALUE/></xs:complexType>`,
		`<xs:attributeGroup name="g">` + attribute + `</xs:attributeGroup>` + empty + `<xs:attributeGroup ref="t:g"/></xs:complexType>`,
		`<xs:complexType name="item">` + attribute + `</xs:complexType>` + empty + `<xs:complexContent><xs:extension base="t:item"/></xs:complexContent></xs:complexType>`,
	} {
		for _, c := range []struct{ old, new, rule string }{
			{``, `default="en"`, "attribute-default"}, {`default="en"`, ``, "attribute-default"}, {`default="en"`, `default="de"`, "attribute-default"},
			{``, `fixed="en"`, "attribute-fixed"}, {`fixed="en"`, `default="en"`, "attribute-fixed"}, {`fixed="en"`, `fixed="de"`, "attribute-fixed"},
		} {
			version := func(value string) string { return strings.Replace(declarations, "VALUE", value, 1) }
			old, new := examples.Versions(t, examples.Example{Frame: "schema", Old: version(c.old), New: version(c.new)})
			found := diff.Compare(examples.Contract(t, old), examples.Contract(t, new))
			if len(found) != 1 || found[0].Rule != c.rule || found[0].Breaks != 0 || found[0].Strict == 0 != (c.rule == "attribute-default") {
				t.Errorf("%s, now %s:\n%s", version(c.old), c.new, diff.Text(found))
			}
		}
	}
}
