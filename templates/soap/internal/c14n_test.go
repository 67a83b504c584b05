package internal_test

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/internal/c14n"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

var limits = schema.Limits{Depth: codec.MaxValueDepth, Attributes: 4096, NameLength: 1 << 16}

// canonical returns a document in canonical form.
func canonical(doc []byte, o c14n.Options) (string, error) {
	text, err := codec.ToUTF8(doc, "")
	if err != nil {
		return "", err
	}
	d := codec.NewDecoder(text, nil, limits)
	defer d.Release()
	if o.Max == 0 {
		o.Max = c14n.DefaultMax(len(doc))
	}
	var out bytes.Buffer
	if d.Root() {
		_, err = c14n.Write(&out, d, o)
	}
	d.End()
	return out.String(), cmp.Or(err, d.Err())
}

func TestCanonicalXML(t *testing.T) {
	for _, test := range []struct {
		doc, want string
		o         c14n.Options
	}{
		{doc: "<?xml version='1.0'?>\r\n<!-- x --><a b = 'c'  a=\"d\" ></a ><!-- x -->", want: `<a a="d" b="c"></a>`},
		{doc: "<a>x<!-- c -->y<![CDATA[<&>]]>\r\n&#13;&lt;&quot;\t</a>", want: "<a>xy&lt;&amp;&gt;\n&#xD;&lt;\"\t</a>"},
		{doc: "<a b='&#9;&#10;&#13;&quot;&lt;&amp;&apos;>\t\n'/>", want: `<a b="&#x9;&#xA;&#xD;&quot;&lt;&amp;'>  "></a>`},
		{doc: `<p:a xmlns:p="urn:p" xmlns:q="urn:q" xmlns="urn:d"><b q:z="1" y="2" p:x="3"/><q:c><c/></q:c></p:a>`,
			want: `<p:a xmlns:p="urn:p"><b xmlns="urn:d" xmlns:q="urn:q" y="2" p:x="3" q:z="1"></b><q:c xmlns:q="urn:q"><c xmlns="urn:d"></c></q:c></p:a>`},
		{doc: `<a xmlns="urn:d"><b xmlns=""><c/></b><d xmlns="urn:d"/></a>`, want: `<a xmlns="urn:d"><b xmlns=""><c></c></b><d></d></a>`},
		{doc: `<a xmlns:q="urn:q" xmlns="urn:d"><b xml:lang="de" q:x="q:y"/></a>`, o: c14n.Options{Prefixes: [][]byte{[]byte("q"), nil, []byte("none")}},
			want: `<a xmlns="urn:d" xmlns:q="urn:q"><b xml:lang="de" q:x="q:y"></b></a>`},
		{doc: `<a xmlns:q="urn:q" xmlns="urn:d"><b xmlns:q="urn:r" xmlns=""><c/></b><d/></a>`, o: c14n.Options{Prefixes: [][]byte{[]byte("q"), {}}},
			want: `<a xmlns="urn:d" xmlns:q="urn:q"><b xmlns="" xmlns:q="urn:r"><c></c></b><d></d></a>`},
		{doc: `<a xmlns:q="urn:q" xmlns:p="urn:p"><b xmlns:p="urn:r"/></a>`, o: c14n.Options{Inclusive: true},
			want: `<a xmlns:p="urn:p" xmlns:q="urn:q"><b xmlns:p="urn:r"></b></a>`},
		{doc: `<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><b xsi:nil="true"> x </b><c xsi:nil="1"/></a>`,
			want: `<a><b xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"> x </b><c xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="1"></c></a>`},
	} {
		if got, err := canonical([]byte(test.doc), test.o); err != nil || got != test.want {
			t.Errorf("%s\n got %s, %v\nwant %s", test.doc, got, err, test.want)
		}
	}
	for _, doc := range []string{`<a><?pi x?></a>`, `<a>`, `<a b=1/>`, `<!DOCTYPE a><a/>`, `<p:a/>`} {
		if got, err := canonical([]byte(doc), c14n.Options{}); err == nil {
			t.Errorf("%s: %s", doc, got)
		}
	}
}

