package roundtrip

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

func utf16Bytes(s string, big, mark bool) string {
	var b strings.Builder
	units := utf16.Encode([]rune(s))
	if mark {
		units = append([]uint16{0xFEFF}, units...)
	}
	for _, u := range units {
		if big {
			b.WriteByte(byte(u >> 8))
		}
		b.WriteByte(byte(u))
		if !big {
			b.WriteByte(byte(u >> 8))
		}
	}
	return b.String()
}

// oneByte encodes text as ISO 8859-1, with the byte euro for the character €.
func oneByte(s string, euro byte) string {
	var b strings.Builder
	for _, r := range s {
		if r == '€' {
			b.WriteByte(euro)
		} else {
			b.WriteByte(byte(r))
		}
	}
	return b.String()
}

// TestRequestEncodings checks how a handler determines the encoding of an
// envelope: by the byte-order mark, else the charset parameter, else the XML
// declaration.
func TestRequestEncodings(t *testing.T) {
	declare := func(name string) string { return `<?xml version="1.0" encoding="` + name + `"?>` }
	const mark = "\uFEFF"
	for _, test := range []struct {
		name, charset, declaration string
		encode                     func(string) string
		text                       string
	}{
		{"no encoding given", "", "", nil, "é世😀"},
		{"declaration without encoding", "", `<?xml version="1.0"?>`, nil, "é世😀"},
		{"UTF-8", "utf-8", declare("utf-8"), nil, "é世😀"},
		{"UTF-8, quoted", `"UTF-8"`, declare("UTF-8"), nil, "é世😀"},
		{"UTF-8 with mark", "utf-8", mark + declare("utf-8"), nil, "é世😀"},
		{"mark before charset", "iso-8859-1", mark, nil, "é世😀"},
		{"mark and charset before declaration", "utf-8", mark + declare("iso-8859-1"), nil, "é世😀"},
		{"charset before declaration", "utf-8", declare("iso-8859-1"), nil, "é世😀"},
		{"US-ASCII", "us-ascii", declare("US-ASCII"), nil, "plain"},
		{"UTF-16LE with mark", "utf-16", declare("utf-16"), func(s string) string { return utf16Bytes(s, false, true) }, "é世😀"},
		{"UTF-16BE with mark", "utf-16", declare("utf-16"), func(s string) string { return utf16Bytes(s, true, true) }, "é世😀"},
		{"UTF-16 with mark, no encoding given", "", "", func(s string) string { return utf16Bytes(s, false, true) }, "é世😀"},
		{"UTF-16 mark before charset", "utf-8", declare("utf-8"), func(s string) string { return utf16Bytes(s, true, true) }, "é世😀"},
		{"UTF-16LE without mark", "utf-16le", declare("utf-16"), func(s string) string { return utf16Bytes(s, false, false) }, "é世😀"},
		{"UTF-16BE without mark", "utf-16be", "", func(s string) string { return utf16Bytes(s, true, false) }, "é世😀"},
		{"UTF-16 without mark, big-endian", "utf-16", declare("utf-16"), func(s string) string { return utf16Bytes(s, true, false) }, "é世😀"},
		{"UTF-16 by its declaration", "", declare("utf-16"), func(s string) string { return utf16Bytes(s, false, false) }, "é世😀"},
		{"ISO-8859-1", "iso-8859-1", "", func(s string) string { return oneByte(s, 0) }, "é\u0080ÿ"},
		{"ISO-8859-1 declared", "", declare("ISO-8859-1"), func(s string) string { return oneByte(s, 0) }, "é\u0080ÿ"},
		{"latin1", "latin1", declare("utf-8"), func(s string) string { return oneByte(s, 0) }, "éÿ"},
		{"windows-1252", "windows-1252", "", func(s string) string { return oneByte(s, 0x80) }, "€ é"},
		{"windows-1252 declared", "", `<?xml version='1.0'  encoding = 'Windows-1252' standalone="yes" ?>`, func(s string) string { return oneByte(s, 0x80) }, "€ é"},
		{"cp1252", "CP1252", "", func(s string) string { return oneByte(s, 0x80) }, "€ é"},
	} {
		for _, b := range soapBindings {
			t.Run(test.name+"/"+b.String(), func(t *testing.T) {
				var got callRecorder
				server := serve(t, got.service())
				r := soapRequest(b, "getStationsFilterXML", element("getStationsFilterXML", "<StationText>"+test.text+"</StationText>"))
				r.body = test.declaration + strings.TrimPrefix(r.body, prolog)
				if test.encode != nil {
					r.body = test.encode(r.body)
				}
				r.header["Content-Type"] = withCharset(b, test.charset)
				answer := send(t, server, r)
				if answer.status != http.StatusOK {
					t.Fatalf("got status %d, want 200: %s", answer.status, answer.body)
				}
				checkEqual(t, "Content-Type", answer.contentType(), responseTypes[b]) // responses are always UTF-8
				if d := difference(got.arguments, []*string{&test.text}); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// withCharset returns the media type of a binding with a charset parameter, if
// charset is not empty.
func withCharset(b soap.Binding, charset string) string {
	name, _, _ := strings.Cut(requestTypes[b], ";")
	if charset == "" {
		return name
	}
	return name + "; charset=" + charset
}

// TestInvalidRequestEncodings checks that an unknown encoding is an error with
// status 415, and bytes that are invalid in a known one a client fault.
func TestInvalidRequestEncodings(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	call := func(b soap.Binding, text string) string {
		return strings.TrimPrefix(envelope(b, element("getStationsFilterXML", "<StationText>"+text+"</StationText>")), prolog)
	}
	for _, b := range soapBindings {
		for _, test := range []struct{ charset, body, names string }{
			{"koi8-r", call(b, "a"), "koi8-r"},
			{"utf-7", call(b, "+AGEAYg-"), "utf-7"},
			{"", `<?xml version="1.0" encoding="EBCDIC-CP-US"?>` + call(b, "a"), "EBCDIC-CP-US"},
			{"", `<?xml version="1.0" encoding="Shift_JIS"?>` + call(b, "a"), "Shift_JIS"},
			{"utf-8", "\x00\x00\xFE\xFF" + call(b, "a"), "UTF-32"},
			{"x-\u00A0<y>", call(b, "a"), "<y>"},
		} {
			r := soapRequest(b, "getStationsFilterXML", "")
			r.body, r.header["Content-Type"] = test.body, withCharset(b, test.charset)
			got := send(t, server, r)
			if text := textLine(t, got); got.status != http.StatusUnsupportedMediaType || !strings.Contains(text, test.names) {
				t.Errorf("%s, %q: got status %d, text %q; want 415 and the encoding's name", b, test.names, got.status, text)
			}
			checkEqual(t, "Accept-Post", got.header.Get("Accept-Post"), "text/xml, application/soap+xml")
		}
		for _, test := range []struct{ charset, body, contains string }{
			{"us-ascii", call(b, "é"), "US-ASCII"},
			{"utf-8", call(b, "\xE9"), "UTF-8"},
			{"", `<?xml version="1.0" encoding="us-ascii"?>` + "\n" + call(b, "é"), "line 2"},
			{"", "\uFEFF" + `<?xml version="1.0" encoding="iso-8859-1"?>` + call(b, "a"), "the document is in UTF-8"},
			{"", `<?xml version="1.0" encoding="UTF-16"?>` + call(b, "a"), "the document is in UTF-8"},
			{"utf-16", utf16Bytes(call(b, "a"), true, true) + "x", "UTF-16"},
			{"utf-16le", utf16Bytes(call(b, "a"), false, false)[:99], "UTF-16"},
			{"utf-16", "\xFE\xFF\xD8\x00\x00<", "surrogate"},
			{"utf-16", call(b, "a"), "line 1"},
		} {
			r := soapRequest(b, "getStationsFilterXML", "")
			r.body, r.header["Content-Type"] = test.body, withCharset(b, test.charset)
			checkError(t, b, send(t, server, r), soap.FaultClient, test.contains, "line ", "column ")
		}
	}
}

// TestResponseEncodings checks that a client decodes responses in several
// encodings.
func TestResponseEncodings(t *testing.T) {
	for _, b := range bindings {
		op := operationNamed("getAllStationsXML")
		doc := strings.TrimPrefix(resultXML(op, b, "<objStation><StationDesc>é</StationDesc></objStation>"), prolog)
		base, _, _ := strings.Cut(responseTypes[b], ";")
		for typ, body := range map[string]string{
			base:                           doc,
			base + "; charset=iso-8859-1":  oneByte(doc, 0),
			base + ";charset=\"utf-16\"":   utf16Bytes(doc, true, true),
			base + "; charset=utf-16 ":     utf16Bytes(doc, false, true),
			base + "; charset=us-ascii; x": strings.Replace(doc, "é", "&#233;", 1),
			base + "; x=y":                 `<?xml version="1.0" encoding="windows-1252"?>` + oneByte(doc, 0x80),
		} {
			server := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", typ)
				w.Write([]byte(body))
			}))
			got, err := dial(t, server, b).GetAllStationsXML(t.Context())
			if err != nil {
				t.Errorf("%s, %s: %v", b, typ, err)
				continue
			}
			if d := difference(got, []realtime.ObjStation{{StationDesc: pointer("é")}}); d != "" {
				t.Errorf("%s, %s: %s", b, typ, d)
			}
		}
	}
}
