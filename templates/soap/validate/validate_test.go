package validate

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/schema"
)

// Problems say where they are, what is wrong and what the schema asks for; several at once, and not too many.
func TestProblems(t *testing.T) {
	types := schemaTable(`
		<xs:element name="order"><xs:complexType>
			<xs:sequence>
				<xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
					<xs:element name="price"><xs:simpleType><xs:restriction base="xs:decimal"><xs:minExclusive value="0"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType></xs:element>
					<xs:element name="code" type="t:Code" minOccurs="0"/>
				</xs:sequence></xs:complexType></xs:element>
				<xs:element name="note" type="xs:string" nillable="true"/>
				<xs:any namespace="##other" processContents="lax" minOccurs="0"/>
			</xs:sequence>
			<xs:attribute name="number" type="xs:int" use="required"/>
		</xs:complexType></xs:element>
		<xs:simpleType name="Code"><xs:restriction base="xs:string">
			<xs:pattern value="[A-Z]{2}"/><xs:enumeration value="AB"/><xs:enumeration value="CD"/>
		</xs:restriction></xs:simpleType>`)
	for doc, want := range map[string]string{
		`<order number="x"><item><price>1</price></item><note/></order>`:                                               `/order/@number (line 1, column 8): "x" is not a valid xs:int`,
		`<order number="1.5"><item><price>1</price></item><note/></order>`:                                             `/order/@number (line 1, column 8): "1.5" is not a valid xs:int`,
		`<order><item><price>1</price></item><note/></order>`:                                                          `/order (line 1, column 1): the attribute number is missing`,
		`<order number="1"><note/></order>`:                                                                            `/order/note (line 1, column 33): the element is not allowed here: the element item is expected`,
		`<order number="1"><item><price>1</price></item></order>`:                                                      `/order (line 1, column 1): the element note is missing`,
		"<order number='1'><item><price>1</price></item>\n<item><price>0</price><code>AB</code></item><note/></order>": `/order/item[2]/price (line 2, column 7): "0" is not more than 0`,
		`<order number="1"><item><price>1.234</price></item><note/></order>`:                                           `/order/item[1]/price (line 1, column 39): "1.234" has more than 2 digits after the decimal point`,
		`<order number="1"><item><price>1</price><code>ab</code></item><note/></order>`:                                `/order/item[1]/code (line 1, column 55): "ab" does not match the pattern ^[A-Z]{2}$ (type Code)`,
		`<order number="1"><item><price>1</price><code>EF</code></item><note/></order>`:                                `"EF" is not one of "AB", "CD" (type Code)`,
		`<order number="1"><item><price>1</price>text</item><note/></order>`:                                           `/order/item[1] (line 1, column 33): text is not allowed here: the element code or the end of the element is expected`,
		`<order number="1"><item><price>1</price></item><note/><note/></order>`:                                        `/order/note[2] (line 1, column 69): the element is not allowed here: an element of a namespace other than "urn:t" or the end of the element is expected`,
		`<order number="1"><item><price/></item><item/><note/></order>`:                                                `/order/item[1]/price (line 1, column 39): "" is not a valid xs:decimal; /order/item[2] (line 1, column 54): the element price is missing`,
	} {
		full := strings.Replace(doc, ">", ` xmlns="urn:t">`, 1)
		err := verdict(types, full)
		var invalid *Error
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n%v, want\n%s", full, err, want)
		}
	}
}

// start is the start tag of the documents of schemas for content.
const start = `<r xmlns="urn:t">`

var manyNumbers = content(sequence(1, 1, number("a", 0, -1)))

// number returns an element with a number.
func number(name string, min, max int) string {
	return `<xs:element name="` + name + `" type="xs:int"` + occurrences(min, max) + `/>`
}

func sequence(min, max int, parts ...string) string { return group("sequence", min, max, parts...) }

func group(kind string, min, max int, parts ...string) string {
	return "<xs:" + kind + occurrences(min, max) + ">" + strings.Join(parts, "") + "</xs:" + kind + ">"
}

// occurrences returns the bounds as attributes; max -1 is none.
func occurrences(min, max int) string {
	if max < 0 {
		return fmt.Sprintf(` minOccurs="%d" maxOccurs="unbounded"`, min)
	}
	return fmt.Sprintf(` minOccurs="%d" maxOccurs="%d"`, min, max)
}

// There are ten problems at the most.
func TestManyProblems(t *testing.T) {
	types := schemaTable(manyNumbers)
	err := verdict(types, start+strings.Repeat("<a>x</a>", 1000)+"</r>")
	var invalid *Error
	if !errors.As(err, &invalid) || len(invalid.Problems) != 10 || invalid.Problems[9].Path != "/r/a[10]" {
		t.Errorf("%v", err)
	}
}

