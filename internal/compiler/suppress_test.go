package compiler_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

const contractOfSuppress = `<definitions name="N" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:s">
    <xs:include schemaLocation="sub/types.xsd"/>
    <xs:complexType name="book"><xs:sequence>
      <xs:element name="title"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="a b"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element ref="s:note"/>
    </xs:sequence></xs:complexType>
  </xs:schema></types>
  <portType name="P">
    <operation name="get"><documentation>d</documentation></operation>
  </portType>
  <portType name="Q">
    <operation name="get"/>
  </portType>
</definitions>
`

const types = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">
  <xs:element name="note" type="xs:string"/>
</xs:schema>
`

func documents(t testing.TB) *load.Set {
	t.Helper()
	files := fstest.MapFS{"main.wsdl": {Data: []byte(contractOfSuppress)}, "sub/types.xsd": {Data: []byte(types)}}
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(files)})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return set
}

// at returns the position of a piece of a document.
func at(t testing.TB, set *load.Set, document int, piece string) diag.Pos {
	t.Helper()
	d := set.Documents[document]
	offset := strings.Index(string(d.Text), piece)
	if offset < 0 {
		t.Fatalf("%s has no %s", d.File, piece)
	}
	return d.Pos(offset)
}

// TestPlaces suppresses a warning at a position.
func TestPlaces(t *testing.T) {
	set := documents(t)
	value, note := at(t, set, 0, `<xs:enumeration`), at(t, set, 0, `<xs:element ref`)
	inP, inQ := at(t, set, 0, `<documentation`), at(t, set, 0, `<operation name="get"/>`)
	inTypes := at(t, set, 1, `type="xs:string"`)
	for _, c := range []struct {
		at  string
		pos diag.Pos
		is  bool
	}{
		{"", value, true}, {"", diag.Pos{}, true}, {"", diag.Pos{File: "elsewhere"}, true},
		{"operation get", inP, true}, {"operation get", inQ, true}, {"get", inP, true},
		{"portType P/operation get", inP, true}, {"portType P/operation get", inQ, false}, {"portType P", inP, true}, {"operation P/get", inP, true},
		{"operation get", value, false}, {"operation get", diag.Pos{File: inP.File}, false}, {"operation get", diag.Pos{}, false},
		{"type book", value, true}, {"type {urn:s}book", value, true}, {"type {urn:t}book", value, false}, {"{urn:t}P", inP, true},
		{"element book/title", value, true}, {"element book/note", note, true}, {"element title", note, false}, {"book/title", value, true},
		{"type title", value, false}, {"element title/book", value, false}, {"book/book", value, false}, {"type book/title", value, false},
		{`value "a b"`, value, true}, {`type book/element title/value "a b"`, value, true}, {`"a b"`, value, true},
		{"main.wsdl", value, true}, {"main.wsdl", inTypes, false}, {"sub/types.xsd", inTypes, true}, {`"sub/types.xsd"`, inTypes, true}, {"types.xsd", inTypes, false},
		{"main.wsdl", diag.Pos{File: set.Main.File}, true}, {"element note", inTypes, true}, {"../sub/types.xsd", inTypes, false},
	} {
		d := diag.Diagnostic{ID: "x", Severity: diag.Warning, Pos: c.pos, Message: "m"}
		config := suppress.Config{Suppressions: []suppress.Suppression{{Rule: "x", At: c.at}}, Known: []string{"x"}}
		result := suppress.Apply(config, set, diag.List{d})
		if (len(result.Suppressed) == 1) != c.is || len(result.Suppressed)+len(result.Kept) != 1 {
			t.Errorf("%q at %s: kept %v", c.at, c.pos, result.Kept)
		}
	}
}

// TestProblems reports what is wrong with suppressions.
func TestProblems(t *testing.T) {
	pos := diag.Pos{File: "main.wsdl.suppress", Line: 1, Col: 1}
	warning := diag.Diagnostic{ID: "found", Severity: diag.Warning, Message: "m"}
	failure := diag.Diagnostic{ID: "broken", Severity: diag.Error, Message: "m"}
	for _, c := range []struct {
		rule, at string
		found    diag.List
		want     string // IDs of what is kept
	}{
		{"found", "", diag.List{warning}, ""},
		{"found", "operation get", diag.List{warning}, "found suppression-unused"},
		{"found", "sub/types.xsd", diag.List{warning}, "found suppression-unused"},
		{"found", "sub/type.xsd", diag.List{warning}, "found suppression-unused"},
		{"found", "", nil, "suppression-unused"},
		{"partly", "", nil, ""},
		{"found", "", diag.List{failure}, "broken"},
		{"broken", "", diag.List{failure}, "broken suppression-impossible"},
		{"fuond", "", diag.List{warning}, "found suppression-unknown"},
		{"", "", nil, "suppression-unknown"},
		{"found", "operaton get", diag.List{warning}, "found suppression-malformed"},
		{"found", "operation", diag.List{warning}, "found suppression-unused"},
		{"found", `"a`, nil, "suppression-malformed"},
		{"found", "type {urn:x", nil, "suppression-malformed"},
		{"found", "type {urn:x}", nil, "suppression-malformed"},
		{"found", "type a b", nil, "suppression-malformed"},
		{"found", "type a/", nil, "suppression-malformed"},
		{"found", `type "a`, nil, "suppression-malformed"},
		{"found", `type "\q"`, nil, "suppression-malformed"},
	} {
		result := suppress.Apply(suppress.Config{
			Suppressions: []suppress.Suppression{{Rule: c.rule, At: c.at, Pos: pos}},
			Known:        []string{"found", "broken", "partly"},
			Applied:      func(rule string) bool { return rule != "partly" },
		}, documents(t), c.found)
		var ids []string
		for _, d := range result.Kept {
			ids = append(ids, d.ID)
			if strings.HasPrefix(d.ID, "suppression-") && (d.Pos != pos || d.Message == "") {
				t.Errorf("%s: no position or message: %s", c.rule, d)
			}
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%q at %q: %s, want %s\n%s", c.rule, c.at, got, c.want, result.Kept)
		}
	}
}

