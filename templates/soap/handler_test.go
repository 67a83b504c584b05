package soap

import (
	"context"
	"encoding/binary"
	"encoding/xml"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf16"

	"example.com/quartet/templates/soap/contract"
)

// echo is a service whose stop is named after the request.
func echo() *depotFuncs {
	return &depotFuncs{
		getStops: func(context.Context) ([]stop, error) { return nil, nil },
		getStopsWithKind: func(_ context.Context, req *getStopsWithKind) ([]stop, error) {
			if req.Kind == nil {
				return []stop{{Name: "(none)"}}, nil
			}
			return []stop{{Name: *req.Kind}}, nil
		},
		getStop: func(_ context.Context, req *getStop) (*stop, error) {
			return &stop{Name: req.Code, Late: req.NumMins}, nil
		},
	}
}

// faultOf reads a fault with encoding/xml.
func faultOf(t *testing.T, w *httptest.ResponseRecorder) (code, reason string) {
	t.Helper()
	var doc struct {
		XMLName xml.Name
		Body    struct {
			Fault struct {
				Code11   string `xml:"faultcode"`
				Reason11 string `xml:"faultstring"`
				Code12   string `xml:"Code>Value"`
				Reason12 string `xml:"Reason>Text"`
			}
		}
	}
	if err := xml.Unmarshal(w.Body.Bytes(), &doc); err != nil {
		t.Fatalf("%v\n%s", err, w.Body)
	}
	f := doc.Body.Fault
	switch doc.XMLName {
	case xml.Name{Space: SOAP11Namespace, Local: "Envelope"}:
		if ct := w.Header().Get("Content-Type"); ct != "text/xml; charset=utf-8" {
			t.Errorf("Content-Type %q", ct)
		}
		if f.Code12 != "" {
			t.Errorf("a fault of SOAP 1.2 in SOAP 1.1: %s", w.Body)
		}
		return f.Code11, f.Reason11
	case xml.Name{Space: SOAP12Namespace, Local: "Envelope"}:
		if ct := w.Header().Get("Content-Type"); ct != "application/soap+xml; charset=utf-8" {
			t.Errorf("Content-Type %q", ct)
		}
		return f.Code12, f.Reason12
	}
	t.Errorf("not an envelope: %s", w.Body)
	return "", ""
}

// checkText checks an answer in one line of plain text.
func checkText(t *testing.T, w *httptest.ResponseRecorder, status int, text string) {
	t.Helper()
	body := w.Body.String()
	if w.Code != status || !strings.Contains(body, text) {
		t.Errorf("%d %q, want %d %q", w.Code, body, status, text)
	}
	if strings.Count(body, "\n") != 1 || !strings.HasSuffix(body, "\n") || strings.ContainsAny(body, "\r\u2028") {
		t.Errorf("not one line: %q", body)
	}
	if ct := w.Header().Get("Content-Type"); ct != "text/plain; charset=utf-8" {
		t.Errorf("Content-Type %q", ct)
	}
	if w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Error("no nosniff")
	}
}

