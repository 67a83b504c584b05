package validate

import (
	"errors"
	"strings"
	"testing"
)

// TestLeaves validates documents three times, so that the elements of the later ones have been in their places before: with
// and without a prefix.
func TestLeaves(t *testing.T) {
	types := schemaTable(`<xs:complexType name="unit"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u" use="required"/></xs:extension></xs:simpleContent></xs:complexType>` +
		content(`<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="d" type="xs:int" default="5"/><xs:element name="f" type="xs:int" fixed="7"/>`+
			`<xs:element name="s" type="xs:string"/><xs:element name="u" type="t:unit"/><xs:element name="unit" type="xs:string" form="unqualified"/></xs:choice>`))
	for doc, want := range map[string]string{
		"<d/><d>1</d><f/><f>7</f><s/><s>x</s>": "",
		"<d>1</d><d>x</d>":                     `/r/d[2]: "x" is not a valid xs:int`,
		"<f>7</f><f>8</f>":                     `/r/f[2]: "8" is not the fixed value "7"`,
		"<s>a</s><s>b</s><d>x</d>":             `/r/d[1]: "x" is not a valid xs:int`,
		"<u>1</u>":                             `/r/u[1]: the attribute u is missing`,
		"<s>a</s><s>b</s>text<s>c</s>":         `/r: text is not allowed here`,
		"<unit>a</unit>":                       `/r/unit: the element in the namespace "urn:t" is not allowed here: the element unit in no namespace (see elementFormDefault in the schema) or `,
	} {
		for _, prefix := range []string{"", "p"} {
			text := start + doc + "<!-- the end is not near any of these -->" + "</r>"
			if prefix != "" {
				text = strings.NewReplacer("</", "</p:", "<", "<p:", "xmlns", "xmlns:p").Replace(text)
			}
			for range 3 {
				var got string
				var invalid *Error
				if err := verdict(types, text); errors.As(err, &invalid) {
					got = invalid.Problems[0].Path + ": " + invalid.Problems[0].Message
				}
				if !strings.HasPrefix(got, want) || got != "" && want == "" {
					t.Errorf("%s\n%s, want %s", text, got, want)
				}
			}
		}
	}
}

// TestLeavesOfOtherNamespaces: an element that looks like one that has been in its place is not taken for it.
func TestLeavesOfOtherNamespaces(t *testing.T) {
	types := schemaTable(content(`<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" form="unqualified"/></xs:choice>`))
	const tail = "<!-- the end is not near any of these -->"
	for range 3 {
		for _, c := range []struct {
			doc   string
			valid bool
		}{
			{`<p:r xmlns:p="urn:t"><p:a>1</p:a><b>1</b><p:a>1</p:a>` + tail + `</p:r>`, true},
			{`<r xmlns="urn:t"><a>1</a><b xmlns="">1</b><a>1</a>` + tail + `</r>`, true},
			{`<p:r xmlns:p="urn:t"><a>1</a>` + tail + `</p:r>`, false},
			{`<p:r xmlns:p="urn:t"><p:a>1</p:a>` + tail + `</p:r>`, true},
			{`<q:r xmlns:q="urn:t" xmlns:p="urn:u"><p:a>1</p:a>` + tail + `</q:r>`, false},
			{`<r xmlns="urn:t"><b>1</b>` + tail + `</r>`, false},
		} {
			if err := verdict(types, c.doc); (err == nil) != c.valid {
				t.Errorf("%s\n%v", c.doc, err)
			}
		}
	}
}

// TestKeysOfLeaves: the values of keys count wherever their elements have been before.
func TestKeysOfLeaves(t *testing.T) {
	types := schemaTable(`<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
		<xs:unique name="k"><xs:selector xpath="t:a"/><xs:field xpath="."/></xs:unique></xs:element>`)
	for range 3 {
		for doc, valid := range map[string]bool{"<a>1</a><a>2</a><a>3</a>": true, "<a>1</a><a>2</a><a>01</a>": false} {
			if err := verdict(types, start+doc+"<!-- the end is not near any of these --></r>"); (err == nil) != valid {
				t.Errorf("%s: %v", doc, err)
			}
		}
	}
}

// TestWhereReferencesAre: references to IDs are reported where they are, several in one element each.
func TestWhereReferencesAre(t *testing.T) {
	err := verdict(schemaTable(keySchema), `<r xmlns="urn:t"><line at="a b"/><line at="c"/></r>`)
	var invalid *Error
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 || invalid.Problems[0].Path != "/r/line[1]" || invalid.Problems[1].Path != "/r/line[1]" || invalid.Problems[2].Path != "/r/line[2]" {
		t.Errorf("%v", err)
	}
}
