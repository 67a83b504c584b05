package roundtrip

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// Default limits of the client.
const (
	maxDepth      = 64
	maxAttributes = 256
	maxNameLength = 1024
)

// xmlDifference is a deliberate difference between the client and encoding/xml.
type xmlDifference struct {
	name, reason string
	example      string // content of a list, or a whole document, with the difference
	whole        bool
}

// acceptedByEncodingXML are documents that encoding/xml accepts although XML 1.0
// (fifth edition), Namespaces in XML 1.0 (third edition) or a limit of the client
// forbids them. The client must refuse them.
var acceptedByEncodingXML = []xmlDifference{
	{"undeclared prefix", "Namespaces section 5, constraint Prefix Declared", "<p:a/>", false},
	{"undeclared prefix of an attribute", "the same", `<a p:b=""/>`, false},
	{"repeated attribute", "XML section 3.1, Unique Att Spec", `<a b="" b=""/>`, false},
	{"repeated attribute by expanded name", "Namespaces section 6.3", `<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>`, false},
	{"no white space between attributes", "XML section 3.1, production 40", `<a b=""c=""/>`, false},
	{"name that is not a QName", "Namespaces section 4, productions 7 to 11", `<a:1 xmlns:a="u"/>`, false},
	{"name with a colon at its end", "the same", `<a:/>`, false},
	{"attribute name that is not a QName", "the same", `<a :b=""/>`, false},
	{"empty namespace for a prefix", "Namespaces section 5, constraint No Prefix Undeclaring", `<a xmlns:p=""/>`, false},
	{"reserved prefix", "Namespaces section 3, constraint Reserved Prefixes and Namespace Names", `<a xmlns:xml="u"/>`, false},
	{"reserved namespace", "the same", `<a xmlns:p="http://www.w3.org/2000/xmlns/"/>`, false},
	{"element with the prefix xmlns", "Namespaces section 3: xmlns must not be the prefix of an element", `<xmlns:a/>`, false},
	{"reference to a surrogate", "XML section 4.1, constraint Legal Character; encoding/xml reads U+FFFD", `&#xD800;`, false},
	{"reference to a surrogate in an attribute", "the same", `<a b="&#56000;"/>`, false},
	{"character in a comment", "XML section 2.2: encoding/xml does not check them there", "<!-- \x01 -->", false},
	{"character in a processing instruction", "the same", "<?a \xFF?>", false},
	{"no white space after a target", "XML section 2.6, production 16", `<?a"?>`, false},
	{"target with a colon", "Namespaces section 7", `<?a:b c?>`, false},
	{"reserved target", "XML section 2.6, production 17", `<?XML c?>`, false},
	{"declaration in the content", "XML section 2.8: an XML declaration starts a document", `<?xml version="1.0"?>`, false},
	{"malformed declaration", "XML section 2.8, production 23; encoding/xml looks for two words in it", `<?xml version="1.0" standalone="maybe"?>` + emptyList, true},
	{"declaration without a version", "the same", `<?xml encoding="utf-8"?>` + emptyList, true},
	{"document type declaration", "refused: what it declares would have to be read", `<!DOCTYPE a [<!ENTITY b "c">]>` + emptyList, true},
	{"declaration of markup in the content", "XML section 3.1, production 43", `<!ELEMENT a ANY>`, false},
	{"text before the root", "XML section 2.1, production 1; Unmarshal skips to the first start tag", `text` + emptyList, true},
	{"CDATA section before the root", "the same", `<![CDATA[]]>` + emptyList, true},
	{"text after the root", "XML section 2.1, production 1; Unmarshal does not read on", emptyList + `text`, true},
	{"second root", "the same", emptyList + emptyList, true},
	{"malformed after the root", "the same", emptyList + `<`, true},
	{"end tag after the root", "the same", emptyList + `</a>`, true},
	{"depth", "a limit of the client", strings.Repeat("<a>", maxDepth) + strings.Repeat("</a>", maxDepth), false},
	{"attributes", "a limit of the client", "<a" + manyAttributes(maxAttributes+1) + "/>", false},
	{"namespaces in scope", "a limit of the client", `<a` + manyNamespaces(maxAttributes/2) + `><a` + manyNamespaces(maxAttributes/2) + `/></a>`, false},
	{"length of a name", "a limit of the client", "<" + strings.Repeat("n", maxNameLength+1) + "/>", false},
}

// refusedByEncodingXML are documents that encoding/xml refuses although the
// standards allow them. The client must accept them.
var refusedByEncodingXML = []xmlDifference{
	{"name of the fifth edition", "XML section 2.3: the fifth edition allows more characters in names than the second, whose tables encoding/xml has", "<a\U00010000/>", false},
	{"version of XML 1.0", "XML section 2.8: a processor of the fifth edition reads documents labelled 1.x as 1.0", `<?xml version="1.9"?>` + emptyList, true},
}

const emptyList = `<ArrayOfObjStationData xmlns="` + namespace + `"/>`

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` b%d=""`, i)
	}
	return b.String()
}

func manyNamespaces(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` xmlns:b%d="u"`, i)
	}
	return b.String()
}

func (l xmlDifference) document() []byte {
	if l.whole {
		return []byte(l.example)
	}
	return []byte(`<ArrayOfObjStationData xmlns="` + namespace + `">` + l.example + `</ArrayOfObjStationData>`)
}

