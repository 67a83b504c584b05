package resolve_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
)

// TestBounds checks what is allowed at a limit and what is reported beyond it.
func TestBounds(t *testing.T) {
	// Each level restricts the union of the level before it ten times, so a value of u5 is tried as
	// 100,000 types.
	unions := `<xs:simpleType name="u1"><xs:union memberTypes="xs:int xs:long xs:short xs:byte xs:date xs:time xs:float xs:double xs:boolean xs:anyURI"/></xs:simpleType>`
	for i := 2; i <= 5; i++ {
		unions += fmt.Sprintf(`<xs:simpleType name="u%d"><xs:union>`, i) +
			strings.Repeat(fmt.Sprintf(`<xs:simpleType><xs:restriction base="t:u%d"><xs:pattern value="a"/></xs:restriction></xs:simpleType>`, i-1), 10) + `</xs:union></xs:simpleType>`
	}
	digits := func(n int) string {
		return `<xs:simpleType name="d"><xs:restriction base="xs:decimal"><xs:minInclusive value="` + strings.Repeat("9", n) + `"/></xs:restriction></xs:simpleType>`
	}
	wrong := `<xs:element name="some"/>`
	for i := range 201 {
		wrong += fmt.Sprintf("\n<xs:element name=%q substitutionGroup=%q/>", fmt.Sprint("e", i), "t:som")
	}
	for _, c := range []struct {
		name, schema, want string
		count              int // number of occurrences of want in the diagnostics
	}{
		{"as many tries as a union may take", unions, "too-large", 0},
		{"a restriction of such a union", unions + `<xs:simpleType name="u6"><xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="t:u5"><xs:pattern value="a"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>`,
			`simple type "u6" may have to be parsed as more than 100000 types`, 1},
		{"a number of 1000 digits", digits(1000), "bad-facet", 0},
		{"a number of 1001 digits", digits(1001), "bad-facet", 1},
		{"more wrong names than are compared with others", wrong, "did you mean", 200},
	} {
		got, _ := diagnose(fstest.MapFS{"main.wsdl": {Data: []byte(head + `<types><xs:schema targetNamespace="urn:t">` + c.schema + `</xs:schema></types></definitions>`)}}, false)
		if n := strings.Count(got, c.want); n != c.count {
			t.Errorf("%s: %d times %q; want %d:\n%.500s", c.name, n, c.want, c.count, got)
		}
	}
	if m := new(resolve.Model); m.IsSchema() || m.TargetNamespace() != "" {
		t.Error("an empty model has a main document")
	}
}

// TestLongPaths checks a contract that is small, but whose declarations are all in others with long names.
func TestLongPaths(t *testing.T) {
	m := wsdl(t, `<types><xs:schema><xs:element name="`+strings.Repeat("a", 20_000)+`"><xs:complexType><xs:sequence>`+
		strings.Repeat(`<xs:element name="e"><xs:complexType/></xs:element>`, 2_600)+`</xs:sequence></xs:complexType></xs:element></xs:schema></types>`)
	if limits := check.Limits(m); len(limits) != 1 || limits[0].ID != diag.TooLarge || !strings.Contains(limits[0].Message, "more than 50000000 characters") {
		t.Error(limits)
	}
}