func TestRead(t *testing.T) {
	text := "\ufeff# comment\r\n\n  not-imported\tsub/a#b.xsd  #  why # not \r\n\"x\" value \"a # b\"#c # d\nlast"
	got, err := suppress.Read("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []suppress.Suppression{
		{Rule: "not-imported", At: "sub/a#b.xsd", Reason: "why # not", Pos: diag.Pos{File: "f", Line: 3, Col: 3}},
		{Rule: `"x"`, At: `value "a # b"#c`, Reason: "d", Pos: diag.Pos{File: "f", Line: 4, Col: 1}},
		{Rule: "last", Pos: diag.Pos{File: "f", Line: 5, Col: 1}},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	if _, err := suppress.Read("f", io.LimitReader(endless{}, 1<<22)); err == nil {
		t.Error("a file of 4 MiB is read")
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// FuzzFile reads files. A suppression has one line and can be applied, and what is said of it has no lines of its own.
func FuzzFile(f *testing.F) {
	f.Add("x operation get # why\nx \"a/b\"/c\n\x1b[2J \u2028 {urn:s}book\nx type {a/b}c")
	set := documents(f)
	f.Fuzz(func(t *testing.T, text string) {
		all, err := suppress.Read("f\nx", strings.NewReader(text))
		if err != nil {
			return
		}
		found := diag.List{{ID: "x", Severity: diag.Warning, Pos: set.Main.Root.Pos(), Message: "m"}}
		result := suppress.Apply(suppress.Config{Suppressions: all, Known: []string{"x"}, Applied: func(string) bool { return true }}, set, found)
		for _, s := range all {
			if s.Rule == "" || s.Pos.Line < 1 || s.Pos.Col < 1 || strings.ContainsRune(s.Rule+s.At+s.Reason, '\n') {
				t.Errorf("got %+v", s)
			}
		}
		for _, d := range result.Kept {
			hint := 0
			if d.Hint != "" {
				hint = 1
			}
			if got := fmt.Sprint(d); strings.Count(got, "\n") != hint+len(d.Related) || strings.ContainsAny(got, "\r\x1b\u2028") {
				t.Errorf("got %q", got)
			}
		}
	})
}
