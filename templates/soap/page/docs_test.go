package page

import "testing"

// TestDocumentationOnce reads a schema that two documents have: what it says is there once.
func TestDocumentationOnce(t *testing.T) {
	d := &documentation{text: make(map[string]string)}
	for range 2 {
		d.read([]byte(`<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:complexType name="stop"><x:element name="code"><x:annotation><x:documentation>Six <![CDATA[letters]]>.</x:documentation></x:annotation></x:element></x:complexType></x:schema>`))
	}
	if got := d.of("stop", "code"); got != "Six letters ." {
		t.Errorf("got %q", got)
	}
}
