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
	s := &schema.Schema{Text: `
ns t "urn:t"
element t:order {
	@number! xs:int
	(t:item { (t:price [xs:decimal minExclusive "0" fractionDigits "2"], t:code t:Code?) }+, t:note xs:string nillable, <other "urn:t" lax>?)
}
type t:Code = xs:string pattern "^[A-Z]{2}$" enumeration "AB" "CD"
`}
	for doc, want := range map[string]string{
		`<order number="x"><item><price>1</price></item><note/></order>`:                                               `/order/@number (line 1, column 8): "x" is no xs:int`,
		`<order number="1.5"><item><price>1</price></item><note/></order>`:                                             `/order/@number (line 1, column 8): "1.5" is no xs:int`,
		`<order><item><price>1</price></item><note/></order>`:                                                          `/order (line 1, column 1): the attribute number is missing`,
		`<order number="1"><note/></order>`:                                                                            `/order/note (line 1, column 33): the element is not allowed here: the element item is expected`,
		`<order number="1"><item><price>1</price></item></order>`:                                                      `/order (line 1, column 1): the element item or the element note is missing`,
		"<order number='1'><item><price>1</price></item>\n<item><price>0</price><code>AB</code></item><note/></order>": `/order/item[2]/price (line 2, column 7): "0" is not more than 0`,
		`<order number="1"><item><price>1.234</price></item><note/></order>`:                                           `/order/item[1]/price (line 1, column 39): "1.234" has more than 2 digits after the decimal point`,
		`<order number="1"><item><price>1</price><code>ab</code></item><note/></order>`:                                `/order/item[1]/code (line 1, column 55): "ab" does not match the pattern ^[A-Z]{2}$ (type Code)`,
		`<order number="1"><item><price>1</price><code>EF</code></item><note/></order>`:                                `"EF" is none of "AB", "CD" (type Code)`,
		`<order number="1"><item><price>1</price>text</item><note/></order>`:                                           `/order/item[1] (line 1, column 33): text is not allowed here: the element code or the end of the element is expected`,
		`<order number="1"><item><price>1</price></item><note/><note/></order>`:                                        `/order/note[2] (line 1, column 69): the element is not allowed here: an element of another namespace than "urn:t" or the end of the element is expected`,
		`<order number="1"><item><price/></item><item/><note/></order>`:                                                `/order/item[1]/price (line 1, column 39): "" is no xs:decimal; /order/item[2] (line 1, column 54): the element price is missing`,
	} {
		full := strings.Replace(doc, ">", ` xmlns="urn:t">`, 1)
		err := verdict(t, s, full)
		var invalid *Error
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n%v, want\n%s", full, err, want)
		}
	}
}

// There are ten problems at the most.
func TestManyProblems(t *testing.T) {
	s := &schema.Schema{Text: `element r { (a xs:int*) }`}
	err := verdict(t, s, "<r>"+strings.Repeat("<a>x</a>", 1000)+"</r>")
	var invalid *Error
	if !errors.As(err, &invalid) || len(invalid.Problems) != 10 || invalid.Problems[9].Path != "/r/a[10]" {
		t.Errorf("%v", err)
	}
}

// A document that is no XML is no matter of the schema.
func TestMalformedDocument(t *testing.T) {
	s := &schema.Schema{Text: `element r { (a xs:int*) }`}
	var malformed *schema.DecodeError
	if err := verdict(t, s, "<r><a>1</a>"); !errors.As(err, &malformed) {
		t.Errorf("%v", err)
	}
}