// A document that is not XML does not concern the schema.
func TestMalformedDocument(t *testing.T) {
	types := schemaTable(manyNumbers)
	var malformed *schema.DecodeError
	if err := verdict(types, start+"<a>1</a>"); !errors.As(err, &malformed) {
		t.Errorf("%v", err)
	}
}

// Loops that are one inside the other are counted in every way that is possible.
func TestLoopsInLoops(t *testing.T) {
	for model, want := range map[string]map[int]bool{
		sequence(2, 2, sequence(2, 3, number("a", 1, 1))):                     {3: false, 4: true, 5: true, 6: true, 7: false},
		sequence(2, 2, sequence(1, 2, number("a", 2, 3))):                     {3: false, 4: true, 12: true, 13: false},
		sequence(0, -1, sequence(3, 3, number("a", 0, 1)), number("b", 0, 1)): {0: true, 1: true, 50: true},
		sequence(1, 1, sequence(0, 2, number("a", 5, 5)), number("a", 1, 1)):  {1: true, 5: false, 6: true, 11: true, 12: false},
	} {
		types := schemaTable(content(model))
		for n, valid := range want {
			if err := verdict(types, start+strings.Repeat("<a>1</a>", n)+"</r>"); (err == nil) != valid {
				t.Errorf("%s of %d: %v", model, n, err)
			}
		}
	}
}

// The time to validate grows only with the document, whatever the bounds are:
// anything else would take hours here.
func TestLargeBounds(t *testing.T) {
	for _, model := range []string{
		sequence(1, 1, number("a", 0, 1_000_000)), sequence(1, 1000, number("a", 1, 1000)),
		sequence(1, 1, group("choice", 0, -1, number("a", 1, 1), number("b", 1, 1)), `<xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/>`),
		sequence(0, 1_000_000, number("a", 0, 1), number("b", 0, 1)),
	} {
		types := schemaTable(content(model))
		if err := verdict(types, start+strings.Repeat("<a>1</a>", 30_000)+"</r>"); err != nil {
			t.Errorf("%s: %v", model, err)
		}
	}
}

// Many goroutines may be the first.
func TestConcurrentValidation(t *testing.T) {
	types := schemaTable(content(sequence(1, 1, `<xs:element name="a" minOccurs="0" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string">`+
		`<xs:pattern value="x"/><xs:enumeration value="x"/></xs:restriction></xs:simpleType></xs:element>`)))
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := verdict(types, start+"<a>x</a></r>"); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
}

func BenchmarkValidate(b *testing.B) {
	types := schemaTable(content(sequence(1, 1, `<xs:element name="a" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>`+
		`<xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:string" minOccurs="0"/><xs:element name="d" type="xs:dateTime"/>`+
		`</xs:sequence></xs:complexType></xs:element>`)))
	var doc strings.Builder
	doc.WriteString(start)
	for i := range 1000 {
		fmt.Fprintf(&doc, "<a><b>%d</b><c>some text</c><d>2026-11-21T11:12:13Z</d></a>", i)
	}
	doc.WriteString("</r>")
	c := checkerOf(types)
	text := []byte(doc.String())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		if err := c.Message(b.Context(), text, &soap.Comparison{}); err != nil {
			b.Fatal(err)
		}
	}
}

// A member that adds no facets to a restricted union has the facets of that union.
func TestRestrictedUnionInUnion(t *testing.T) {
	types := schemaTable(of("t:all") + `<xs:simpleType name="u"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>` +
		`<xs:simpleType name="p"><xs:restriction base="t:u"><xs:pattern value="1|true"/></xs:restriction></xs:simpleType>` +
		`<xs:simpleType name="q"><xs:restriction base="t:p"/></xs:simpleType>` +
		`<xs:simpleType name="all"><xs:union memberTypes="t:q xs:date"/></xs:simpleType>`)
	for text, valid := range map[string]bool{"1": true, "true": true, "2026-11-21": true, "2": false, "false": false} {
		if err := verdict(types, `<r xmlns="urn:t">`+text+`</r>`); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Unions of unions are tried once for each type, not once for each way to it.
func TestUnionsOfUnions(t *testing.T) {
	var text strings.Builder
	union := func(name, members string) {
		fmt.Fprintf(&text, `<xs:simpleType name="%s"><xs:union memberTypes="%s"/></xs:simpleType>`, name, members)
	}
	union("u0", "xs:int xs:boolean")
	union("v0", "xs:int xs:date")
	for i := range 40 {
		members := fmt.Sprintf("t:u%d t:v%d", i, i)
		union(fmt.Sprint("u", i+1), members)
		union(fmt.Sprint("v", i+1), members)
	}
	types := schemaTable(of("t:u40") + text.String())
	if err := verdict(types, `<r xmlns="urn:t">2026-11-21</r>`); err != nil {
		t.Error(err)
	}
	if err := verdict(types, `<r xmlns="urn:t">neither</r>`); err == nil {
		t.Error("accepted")
	}
}