func TestStatusOfHTTP(t *testing.T) {
	h := newDepotHandler(echo(), WithMaxRequestBytes(2000))
	envelope11 := envelope(contract.SOAP11, element("count", ""))
	tests := []struct {
		name, method, target, mediaType, body string
		status                                int
		text                                  string
		header                                string // "Name: value"
	}{
		{"other media type", "POST", depotPath, "application/json", envelope11, 415, `"application/json"`, "Accept-Post: text/xml, application/soap+xml"},
		{"no media type", "POST", depotPath, "", envelope11, 415, "text/xml or application/soap+xml", "Accept-Post: text/xml, application/soap+xml"},
		{"form at the bare path", "POST", depotPath, formMediaType, "", 415, formMediaType, "Accept-Post: text/xml, application/soap+xml"},
		{"unknown encoding", "POST", depotPath, "text/xml; charset=koi8-r", envelope11, 415, `"koi8-r"`, "Accept-Post: text/xml, application/soap+xml"},
		{"unknown encoding declared", "POST", depotPath, "text/xml", `<?xml version="1.0" encoding="EBCDIC"?>` + envelope11, 415, "EBCDIC", "Accept-Post: text/xml, application/soap+xml"},
		{"large envelope", "POST", depotPath, "text/xml", envelope11 + strings.Repeat(" ", 2000), 413, "2000 bytes", ""},
		{"large form", "POST", depotPath + "/count", formMediaType, strings.Repeat("&", 2001), 413, "2000 bytes", ""},
		{"unknown operation", "GET", depotPath + "/nothing", "", "", 404, `unknown operation "nothing"`, ""},
		{"unknown operation, POST", "POST", depotPath + "/nothing", formMediaType, "", 404, `unknown operation "nothing"`, ""},
		{"operation in another case", "GET", depotPath + "/Count", "", "", 404, `there is "/depot/depot.asmx/count"`, ""},
		{"escaped slash before the operation", "GET", depotPath + "%2fcount", "", "", 404, `the service is at "/depot/depot.asmx"`, ""},
		{"escaped slash before the operation, POST", "POST", depotPath + "%2Fcount", formMediaType, "", 404, "nothing is served", ""},
		{"escaped slash in the operation", "GET", depotPath + "/cou%2fnt", "", "", 404, `unknown operation "cou%2Fnt"`, ""},
		{"escaped slash in the address", "POST", "/depot%2fdepot.asmx", "text/xml", envelope11, 404, "nothing is served", ""},
		{"null in the path", "GET", depotPath + "%00count", "", "", 404, "nothing is served", ""},
		{"operation of SOAP only", "GET", depotPath + "/reset", "", "", 404, "unknown operation", ""},
		{"line ends in the path", "GET", depotPath + "/a%0D%0Ab%E2%80%A8", "", "", 404, `"a\r\nb\u2028"`, ""},
		{"other path", "GET", "/", "", "", 404, `nothing is served at this path; the service is at "/depot/depot.asmx"`, ""},
		{"other path, POST", "POST", "/depot", "text/xml", envelope11, 404, `the service is at "/depot/depot.asmx"`, ""},
		{"put an envelope", "PUT", depotPath, "text/xml", envelope11, 405, "GET, HEAD, POST", "Allow: GET, HEAD, POST"},
		{"delete an operation", "DELETE", depotPath + "/count", "", "", 405, "", "Allow: GET, HEAD, POST"},
		{"other media type for a form", "POST", depotPath + "/count", "text/xml", "x=1", 415, `"text/xml"`, "Accept-Post: " + formMediaType},
		{"form without media type", "POST", depotPath + "/count", "", "x=1", 415, "", "Accept-Post: " + formMediaType},
		{"form in an unknown encoding", "POST", depotPath + "/count", formMediaType + "; charset=utf-16", "x=1", 415, "utf-16", "Accept-Post: " + formMediaType},
		{"repeated", "GET", depotPath + "/getStop?Code=a&Code=a", "", "", 400, `"Code" is given twice`, ""},
		{"wrong case", "GET", depotPath + "/getStop?Code=a&nummins=5", "", "", 400, `"nummins" is not known; its name is "NumMins"`, ""},
		{"wrong case, required", "GET", depotPath + "/getStop?code=a", "", "", 400, `its name is "Code"`, ""},
		{"required", "GET", depotPath + "/getStop?NumMins=5", "", "", 400, `"Code" is missing`, ""},
		{"bad escape", "GET", depotPath + "/getStop?Code=%zz", "", "", 400, `bad escape "%zz"`, ""},
		{"bad escape in an unknown one", "POST", depotPath + "/getStop", formMediaType, "Code=a&x=%1", 400, `bad escape "%1"`, ""},
		{"bad escape without parameters", "GET", depotPath + "/count?%", "", "", 400, "bad escape", ""},
		{"invalid UTF-8", "GET", depotPath + "/getStop?Code=%FF", "", "", 400, "invalid UTF-8", ""},
		{"no character of XML", "GET", depotPath + "/getStop?Code=%00", "", "", 400, "U+0000", ""},
		{"not a number", "POST", depotPath + "/getStop", formMediaType, "Code=a&NumMins=1.5", 400, `the parameter NumMins: "1.5" is not an xs:int`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := ask(h, test.method, test.target, test.mediaType, test.body)
			checkText(t, w, test.status, test.text)
			if name, value, ok := strings.Cut(test.header, ": "); ok && w.Header().Get(name) != value {
				t.Errorf("%s: %q, want %q", name, w.Header().Get(name), value)
			}
		})
	}
	w := ask(h, "POST", depotPath, "text/xml", "x", "Content-Encoding", "br")
	checkText(t, w, 415, `"br"`)
	if got := w.Header().Get("Accept-Encoding"); got != "gzip" {
		t.Errorf("Accept-Encoding %q", got)
	}
}