// Loops that are one inside the other are counted in every way that is possible.
func TestLoopsInLoops(t *testing.T) {
	for model, want := range map[string]map[int]bool{
		"((a xs:int){2,3}){2}":              {3: false, 4: true, 5: true, 6: true, 7: false},
		"((a xs:int{2,3}){1,2}){2}":         {3: false, 4: true, 12: true, 13: false},
		"((a xs:int?){3}, b xs:int?)*":      {0: true, 1: true, 50: true},
		"((a xs:int{5}){0,2}, a xs:int{1})": {1: true, 5: false, 6: true, 11: true, 12: false},
	} {
		s := &schema.Schema{Text: "element r { " + model + " }"}
		for n, valid := range want {
			if err := verdict(t, s, "<r>"+strings.Repeat("<a>1</a>", n)+"</r>"); (err == nil) != valid {
				t.Errorf("%s of %d: %v", model, n, err)
			}
		}
	}
}

// The time to validate grows with the document alone, whatever the bounds are:
// anything else would take hours here.
func TestLargeBounds(t *testing.T) {
	for _, model := range []string{
		"(a xs:int{0,1000000})", "((a xs:int{1,1000}){1,1000})", "((a xs:int | b xs:int)*, <any skip>*)", "((a xs:int?, b xs:int?){0,1000000})",
	} {
		s := &schema.Schema{Text: "element r { " + model + " }"}
		if err := verdict(t, s, "<r>"+strings.Repeat("<a>1</a>", 30_000)+"</r>"); err != nil {
			t.Errorf("%s: %v", model, err)
		}
	}
}

// Many goroutines may be the first.
func TestConcurrentValidation(t *testing.T) {
	s := &schema.Schema{Text: `element r { (a [xs:string pattern "^x$" enumeration "x"]*) }`}
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := verdict(t, s, "<r><a>x</a></r>"); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
}

// A text that cannot be read is an error with its line.
func TestTextErrors(t *testing.T) {
	for text, want := range map[string]string{
		"element":                               `line 1: "" where a name is expected`,
		"\n\nelement a b":                       "line 3: there is no type b",
		"element x:a xs:int":                    `the prefix "x" is not declared`,
		`type a = xs:string length "x"`:         `"x" where a number is expected`,
		`type a = xs:string pattern`:            `where a string is expected`,
		`type a = xs:string pattern "x`:         `a string does not end`,
		"type a = b type b = a":                 "derived from itself",
		"type a { extends a }":                  "derived from itself",
		"element a xs:int element a xs:int":     "is there twice",
		"element a { (b, c | d) }":              `"|" where "," is expected`,
		"element a { %b }":                      "there is no group b",
		"type a { ":                             "where a name is expected",
		"thing":                                 "where a definition is expected",
		"type a = " + strings.Repeat("[", 5000): "nested too deeply",
	} {
		if _, err := parseSchema(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: %v, want %s", text, err, want)
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	s := &schema.Schema{Text: `element r { (a { (b xs:int, c xs:string?, d xs:dateTime) }*) }`}
	var doc strings.Builder
	doc.WriteString("<r>")
	for i := range 1000 {
		fmt.Fprintf(&doc, "<a><b>%d</b><c>some text</c><d>2026-11-21T11:12:13Z</d></a>", i)
	}
	doc.WriteString("</r>")
	c := schemaChecker{schema: s}
	text := []byte(doc.String())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		if err := c.Message(text, &soap.Comparison{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Unions of unions are tried once for each type, not once for each way to it.
func TestUnionsOfUnions(t *testing.T) {
	var text strings.Builder
	text.WriteString("ns t \"urn:t\"\nelement t:r t:u40\ntype t:u0 = union(xs:int, xs:boolean)\ntype t:v0 = union(xs:int, xs:date)\n")
	for i := range 40 {
		for _, name := range []string{"u", "v"} {
			fmt.Fprintf(&text, "type t:%s%d = union(t:u%d, t:v%d)\n", name, i+1, i, i)
		}
	}
	s := &schema.Schema{Text: text.String()}
	if err := verdict(t, s, `<r xmlns="urn:t">2026-11-21</r>`); err != nil {
		t.Error(err)
	}
	if err := verdict(t, s, `<r xmlns="urn:t">neither</r>`); err == nil {
		t.Error("accepted")
	}
}
