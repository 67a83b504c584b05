package validate

import (
	"bytes"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/schema"
)

// notation is a schema text with most of what there is.
const notation = `
ns t "urn:t"
element t:r { mixed @t:a! [xs:string length "3" pattern "^a+$" "b"] fixed "aaa" @<other "urn:t" lax> (t:s?, %t:g{2,3} | <any skip>*) }
element t:s t:S nillable abstract default "x" blocks extension substitution
element t:u { extends t:S (n xs:int{2}, (a xs:int & b t:C?)) } substitutes t:s
type t:S { abstract blocks restriction (x { text xs:decimal @y xs:QName })* }
type t:A { @t:b xs:boolean items t:C }
type t:C = union(list(xs:int), [xs:string enumeration "a" "b" whiteSpace "collapse"], xs:duration)
attribute t:b = xs:boolean
group t:g (a xs:int | b xs:date nillable)
message t:m { (p t:C nillable & "q" xs:anyType) }
`

// FuzzSchemaText: no text makes the parser or the validator panic or hang.
func FuzzSchemaText(f *testing.F) {
	f.Add(strings.Replace(notation, ", %t:g{2,3} | <any skip>*", "", 1))
	f.Add(notation)
	f.Add(`type a = b type b = a`)
	f.Add(`group a (%a)` + ` element b { %a }`)
	f.Add(`group a (%b,%b) group b (%c,%c) group c (%d,%d) group d (x xs:int) element r { (%a{2,9})* }`)
	f.Add(`element a a type a { extends a }`)
	f.Add(`type a = xs:int minInclusive "x" enumeration "y" totalDigits "1" element r a`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseSchema(text)
		if err != nil {
			return
		}
		for name, e := range m.elements {
			for _, doc := range []string{`<r xmlns="` + name.Space + `"><a/><b>x</b>text</r>`, `<r>1</r>`, `<r a="1"><x>1</x><a><x/></a></r>`} {
				_ = validateDocument(m, schema.NewDecoder([]byte(doc), nil, schema.Limits{}), func(v *validation) {
					if v.d.Root() {
						v.element(e, 0)
					}
				})
			}
		}
	})
}

// FuzzValidate: no document makes the validator panic, or take long; what it reads is well-formed if it says nothing
// else.
func FuzzValidate(f *testing.F) {
	var schemas []*schema.Schema
	for i := range schemaCases {
		c := &schemaCases[i]
		schemas = append(schemas, &schema.Schema{Text: schemaText(f, c.schema)})
		docs, _ := c.documents()
		for _, doc := range docs {
			f.Add(i, []byte(doc))
		}
	}
	f.Fuzz(func(t *testing.T, i int, doc []byte) {
		if i < 0 || i >= len(schemas) {
			return
		}
		c := schemaChecker{schema: schemas[i]}
		first := c.Message(bytes.Clone(doc), &soap.Comparison{})
		second := c.Message(doc, &soap.Comparison{})
		if (first == nil) != (second == nil) || first != nil && first.Error() != second.Error() {
			t.Errorf("%v, and then %v", first, second)
		}
	})
}