// TestDifferencesFromEncodingXML checks that each listed difference exists, and
// that scan or allowedByFifthEdition recognizes it.
func TestDifferencesFromEncodingXML(t *testing.T) {
	for _, l := range acceptedByEncodingXML {
		doc := l.document()
		_, peerErr := readPeer(soap.HTTPGet, doc)
		_, err := readOurs(t, soap.HTTPGet, doc)
		if peerErr != nil || err == nil {
			t.Errorf("%s: want an error of the client only; got encoding/xml: %v, client: %v: %.200q", l.name, peerErr, err, doc)
		}
		if scan(doc) == "" {
			t.Errorf("%s: scan does not recognize it in %.200q", l.name, doc)
		}
	}
	for _, l := range refusedByEncodingXML {
		doc := l.document()
		_, peerErr := readPeer(soap.HTTPGet, doc)
		_, err := readOurs(t, soap.HTTPGet, doc)
		if peerErr == nil || err != nil {
			t.Errorf("%s: want an error of encoding/xml only; got encoding/xml: %v, client: %v: %.200q", l.name, peerErr, err, doc)
		}
		if !allowedByFifthEdition(doc, peerErr) {
			t.Errorf("%s: allowedByFifthEdition does not recognize it in %.200q", l.name, doc)
		}
	}
}

func readOurs(t testing.TB, b soap.Binding, doc []byte) ([]realtime.ObjStationData, error) {
	return clientWithResponse(t, b, string(doc)).GetStationDataByCodeXML(t.Context(), nil)
}

// FuzzResponse checks that the client and encoding/xml either both refuse a
// document or read the same records from it, except for the listed differences.
func FuzzResponse(f *testing.F) {
	rng := rand.New(rand.NewPCG(7, 8))
	for form := range 1 << 5 {
		list := records(boardOperation.recordType(), 2)
		if form > 4 {
			list = randomRecords(rng, boardOperation.record, 2)
		}
		for _, b := range []soap.Binding{soap.SOAP11, soap.HTTPGet} {
			f.Add([]byte(newWriter(rng, form).document(boardOperation, b, list)))
		}
	}
	for _, table := range [][]xmlDifference{acceptedByEncodingXML, refusedByEncodingXML} {
		for _, l := range table {
			f.Add(l.document())
		}
	}
	const record = `<objStationData><Servertime>2026-11-21T10:11:12</Servertime><Duein> +1 </Duein><Late>-0</Late>`
	for _, fields := range []string{"", "<Origin/>", "<Origin>a<b>c</b>d</Origin>", "<Origin>&#13;&#xA;\r\n</Origin>", "<Late>1</Late>", "<Origin/><Origin/>", `<Origin xmlns="">x</Origin>`} {
		content := record + fields + "</objStationData>"
		f.Add([]byte(resultXML(boardOperation, soap.HTTPGet, content)))
		f.Add([]byte(resultXML(boardOperation, soap.SOAP11, content)))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if otherEncoding(doc) {
			return
		}
		for _, b := range []soap.Binding{soap.SOAP11, soap.HTTPGet} {
			compare(t, b, doc)
		}
	})
}

// compare reads a document with the client and with encoding/xml, and reports
// whether the client accepts it.
func compare(t *testing.T, b soap.Binding, doc []byte) bool {
	want, peerErr := readPeer(b, doc)
	got, err := readOurs(t, b, doc)
	violation := scan(doc)
	switch {
	case violation == unspecified:
	case violation != "":
		if err == nil {
			t.Errorf("%s: the client accepts %q, want an error: %s", b, doc, violation)
		}
	case err != nil && strings.Contains(err.Error(), "; its name is "): // which encoding/xml skips
	case err != nil && peerErr == nil:
		t.Errorf("%s: the client refuses %q, encoding/xml accepts it: %v", b, doc, err)
	case err == nil && peerErr != nil && !allowedByFifthEdition(doc, peerErr):
		t.Errorf("%s: the client accepts %q, encoding/xml refuses it: %v", b, doc, peerErr)
	case err == nil && peerErr == nil:
		if d := difference(got, want); d != "" {
			t.Errorf("%s: %s in %q", b, d, doc)
		}
	}
	return err == nil
}

// otherEncoding reports whether a document declares an encoding other than UTF-8.
// encoding/xml does not read those by itself.
func otherEncoding(doc []byte) bool {
	for _, mark := range []string{"\xFE\xFF", "\xFF\xFE", "\x00<", "<\x00", "\x00\x00\xFE\xFF"} {
		if bytes.HasPrefix(doc, []byte(mark)) {
			return true
		}
	}
	m := declaredEncoding.FindSubmatch(bytes.TrimPrefix(doc, []byte("\uFEFF")))
	return m != nil && !bytes.EqualFold(m[1], []byte("utf-8"))
}

var declaredEncoding = regexp.MustCompile(`^<\?xml[^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']?([^"'?> \t\r\n]*)`)

var fifthEdition = regexp.MustCompile(`^(\x{FEFF})?<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.[0-9]+["']`)

// allowedByFifthEdition reports whether a difference in refusedByEncodingXML
// explains the error of encoding/xml for a document.
func allowedByFifthEdition(doc []byte, peerErr error) bool {
	var syntax *xml.SyntaxError
	if errors.As(peerErr, &syntax) && strings.Contains(syntax.Msg, "invalid XML name") {
		return bytes.ContainsFunc(doc, func(r rune) bool { return r >= 0x80 })
	}
	return strings.Contains(peerErr.Error(), "unsupported version") && fifthEdition.Match(doc)
}
