package codec

import (
	"strings"
	"testing"
)

// TestFixedValues writes fixed values as the schema has them, whatever lexical form that is, and other values as ever.
func TestFixedValues(t *testing.T) {
	for _, c := range []struct {
		kind        Kind
		fixed       string
		read, other string // what is read and written; another value
	}{
		{KindBool, "1", "true", "false"},
		{KindInt8, "+07", "7", "8"},
		{KindInt32, " 007 ", "7", "8"},
		{KindFloat64, "1.50", "1.5", "2"},
		{KindDateTime, "2026-11-21T10:00:00.0Z", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00"},
		{KindDecimal, "+1.0", "1.0", "1.1"},
		{KindNegativeInteger, "-007", "-7", "-8"},
		{KindInt32, "7", "7", "8"},
		{KindInt32, "x", "7", "8"},
		{KindHex, "0a", "0A", "0B"},
		{KindToken, "a", "a", "b"},
	} {
		more := &More{Fixed: c.fixed, IsFixed: true}
		written := strings.TrimSpace(c.fixed)
		if c.fixed == "x" || c.kind == KindHex {
			written = c.read
		}
		for _, at := range [...]Place{AtElement, AtAttribute, AtContent} {
			typ := define(&Type{}, Row{Name: "F", Kind: c.kind, At: at, Occurs: Once, More: more})
			for text, want := range map[string]string{c.read: written, c.other: c.other} {
				form := map[Place]string{AtElement: "<F>%</F>", AtAttribute: `| F="%"`, AtContent: "%"}[at]
				v, err := decodeRowsOf(rowDocument(strings.Replace(strings.Replace(form, "<F>", `<F xmlns="">`, 1), "%", text, 1)), typ)
				if err != nil {
					t.Fatal(err)
				}
				got, err := encodeRowsOf(v, typ)
				want := strings.TrimPrefix(strings.Replace(form, "%", want, 1), "|")
				if err != nil || !strings.Contains(got, want) {
					t.Errorf("%s fixed to %q: %s is written as %s, %v, want %s", c.kind.TypeName(), c.fixed, text, got, err, want)
				}
			}
		}
	}
}

// TestDefaultsOfEmptyElements: an element without content has its default (XML Schema part 1, section 3.3.1), unless it
// is nil, or xsi:type says what its value is. Names in a default are in Clark's notation.
func TestDefaultsOfEmptyElements(t *testing.T) {
	content := &Type{Name: "content"}
	list := &Type{Simple: true, Zero: (*[]int32)(nil)}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: content, Rows: []Row{{Kind: KindInt32, Occurs: Once, At: AtContent}, {Name: "a", Kind: KindToken, At: AtAttribute}}},
		{Type: list, Rows: []Row{{Kind: KindInt32, At: AtListItem}}},
	}})
	row := func(k Kind, of *Type, preset string) Row {
		return Row{Name: "f", NS: 1, Kind: k, Of: of, Nillable: k != KindStruct, More: &More{Default: preset}}
	}
	for _, c := range []struct {
		row           Row
		content, want string
	}{
		{row(KindInt32, nil, "7"), `<f/>`, `<f>7</f>`},
		{row(KindInt32, nil, "7"), `<f></f>`, `<f>7</f>`},
		{row(KindInt32, nil, "7"), `<f>8</f>`, `<f>8</f>`},
		{row(KindInt32, nil, "7"), `<f xsi:nil="true"/>`, `<f xsi:nil="true"/>`},
		{row(KindInt32, nil, "7"), ``, ``},
		{row(KindToken, nil, "t"), `<f> </f>`, `<f></f>`},
		{row(KindQName, nil, "{urn:other}n"), `<f/>`, `<f>o:n</f>`},
		{row(KindQName, nil, "{urn:other}n"), `<f xmlns:p="urn:rows">p:m</f>`, `<f>m</f>`},
		{row(KindTextOrName, nil, "{urn:other}n"), `<f/>`, `<f>o:n</f>`},
		{row(KindTextOrName, nil, "n"), `<f/>`, `<f>n</f>`},
		{row(KindAnySimple, nil, "7"), `<f/>`, `<f></f>`},
		{row(KindAnyType, nil, "7"), `<f/>`, `<f></f>`},
		{row(KindList, list, "1 2"), `<f/>`, `<f>1 2</f>`},
		{row(KindList, list, "1 2"), `<f>3</f>`, `<f>3</f>`},
		{row(KindStruct, content, "7"), `<f a="b"/>`, `<f a="b">7</f>`},
		{row(KindStruct, content, "7"), `<f>8</f>`, `<f>8</f>`},
		{row(KindPoly, content, "7"), `<f a="b"></f>`, `<f a="b">7</f>`},
		{row(KindPoly, content, "7"), `<f xsi:type="content"/>`, `<f>7</f>`},
	} {
		typ := &Type{Name: "preset"}
		own := &Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: []Row{c.row}}}}
		if c.row.Of != nil {
			own.Imports = []*Table{c.row.Of.state().table}
		}
		Define(own)
		v, err := decodeRowsOf(rowDocument(c.content), typ)
		if err != nil {
			t.Errorf("%s: %v", c.content, err)
			continue
		}
		got, err := encodeRowsOf(v, typ)
		if err != nil || got != rowDocument(c.want) {
			t.Errorf("%s is written as %s, %v, want %s", c.content, got, err, c.want)
		}
	}
}
