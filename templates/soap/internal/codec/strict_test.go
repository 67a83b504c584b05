package codec

import (
	"strings"
	"testing"
)

// TestStrict reads what a strict decoder refuses and another does not.
func TestStrict(t *testing.T) {
	const root = `<s xmlns="` + railNS + `" xmlns:xsi="` + XSINamespace + `" xmlns:soap="` + SOAPEnvelope11 + `">`
	const rest = `<Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late></s>`
	for _, c := range []struct{ doc, want string }{
		{root + rest, ""},
		{strings.Replace(root, "<s", "<s id='1' xsi:schemaLocation='a' soap:encodingStyle='u'", 1) + rest, ""},
		{strings.Replace(root, "<s", "<s soap:mustUnderstand='1'", 1) + rest, "(s): the attribute soap:mustUnderstand is not known here"},
		{strings.Replace(root, "<s", "<s id='1' other='2'", 1) + rest, "(s): the attribute other is not known here"},
		{root + "text" + rest, "(s): text between elements"},
		{root + "<![CDATA[]]>" + rest, "(s): text between elements"},
		{root + "\n<!-- -->\n" + rest, ""},
		{root + "<other/>" + rest, "(s/other): the element is not known here"},
		{root + `<r:result xmlns:r="` + RPCNamespace + `">x</r:result>` + rest, ""},
		{root + `<r:results xmlns:r="` + RPCNamespace + `">x</r:results>` + rest, "(s/results): the element is not known here"},
		{root + `<Alias a="1">x</Alias>` + rest, "(s/Alias): the attribute a is not known here"},
		{root + `<Platform a="1"/>` + rest, "(s/Platform[1]): the attribute a is not known here"},
		{root + `<Note xsi:nil="true"> </Note>` + rest, "(s): an element with xsi:nil has content"},
		{root + `<Note xsi:nil="true"><!-- --></Note>` + rest, ""},
	} {
		for i, strict := range [...]bool{false, true} {
			_, _, errs := decodeStations(c.doc, strict)
			if got := message(errs[0]); strict && !strings.HasSuffix(got, c.want) || (i == 0 || c.want == "") && got != "" {
				t.Errorf("%s, strict %v: %s, want %s", c.doc, strict, got, c.want)
			}
		}
	}
	two := Shape{attrs: []shapeField{{name: "a"}, {name: "b"}}}
	d := NewDecoder([]byte(`<r a="1" b="2"/>`), noNamespaces, Limits{})
	defer d.Release()
	d.Strict = true
	d.Root()
	var got string
	for i := d.nextAttr(&two); i >= 0; i = d.nextAttr(&two) {
		got += d.String()
	}
	if got != "12" || d.Err() != nil {
		t.Errorf("%s, %v", got, d.Err())
	}
	sparse := NewDecoder([]byte(`<a> <b/>text</a>`), nil, Limits{})
	defer sparse.Release()
	sparse.Root()
	for sparse.OpenElements(); sparse.Child(); {
		sparse.Skip()
	}
	if got, want := message(sparse.Err()), "line 1, column 9 (a): text between elements"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
