package roundtrip

import (
	"bytes"
	"encoding/xml"
	"errors"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap"
)

func readOurs(t testing.TB, b soap.Binding, doc []byte) ([]realtime.ObjStationData, error) {
	return clientWithResponse(t, b, string(doc)).GetStationDataByCodeXML(t.Context(), nil)
}

// FuzzResponse checks that the client and encoding/xml either both refuse a document or read the same records from it. What is
// well-formed, which encoding/xml does not check, the compiler's reader of contracts says.
func FuzzResponse(f *testing.F) {
	list := records(boardOperation.recordType(), 5)
	noisy := strings.NewReplacer("<obj", "<!-- <Late>7</Late> -->\r\n\t <x a='1' xmlns=''>&#65;<![CDATA[<]]></x><obj",
		"><", "><?pi?>\n<", "&amp;", "&#0038;")
	prefixed := strings.NewReplacer("<s:", "<s:", "</s:", "</s:", "<?xml", "<?xml", "</", "</é:", "<", "<é:",
		` xmlns="`+namespace, ` xmlns:é="`+namespace)
	for _, b := range []soap.Binding{soap.SOAP11, soap.HTTPGet} {
		doc := resultXML(boardOperation, b, recordsXML(boardOperation.record, list))
		for _, form := range []string{doc, noisy.Replace(doc), prefixed.Replace(doc)} {
			f.Add([]byte(form))
			if got, err := readOurs(f, b, []byte(form)); err != nil || difference(got, list) != "" {
				f.Errorf("%s: %v, %s in %s", b, err, difference(got, list), form)
			}
		}
	}
	const record = `<objStationData><Servertime>2026-11-21T10:11:12</Servertime><Duein> +1 </Duein><Late>-0</Late>`
	for _, fields := range []string{
		"", "<Origin/>", "<Origin>a<b>c</b>d</Origin>", "<Origin>&#13;&#xA;\r\n</Origin>", "<Late>1</Late>", "<Origin/><Origin/>", `<Origin xmlns="">x</Origin>`,
		"<p:a/>", `<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>`, `<a b=""c=""/>`, `<a xmlns:p=""/>`, `&#xD800;`, "<!-- \x01 -->", `<?a"?>`, "<a\U00010000/>",
	} {
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

// compare reads a document with the client and with encoding/xml.
func compare(t *testing.T, b soap.Binding, doc []byte) {
	want, peerErr := readPeer(b, doc)
	got, err := readOurs(t, b, doc)
	tree, diags := xmltree.Parse("response", doc, xmltree.Limits{})
	wellFormed := tree != nil && !bytes.Contains(doc, []byte("<!DOCTYPE"))
	var syntax *xml.SyntaxError
	switch {
	case err == nil && !wellFormed:
		t.Errorf("%s: the client accepts %q, want an error: %s", b, doc, diags)
	case !wellFormed, bytes.Contains(doc, []byte("nil")): // encoding/xml does not know xsi:nil
	case err != nil && limited.MatchString(err.Error()): // which encoding/xml does not limit, or skips
	case err != nil && peerErr == nil:
		t.Errorf("%s: the client refuses %q, encoding/xml accepts it: %v", b, doc, err)
	case err == nil && errors.As(peerErr, &syntax), err == nil && peerErr != nil && strings.Contains(peerErr.Error(), "unsupported version"):
		// The fifth edition of XML allows more characters in names, and versions 1.1 to 1.9.
	case err == nil && peerErr != nil:
		t.Errorf("%s: the client accepts %q, encoding/xml refuses it: %v", b, doc, peerErr)
	case err == nil:
		if d := difference(got, want); d != "" {
			t.Errorf("%s: %s in %q", b, d, doc)
		}
	}
}

// limited matches the errors of documents beyond a limit, and of names that are almost known.
var limited = regexp.MustCompile(`deeper than 64 levels|more than 256 (attributes|namespace declarations)|more than 1024 bytes|; its name is `)

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