// utf16Text returns text as UTF-16 without a byte-order mark.
func utf16Text(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

func TestEncodings(t *testing.T) {
	h := newDepotHandler(echo())
	doc := func(declared string) string {
		return `<?xml version="1.0"` + declared + `?>` + envelope(contract.SOAP11, element("getStops_WithKind", "<Kind>%s</Kind>"))
	}
	little, big := binary.LittleEndian, binary.BigEndian
	text := "é世\U0001F682"
	utf := strings.Replace(doc(""), "%s", text, 1)
	tests := []struct{ name, mediaType, doc, want string }{
		{"UTF-8", "text/xml", utf, text},
		{"UTF-8, quoted", `text/xml; charset="UTF-8"`, utf, text},
		{"UTF-8 with a mark that contradicts", "text/xml; charset=iso-8859-1", "\xEF\xBB\xBF" + utf, text},
		{"UTF-8 by parameter, declared as UTF-16", "text/xml; charset=utf-8", strings.Replace(doc(` encoding="utf-16"`), "%s", text, 1), text},
		{"UTF-8 by parameter, against the declaration", "text/xml; charset=utf-8", strings.Replace(doc(` encoding="iso-8859-1"`), "%s", text, 1), text},
		{"UTF-16LE with a mark", "text/xml", "\xFF\xFE" + utf16Text(utf, little), text},
		{"UTF-16BE with a mark", "text/xml; charset=utf-16", "\xFE\xFF" + utf16Text(utf, big), text},
		{"UTF-16 without a mark", "text/xml; charset=utf-16", utf16Text(utf, big), text},
		{"UTF-16 without a mark, the other order", "text/xml; charset=utf-16", utf16Text(utf, little), text},
		{"UTF-16LE by parameter", "text/xml; charset=utf-16le", utf16Text(utf, little), text},
		{"UTF-16 by its declaration", "text/xml", utf16Text(utf, big), text},
		{"UTF-16LE by its declaration", "text/xml", utf16Text(utf, little), text},
		{"ISO-8859-1 by parameter", "text/xml; charset=Latin1", strings.Replace(doc(""), "%s", "\xE9\xA4", 1), "é¤"},
		{"ISO-8859-1 by declaration", "text/xml", strings.Replace(doc(` encoding='ISO-8859-1'`), "%s", "\xE9", 1), "é"},
		{"windows-1252", "text/xml; charset=windows-1252", strings.Replace(doc(""), "%s", "\x80\x99\xE9", 1), "€™é"},
		{"US-ASCII", "text/xml; charset=us-ascii", strings.Replace(doc(""), "%s", "a&#xE9;", 1), "aé"},
	}
	for _, test := range tests {
		if w := ask(h, "POST", depotPath, test.mediaType, test.doc); !strings.Contains(w.Body.String(), "<Name>"+test.want+"</Name>") {
			t.Errorf("%s: %d %s", test.name, w.Code, w.Body)
		}
	}
	bad := map[string][3]string{
		"UTF-16 cut":          {"text/xml", "\xFE\xFF\x00", "ends inside"},
		"unpaired surrogate":  {"text/xml", "\xFE\xFF\x00\n\x00<\xD8\x00\x00a", "line 2, column 2: the UTF-16 surrogate 0xD800 is not paired"},
		"surrogates reversed": {"text/xml", "\xFF\xFE\x00\xDC\x00\xD8", "0xDC00"},
		"declared as UTF-16":  {"text/xml", strings.Replace(doc(` encoding="UTF-16"`), "%s", "a", 1), `"UTF-16", but the document is in UTF-8; correct the declaration, or set the parameter charset=utf-8`},
		"wide, not declared":  {"text/xml", "\xFF\xFE" + utf16Text(doc(` encoding="UTF-8"`), little), `"UTF-8", but the document is in UTF-16LE; correct the declaration, or set the parameter charset=utf-16le`},
		"byte beyond ASCII":   {"text/xml; charset=ascii", "<a>\xE9", "line 1, column 4: the byte 0xE9 is not US-ASCII"},
	}
	for name, test := range bad {
		if code, reason := faultOf(t, ask(h, "POST", depotPath, test[0], test[1])); code != "soap:Client" || !strings.Contains(reason, test[2]) {
			t.Errorf("%s: %s %s", name, code, reason)
		}
	}
	checkText(t, ask(h, "POST", depotPath, "text/xml", "\xFF\xFE\x00\x00<\x00\x00\x00"), 415, "UTF-32")
}
