package conformance_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/schema"
)

// FuzzReaders compares the readers: both accept the same documents, if these have no document type declaration.
func FuzzReaders(f *testing.F) {
	for _, seed := range []string{
		"<a/>", "<?xml version='1.0'?>\n<a b='c' d=\"e\">f<g/>&amp;&#10;<!-- h --><?i j?></a>\r\n<!-- k -->", "<a xmlns='u' xmlns:p='v'><p:b p:c='d'/></a>",
		"<a><![CDATA[<x>]]>]]&gt;</a>", "<?xml version='1.2' standalone='no' ?><\u309A/>", " <?xml version='1.0'?><a/>", "<a b='&lt;\t'></a >",
		"<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='x'/>", "<?a:b?><a/>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, document string) {
		if strings.Contains(document, "<!DOCTYPE") || strings.Contains(document, "encoding") || strings.ContainsRune(document, 0) || !utf8.ValidString(document) {
			return // entities and encodings that only one of them knows
		}
		if len(document) > 10_000 {
			return // limits differ
		}
		tree, diags := xmltree.Parse("f.xml", []byte(document), xmltree.Limits{Depth: 10_000})
		err := readWithin([]byte(document), schema.Limits{Depth: 10_000, Attributes: 10_000, NameLength: 10_000})
		if (tree != nil) != (err == nil) {
			t.Errorf("%q: the reader of messages: %v; the reader of contracts: %s", document, err, diags)
		}
	})
}