// TestInnerElement writes an element without those around it.
func TestInnerElement(t *testing.T) {
	d := codec.NewDecoder([]byte(`<a xmlns:p="urn:p" xmlns:q="urn:q" xmlns="urn:d"><b>x</b><p:c><d/></p:c><e/></a>`), nil, limits)
	defer d.Release()
	d.Root()
	d.Open()
	d.Child()
	d.Skip()
	d.Child()
	var out bytes.Buffer
	if n, err := c14n.Write(&out, d, c14n.Options{Max: 100}); int(n) != out.Len() || err != nil || out.String() != `<p:c xmlns:p="urn:p"><d xmlns="urn:d"></d></p:c>` || !d.Child() || string(d.LocalName()) != "e" {
		t.Errorf("%v, %s, then %s", err, out.String(), d.LocalName())
	}
}

// TestLimitAmplification: declarations that are repeated do not make the output much larger than the document.
func TestLimitAmplification(t *testing.T) {
	doc := `<a xmlns:p="urn:` + strings.Repeat("n", 20_000) + `">` + strings.Repeat("<p:b/>", 5000) + `</a>`
	d := codec.NewDecoder([]byte(doc), nil, limits)
	defer d.Release()
	d.Root()
	var n counter
	if _, err := c14n.Write(&n, d, c14n.Options{Max: c14n.DefaultMax(len(doc))}); err == nil || err.Error() != "the canonical form is too large" {
		t.Error(err)
	}
	if int64(n) > c14n.DefaultMax(len(doc)) {
		t.Errorf("%d bytes", n)
	}
	t.Logf("limit: canonical XML, a namespace of 20 kB with 5,000 children (100 MB) | 4 times the document and 1 MiB | %d of %d bytes", n, c14n.DefaultMax(len(doc)))
}

// TestLimitPrefixList: a list of prefixes, which a signature that nobody has verified yet may have, costs little time.
func TestLimitPrefixList(t *testing.T) {
	var doc strings.Builder
	var prefixes [][]byte
	doc.WriteString("<a")
	for i := range 240 {
		fmt.Fprintf(&doc, ` xmlns:p%03d="u"`, i)
	}
	for i := range 32 {
		prefixes = append(prefixes, fmt.Appendf(nil, "q%03d", i))
	}
	doc.WriteString(">" + strings.Repeat("<b/>", cost.Scaled(1<<16)) + "</a>")
	const bound = 20
	write := func(o c14n.Options) func() {
		return func() {
			if _, err := canonical([]byte(doc.String()), o); err != nil {
				t.Fatal(err)
			}
		}
	}
	times := cost.Times(bound, write(c14n.Options{}), write(c14n.Options{Prefixes: prefixes}))
	if times > bound {
		t.Errorf("it takes %.1f times the time without a list", times)
	}
	t.Logf("limit: canonical XML, 32 prefixes that are not declared, 65,536 elements | %d times the time without | %.1f times", bound, times)
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// FuzzCanonicalXML: the canonical form of a document is a document, and its own canonical form.
func FuzzCanonicalXML(f *testing.F) {
	f.Add(`<p:a xmlns:p="urn:p" b="&#9;&lt;">x<!-- y -->&#13;<![CDATA[]]]]><c xmlns="urn:c" p:d=""/></p:a>`, "p")
	f.Fuzz(func(t *testing.T, doc, prefix string) {
		for _, o := range []c14n.Options{{}, {Prefixes: [][]byte{[]byte(prefix)}}, {Prefixes: [][]byte{nil}}, {Inclusive: true}} {
			first, err := canonical([]byte(doc), o)
			if err != nil {
				return
			}
			if second, err := canonical([]byte(first), o); err != nil || second != first {
				t.Fatalf("%q\nbecomes %q\nand then %q, %v", doc, first, second, err)
			}
		}
	})
}
