package roundtrip

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
)

var soapBindings = []soap.Binding{soap.SOAP11, soap.SOAP12}

// callRecorder records the last call of its service, which returns a nil list.
type callRecorder struct {
	operation string
	arguments []*string
}

func (r *callRecorder) service() service {
	return func(_ context.Context, operation string, arguments []*string) (any, error) {
		*r = callRecorder{operation, append([]*string{}, arguments...)}
		return nil, nil
	}
}

// mustNotBeCalled returns a service that fails the test if it is called.
func mustNotBeCalled(t *testing.T) service {
	return func(_ context.Context, operation string, _ []*string) (any, error) {
		t.Errorf("the service was called for %s", operation)
		return nil, nil
	}
}

// TestMalformedEnvelopes checks that the response to malformed XML is a client
// fault that names line and column.
func TestMalformedEnvelopes(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	filter := func(content string) string { return element("getStationsFilterXML", content) }
	text := func(content string) string { return filter("<StationText>" + content + "</StationText>") }
	for _, test := range []struct {
		name     string
		content  string                       // content of the Body
		whole    func(envelope string) string // if set, returns the whole document
		contains string                       // text in the fault's reason
	}{
		{name: "nothing", whole: func(string) string { return "" }, contains: "line 1, column 1"},
		{name: "no markup", whole: func(string) string { return "hello" }, contains: "line 1, column 1"},
		{name: "one byte", whole: func(string) string { return "<" }, contains: "line 1, column"},
		{name: "a tag that does not end", whole: func(string) string { return "<s:Envelope" }, contains: "line 1, column 12"},
		{name: "cut short", whole: func(e string) string { return "\n\n" + strings.TrimPrefix(e, prolog)[:120] }, contains: "line 3, column"},
		{name: "cut before the last tag", whole: func(e string) string { return strings.TrimSuffix(e, "</s:Envelope>") }, contains: "line 1, column"},
		{name: "two roots", whole: func(e string) string { return e + "\n<x/>" }, contains: "line 2, column 1"},
		{name: "text after the root", whole: func(e string) string { return e + "\nx" }, contains: "line 2, column 1"},
		{name: "text before the root", whole: func(e string) string { return "x" + strings.TrimPrefix(e, prolog) }, contains: "line 1, column 1"},
		{name: "declaration not first", whole: func(e string) string { return "\n" + e }, contains: "line 2, column 1"},
		{name: "XML 1.1", whole: func(e string) string { return `<?xml version="1.1"?>` + strings.TrimPrefix(e, prolog) }, contains: "version"},
		{name: "end tag of another name", content: filter("<StationText></Stationtext>"), contains: "</Stationtext>"},
		{name: "end tag too many", content: filter("</StationText>"), contains: "line 1, column"},
		{name: "end tag missing", content: filter("<StationText>"), contains: "line 1, column"},
		{name: "name of digits", content: filter("<1/>"), contains: "line 1, column"},
		{name: "attribute without value", content: filter("<StationText a/>"), contains: "line 1, column"},
		{name: "attribute without quotes", content: filter("<StationText a=1/>"), contains: "quote"},
		{name: "attribute twice", content: filter(`<StationText a="1" a="2"/>`), contains: "twice"},
		{name: "attribute twice by namespace", content: filter(`<StationText xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"/>`), contains: "twice"},
		{name: "no space between attributes", content: filter(`<StationText a="1"b="2"/>`), contains: "white space"},
		{name: "< in an attribute", content: filter(`<StationText a="<"/>`), contains: "line 1, column"},
		{name: "undeclared prefix", content: filter("<p:StationText/>"), contains: "prefix p"},
		{name: "undeclared prefix of an attribute", content: filter(`<StationText p:a=""/>`), contains: "prefix p"},
		{name: "prefix that goes out of scope", content: filter(`<a xmlns:p="u"/><p:b/>`), contains: "prefix p"},
		{name: "two colons", content: filter("<a:b:c/>"), contains: "line 1, column"},
		{name: "unknown entity", content: text("&nbsp;"), contains: "&nbsp;"},
		{name: "bare ampersand", content: text("a & b"), contains: "line 1, column"},
		{name: "character reference to nothing", content: text("&#0;"), contains: "&#0;"},
		{name: "character reference to a surrogate", content: text("&#xD800;"), contains: "&#xD800;"},
		{name: "character reference out of range", content: text("&#x110000;"), contains: "&#x110000;"},
		{name: "control character", content: text("\x01"), contains: "U+0001"},
		{name: "NUL", content: text("a\x00b"), contains: "U+0000"},
		{name: "U+FFFE", content: text("\uFFFE"), contains: "U+FFFE"},
		{name: "]]> in text", content: text("]]>"), contains: "]]>"},
		{name: "invalid UTF-8", content: text("\xFF"), contains: "UTF-8"},
		{name: "overlong UTF-8", content: text("\xC0\x80"), contains: "UTF-8"},
		{name: "surrogate in UTF-8", content: text("\xED\xA0\x80"), contains: "UTF-8"},
		{name: "cut UTF-8", content: text("\xE4\xB8"), contains: "UTF-8"},
		{name: "invalid UTF-8 in a name", content: filter("<a\xFF/>"), contains: "line 1, column"},
		{name: "invalid UTF-8 in a comment", content: filter("<!-- \xFF -->"), contains: "UTF-8"},
		{name: "-- in a comment", content: filter("<!-- a -- b -->"), contains: "comment"},
		{name: "comment that does not end", content: filter("<!-- "), contains: "comment"},
		{name: "CDATA section that does not end", content: text("<![CDATA[ "), contains: "CDATA"},
		{name: "processing instruction that does not end", content: text("<?x "), contains: "instruction"},
		{name: "declaration inside", content: text("<!ELEMENT a ANY>"), contains: "line 1, column"},
	} {
		for _, b := range soapBindings {
			t.Run(test.name+"/"+b.String(), func(t *testing.T) {
				doc := envelope(b, test.content)
				if test.whole != nil {
					doc = test.whole(envelope(b, filter("")))
				}
				r := soapRequest(b, "getStationsFilterXML", "")
				r.body = doc
				checkError(t, b, send(t, server, r), soap.FaultClient, test.contains, "line ", "column ")
			})
		}
	}
}

