package codec

import (
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestTagsOfDecoder asks for the name of a tag where there is none, and after an error.
func TestTagsOfDecoder(t *testing.T) {
	d := NewDecoder([]byte(`<p:a xmlns:p="urn:p">`), nil, Limits{})
	defer d.Release()
	for _, want := range [][2]string{{"", ""}, {"urn:p", "a"}, {"", ""}} {
		space, local := d.Tag()
		if space != want[0] || local != want[1] || d.Space() != want[0] || d.HasTag("urn:p", "a") != (want[1] != "") || d.HasTag("", "") {
			t.Errorf("{%s}%s, %s, want %v", space, local, d.Space(), want)
		}
		if want[1] != "" && (d.HasTag("urn:q", "a") || d.HasTag("urn:p", "b")) {
			t.Error("the tag has another name")
		}
		if want[1] == "" && d.Failed == nil {
			d.Root()
		} else {
			d.Fail("an error")
		}
	}
}

// TestResolveQName resolves names in text (XML Schema part 2, section 3.2.18).
func TestResolveQName(t *testing.T) {
	d := NewDecoder([]byte(`<a xmlns="urn:d" xmlns:p="urn:p"/>`), nil, Limits{})
	defer d.Release()
	d.Root()
	for text, want := range map[string]xsd.QName{
		"a": {Space: "urn:d", Local: "a"}, " p:a\n": {Space: "urn:p", Local: "a"}, "xml:lang": {Space: XMLNamespace, Local: "lang"},
		"": {}, " ": {}, ":a": {}, "p:": {}, "q:a": {},
	} {
		space, local, ok := d.ResolveQName(text)
		if ok != (want.Local != "") || ok && (xsd.QName{Space: space, Local: local}) != want {
			t.Errorf("%q: {%s}%s, %v", text, space, local, ok)
		}
	}
}
