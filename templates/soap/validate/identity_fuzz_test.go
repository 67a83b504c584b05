package validate

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// boxSchema has boxes in boxes: stops are unique in their box, and lines refer to those of their box or of boxes in it.
const boxSchema = `<xs:complexType name="No"><xs:attribute name="no" type="xs:int"/></xs:complexType>
<xs:element name="box"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
	<xs:element name="stop" type="t:No"/><xs:element name="line" type="t:No"/><xs:element ref="t:box"/></xs:choice></xs:complexType>
	<xs:unique name="stop"><xs:selector xpath="t:stop"/><xs:field xpath="@no"/></xs:unique>
	<xs:keyref name="line" refer="t:stop"><xs:selector xpath=".//t:line"/><xs:field xpath="@no"/></xs:keyref></xs:element>`

// box is what boxSchema describes, and a simple validator of it.
type box struct {
	stops, lines []int
	boxes        []*box
}

// boxOf makes boxes of bytes, and the document with them.
func boxOf(code []byte) (*box, string) {
	root := new(box)
	open := []*box{root}
	var doc strings.Builder
	doc.WriteString(`<box xmlns="urn:t">`)
	for _, c := range code {
		b, no := open[len(open)-1], int(c>>2)%8
		switch c % 4 {
		case 0:
			b.stops = append(b.stops, no)
			fmt.Fprintf(&doc, `<stop no="%0*d"/>`, 1+int(c>>7), no)
		case 1:
			b.lines = append(b.lines, no)
			fmt.Fprintf(&doc, `<line no="%d"/>`, no)
		case 2:
			if len(open) < 20 {
				inner := new(box)
				b.boxes, open = append(b.boxes, inner), append(open, inner)
				doc.WriteString(`<box>`)
			}
		case 3:
			if len(open) > 1 {
				open = open[:len(open)-1]
				doc.WriteString(`</box>`)
			}
		}
	}
	doc.WriteString(strings.Repeat(`</box>`, len(open)))
	return root, doc.String()
}

// validate returns the stops that lines of boxes around b can refer to, and all lines in b.
func (b *box) validate() (stops map[int]bool, lines []int, valid bool) {
	stops, valid = make(map[int]bool), true
	several := make(map[int]bool)
	lines = append(lines, b.lines...)
	for _, inner := range b.boxes {
		below, refs, ok := inner.validate()
		valid, lines = valid && ok, append(lines, refs...)
		for no := range below {
			several[no] = stops[no] || several[no]
			stops[no] = true
		}
	}
	for no := range several {
		if several[no] {
			delete(stops, no)
		}
	}
	own := make(map[int]bool)
	for _, no := range b.stops {
		valid = valid && !own[no]
		own[no], stops[no] = true, true
	}
	for _, no := range lines {
		valid = valid && stops[no]
	}
	return stops, lines, valid
}

// FuzzKeys compares identity constraints with a simple validator.
func FuzzKeys(f *testing.F) {
	table := schemaTable(boxSchema)
	for _, seed := range []string{"", "\x00\x01", "\x02\x00\x03\x01", "\x02\x00\x03\x02\x00\x03\x01", "\x00\x02\x00\x03\x02\x00\x03\x01", "\x02\x02\x00\x03\x02\x00\x03\x03\x02\x00\x03\x01", "\x00\x80"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 300 {
			return
		}
		root, doc := boxOf(code)
		_, _, valid := root.validate()
		err := Document(table, []byte(doc))
		if err != nil && strings.Contains(err.Error(), "more than 32 steps for each byte") { // it is bounded; see TestKeyGrowth
			return
		}
		if (err == nil) != valid {
			t.Errorf("%s\nvalid is %v, got %v", doc, valid, err)
		}
	})
}

// TestKeyGrowth: the work for identity constraints is in proportion to the document.
func TestKeyGrowth(t *testing.T) {
	table := schemaTable(boxSchema)
	for name, part := range map[string]func(i int) string{
		"stops and lines": func(i int) string { return fmt.Sprintf(`<stop no="%d"/><line no="%d"/>`, i+1e6, i+1e6) },
		"boxes":           func(i int) string { return fmt.Sprintf(`<box><stop no="%d"/></box><line no="%d"/>`, i+1e6, i+1e6) },
		"boxes in boxes":  func(i int) string { return fmt.Sprintf(`<box><box><box><stop no="%d"/></box></box></box>`, i+1e6) },
	} {
		t.Run(name, func(t *testing.T) {
			small, large := keyWork(t, table, part, 500), keyWork(t, table, part, 1000)
			if small == 0 || large > small*21/10 {
				t.Errorf("%d steps for 500 parts, %d for 1000", small, large)
			}
		})
	}
}

// keyWork returns how many steps the constraints of a document with n parts take.
func keyWork(t *testing.T, table *schema.Table, part func(i int) string, n int) (work int64) {
	t.Helper()
	var doc strings.Builder
	doc.WriteString(`<box xmlns="urn:t">`)
	for i := range n {
		doc.WriteString(part(i))
	}
	doc.WriteString(`</box>`)
	err := validateDocument(t.Context(), checkerOf(table).(schemaChecker).model, codec.NewDecoder([]byte(doc.String()), nil, schema.Limits{}), func(v *validation) {
		v.root()
		work = v.work
	})
	if err != nil {
		t.Fatal(err)
	}
	return work
}

// TestKeyLimit: elements that are in the tables of many elements around them are an error that names the limit. Few are not.
func TestKeyLimit(t *testing.T) {
	table := schemaTable(`<xs:element name="e"><xs:complexType><xs:sequence><xs:element ref="t:e" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="a"/></xs:complexType>
		<xs:unique name="u"><xs:selector xpath=".//t:e"/><xs:field xpath="@a"/></xs:unique></xs:element>`)
	for depth, valid := range map[int]bool{3: true, 60: false} {
		var doc strings.Builder
		doc.WriteString(strings.Repeat(`<e>`, depth))
		for i := range 5000 {
			fmt.Fprintf(&doc, `<e a="%d"/>`, i)
		}
		doc.WriteString(strings.Repeat(`</e>`, depth))
		err := Document(table, []byte(strings.Replace(doc.String(), "<e>", `<e xmlns="urn:t">`, 1)))
		if (err == nil) != valid || err != nil && !strings.Contains(err.Error(), "more than 32 steps for each byte") {
			t.Errorf("%d elements around others: %v", depth, err)
		}
	}
}