const prolog = `<?xml version="1.0" encoding="utf-8"?>`

// TestDocumentTypeDeclarationsAreRefused checks that no document type declaration
// is accepted.
func TestDocumentTypeDeclarationsAreRefused(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	laughs := `<!DOCTYPE a [<!ENTITY a0 "lol">`
	for i := range 9 {
		laughs += fmt.Sprintf(`<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
	}
	for name, declaration := range map[string]string{
		"empty":     `<!DOCTYPE s:Envelope>`,
		"external":  `<!DOCTYPE s:Envelope SYSTEM "file:///etc/passwd">`,
		"public":    `<!DOCTYPE a PUBLIC "-//X//Y" "http://127.0.0.1:1/x.dtd">`,
		"entity":    `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
		"laughs":    laughs + `]>`,
		"commented": "<!-- first -->\n<!DOCTYPE a>",
		"unclosed":  `<!DOCTYPE a [`,
	} {
		for _, b := range soapBindings {
			r := soapRequest(b, "getStationsFilterXML", "")
			r.body = prolog + declaration + strings.TrimPrefix(envelope(b, element("getStationsFilterXML", "<StationText>&a9;&x;</StationText>")), prolog)
			t.Run(name+"/"+b.String(), func(t *testing.T) {
				checkError(t, b, send(t, server, r), soap.FaultClient, "document type declaration", "line ", "column ")
			})
		}
	}
}

// TestInvalidEnvelopes sends well-formed documents that are not a call of an
// operation.
func TestInvalidEnvelopes(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	open := func(b soap.Binding) string { return `<s:Envelope xmlns:s="` + envelopeNS[b] + `">` }
	call := element("getAllStationsXML", "")
	whole := func(f func(b soap.Binding) string) func(soap.Binding) string { return f }
	body := func(content string) func(soap.Binding) string {
		return func(b soap.Binding) string { return envelope(b, content) }
	}
	for _, test := range []struct {
		name     string
		doc      func(soap.Binding) string
		contains string // text in the fault's reason
	}{
		{"no Body", whole(func(b soap.Binding) string { return open(b) + "</s:Envelope>" }), "no Body"},
		{"no Body, closed tag", whole(func(b soap.Binding) string { return strings.TrimSuffix(open(b), ">") + "/>" }), "no Body"},
		{"a Header and no Body", whole(func(b soap.Binding) string { return open(b) + "<s:Header/></s:Envelope>" }), "no Body"},
		{"no Body but the call", whole(func(b soap.Binding) string { return open(b) + call + "</s:Envelope>" }), "Body"},
		{"Body of no namespace", whole(func(b soap.Binding) string { return open(b) + "<Body>" + call + "</Body></s:Envelope>" }), "Body"},
		{"two Bodies", whole(func(b soap.Binding) string {
			return open(b) + "<s:Body>" + call + "</s:Body><s:Body/></s:Envelope>"
		}), "Body"},
		{"Header after the Body", whole(func(b soap.Binding) string {
			return open(b) + "<s:Body>" + call + "</s:Body><s:Header/></s:Envelope>"
		}), "after the Body"},
		{"empty Body", body(""), "Body is empty"},
		{"text in the Body", body("getAllStationsXML"), "Body is empty"},
		{"two calls", body(call + call), "more than one element"},
		{"unknown operation", body(element("noSuch", "")), "noSuch"},
		{"operation in another case", body(element("getallstationsxml", "")), "getallstationsxml"},
		{"with in another case", body(element("getStationDataByNameXML_WithNumMins", "")), "getStationDataByNameXML_WithNumMins"},
		{"operation of no namespace", body("<getAllStationsXML/>"), "getAllStationsXML"},
		{"operation of another namespace", body(`<getAllStationsXML xmlns="http://realtime.rail.example"/>`), "getAllStationsXML"},
		{"a response", body(element("getAllStationsXMLResponse", "")), "getAllStationsXMLResponse"},
		{"an array", body(element("ArrayOfObjStation", "")), "ArrayOfObjStation"},
		{"a fault", body(`<s:Fault/>`), "Fault"},
		{"a parameter twice", body(element("getStationsFilterXML", "<StationText>a</StationText><StationText>b</StationText>")), "StationText"},
	} {
		for _, b := range soapBindings {
			t.Run(test.name+"/"+b.String(), func(t *testing.T) {
				r := request{"POST", path, map[string]string{"Content-Type": requestTypes[b]}, test.doc(b)}
				checkError(t, b, send(t, server, r), soap.FaultClient, test.contains)
			})
		}
	}
}

// TestEquivalentRequests sends the same call in several forms.
func TestEquivalentRequests(t *testing.T) {
	var got callRecorder
	server := serve(t, got.service())
	const op = "getTrainMovementsXML"
	for name, content := range map[string]string{
		"plain":            element(op, "<TrainId>A1</TrainId><TrainDate>x</TrainDate>"),
		"other order":      element(op, "<TrainDate>x</TrainDate><TrainId>A1</TrainId>"),
		"indented":         element(op, "\n  <TrainId>A1</TrainId>\r\n\t<TrainDate>x</TrainDate>\n"),
		"prefixed":         `<p:` + op + ` xmlns:p="` + namespace + `"><p:TrainId>A1</p:TrainId><p:TrainDate>x</p:TrainDate></p:` + op + `>`,
		"other prefix":     `<p:` + op + ` xmlns:p="` + namespace + `"><q:TrainId xmlns:q="` + namespace + `">A1</q:TrainId><TrainDate xmlns="` + namespace + `">x</TrainDate></p:` + op + `>`,
		"CDATA":            element(op, "<TrainId><![CDATA[A]]><![CDATA[1]]></TrainId><TrainDate>x</TrainDate>"),
		"comments":         element(op, "<!-- a --><TrainId>A<!-- b -->1<?c d?></TrainId><TrainDate>x</TrainDate>"),
		"references":       element(op, "<TrainId>&#65;&#x31;</TrainId><TrainDate>x</TrainDate>"),
		"unknown elements": element(op, `<x><TrainId>no</TrainId></x><TrainId>A1</TrainId><TrainIds xmlns="urn:x">no</TrainIds><TrainDate>x</TrainDate><train/>`),
		"attributes":       element(op, `<TrainId a="1" xml:lang="en">A1</TrainId><TrainDate xmlns:p="urn:p" p:a=">">x</TrainDate>`),
		"typed":            element(op, `<TrainId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:d="http://www.w3.org/2001/XMLSchema" i:type="d:string">A1</TrainId><TrainDate>x</TrainDate>`),
		"wide tags":        "<" + op + "\n\txmlns = '" + namespace + "' ><TrainId >A1</TrainId\n><TrainDate >x</TrainDate ></" + op + " >",
	} {
		for _, b := range soapBindings {
			t.Run(name+"/"+b.String(), func(t *testing.T) {
				got = callRecorder{}
				answer := send(t, server, soapRequest(b, op, content))
				if answer.status != http.StatusOK {
					t.Fatalf("got status %d, want 200: %s", answer.status, answer.body)
				}
				if got.operation != op {
					t.Errorf("got operation %q, want %q", got.operation, op)
				}
				if d := difference(got.arguments, []*string{pointer("A1"), pointer("x")}); d != "" {
					t.Error(d)
				}
			})
		}
	}
	nils := element(op, `<TrainId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/><TrainDate/>`)
	for _, b := range soapBindings {
		send(t, server, soapRequest(b, op, nils))
		if d := difference(got.arguments, []*string{nil, pointer("")}); d != "" {
			t.Errorf("%s: nil parameter: %s", b, d)
		}
	}
}

// TestActionMustMatchBody checks that the SOAPAction of SOAP 1.1 and the action of SOAP 1.2 may be omitted, and otherwise
// must not belong to another operation than that of the element in the Body, unless both are overloads of one.
func TestActionMustMatchBody(t *testing.T) {
	const op = "getStationDataByNameXML_withNumMins"
	var got callRecorder
	server := serve(t, got.service())
	for _, b := range soapBindings {
		for _, test := range []struct {
			action   string
			accepted bool
		}{
			{``, true},
			{`""`, true},
			{`"` + namespace + op + `"`, true},
			{namespace + op, true},
			{`"urn:other#` + op + `"`, true},
			{namespace + `#` + op, true},
			{`"` + namespace + `getStationDataByNameXML"`, true}, // the other overload
			{`"` + namespace + `getStationDataByCodeXML"`, false},
			{`"` + namespace + `getStationDataByNameXML_WithNumMins"`, true},
			{`"` + namespace + `"`, true},
			{op, true},
			{`"urn:other#getAllStationsXML"`, false},
			{`"` + namespace + `no such & <thing>"`, true},
		} {
			got = callRecorder{}
			r := soapRequest(b, op, element(op, ""))
			r.setAction(b, test.action)
			answer := send(t, server, r)
			if test.accepted {
				if answer.status != http.StatusOK || got.operation != op {
					t.Errorf("%s, action %s: got status %d, operation %q; want 200 and the operation of the Body: %s", b, test.action, answer.status, got.operation, answer.body)
				}
				continue
			}
			checkError(t, b, answer, soap.FaultClient, namespace+op, strings.Trim(test.action, `"`))
			if got.operation != "" {
				t.Errorf("%s, action %s: the service was called for %s", b, test.action, got.operation)
			}
		}
		// The header or parameter of the other SOAP version is ignored.
		r := soapRequest(b, op, element(op, ""))
		if b == soap.SOAP12 {
			r.header["SOAPAction"] = `"urn:other"`
		} else {
			r.header["Content-Type"] += `; action="urn:other"`
		}
		if answer := send(t, server, r); answer.status != http.StatusOK {
			t.Errorf("%s: got status %d, want 200: %s", b, answer.status, answer.body)
		}
	}
}

// TestEnvelopeLimits checks the limits of the depth of elements, the number of
// attributes and the length of names.
func TestEnvelopeLimits(t *testing.T) {
	t.Parallel()
	server := serve(t, always(nil, nil))
	small := serve(t, always(nil, nil), soap.WithLimits(soap.Limits{Depth: 5, Attributes: 3, NameLength: 30}))
	nested := func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) }
	attributes := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ` a%d=""`, i)
		}
		return "<a" + b.String() + "/>"
	}
	const known = "<StationText/>" // without a parameter, unknown elements are an error
	const above = 3                // Envelope, Body and the operation
	for _, test := range []struct {
		name     string
		server   *httptest.Server
		content  string
		contains string // text in the fault's reason; "" if the request is accepted
	}{
		{"64 levels", server, nested(64 - above), ""},
		{"65 levels", server, nested(65 - above), "deeper than 64 levels"},
		{"a million levels", server, strings.Repeat("<a>", 1_000_000), "deeper than 64 levels"},
		{"element in a parameter", server, "<StationText>" + nested(65-above) + "</StationText>", "StationText/a): an element inside a value that is text"},
		{"5 levels", small, nested(2), ""},
		{"6 levels", small, nested(3), "deeper than 5 levels"},
		{"256 attributes", server, attributes(256), ""},
		{"257 attributes", server, attributes(257), "256 attributes"},
		{"100,000 attributes", server, attributes(100_000), "256 attributes"},
		{"3 attributes", small, attributes(3), ""},
		{"4 attributes", small, attributes(4), "3 attributes"},
		{"256 namespaces in scope", server, `<a` + manyNamespaces(127) + `><a` + manyNamespaces(127) + `/></a>`, ""},
		{"258 namespaces in scope", server, `<a` + manyNamespaces(128) + `><a` + manyNamespaces(128) + `/></a>`, "256 namespace declarations in scope"},
		{"name of 1024 bytes", server, "<" + strings.Repeat("n", 1024) + "/>", ""},
		{"name of 1025 bytes", server, "<" + strings.Repeat("n", 1025) + "/>", "1024 bytes"},
		{"name of a megabyte", server, "<" + strings.Repeat("n", 1<<20) + "/>", "1024 bytes"},
		{"name of 31 bytes", small, "<" + strings.Repeat("n", 31) + "/>", "30 bytes"},
	} {
		for _, b := range soapBindings {
			t.Run(test.name+"/"+b.String(), func(t *testing.T) {
				got := send(t, test.server, soapRequest(b, "getStationsFilterXML", element("getStationsFilterXML", test.content+known)))
				if test.contains == "" {
					if got.status != http.StatusOK {
						t.Errorf("got status %d, want 200: %s", got.status, got.body)
					}
					return
				}
				checkError(t, b, got, soap.FaultClient, test.contains, "line 1, column ")
				if len(got.body) > 4096 {
					t.Errorf("got a response of %d bytes, want at most 4096", len(got.body))
				}
			})
		}
	}
}
