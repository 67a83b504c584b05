package multipart

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// poster is a message without readers, in a contract that has some.
type poster struct{ Image []byte }

var typeOfPoster = schema.Type{NS: 1, Name: "poster", Zero: (*poster)(nil)}

var opHang = contract.Operation{
	Name: "hang", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		In:       schema.ElementName{NS: 1, Local: "hang"}, Out: []schema.ElementName{{NS: 1, Local: "hangResponse"}},
	}},
	Request: &typeOfPoster,
}

// cinema is the contract with both operations. Without streamed parts are read as they are for a contract without readers.
func cinema(streamed bool, opts ...soap.HandlerOption) (h http.Handler, served *int) {
	c := filmContract()
	c.Readers = streamed
	served = new(int)
	return soap.NewHandler(c.With(&opShow, &opHang), nil, func(_ context.Context, op *contract.Operation, _ any) (any, error) {
		*served++ // and reads nothing
		if op.Result == nil {
			return nil, nil
		}
		return &film{Video: strings.NewReader("")}, nil
	}, append(opts, soap.WithLogger(slog.New(slog.DiscardHandler)))), served
}

// TestSameVerdict: whether parts are read when they are asked for, before the service is called, or from memory, a message is
// accepted or refused for the same reason. What is wrong at its end is an error, even if the service has read nothing of it.
func TestSameVerdict(t *testing.T) {
	const more = "--b\r\nContent-ID: <extra>\r\n\r\nmore\r\n--b--\r\n"
	show, hang := "<name>n</name><video>"+include("1")+"</video>", "<image>"+include("1")+"</image>"
	for _, test := range []struct {
		name   string
		parts  []string
		change func(string) string
		strict bool
		want   string // part of the fault; "": there is none
	}{
		{name: "as it should be", parts: []string{"1|one"}},
		{name: "a part twice", parts: []string{"1|one", "1|two"}, want: "more than one part with the Content-ID"},
		{name: "a part twice, the other later", parts: []string{"1|one", "2|", "3|", "1|two"}, want: "more than one part with the Content-ID"},
		{name: "another envelope", parts: []string{"1|one", "root@x|<a/>"}, want: "of the envelope, too"},
		{name: "another envelope before its part", parts: []string{"root@x|<a/>", "1|one"}, want: "of the envelope, too"},
		{name: "a part and a reference without Content-ID", parts: []string{"|one"}, change: func(m string) string {
			return strings.Replace(strings.Replace(m, "cid:1", "cid:", 1), "Content-ID: <>\r\n", "", 1)
		}, want: `no part with the Content-ID ""`},
		{name: "an empty Content-ID", parts: []string{"|one"}, change: func(m string) string { return strings.Replace(m, "cid:1", "cid:", 1) },
			want: `no part with the Content-ID ""`},
		{name: "no part", want: "no part with the Content-ID"},
		{name: "a part that nothing refers to", parts: []string{"1|one", "2|two"}},
		{name: "such a part for a strict handler", parts: []string{"1|one", "2|two"}, strict: true, want: "is not in the contract"},
		{name: "such parts twice", parts: []string{"1|one", "2|two", "2|two"}},
		{name: "no end", parts: []string{"1|one"}, change: func(m string) string { return strings.TrimSuffix(m, "--b--\r\n") }, want: "part 2 of the message is not complete"},
		{name: "no field in a header", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nno field\r\n\r\ntwo\r\n--b--\r\n"
		}, want: "a line is not a field of a header"},
		{name: "an end in a header", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-ID: <2>\r\n"
		}, want: "part 3 of the message is not complete"},
		{name: "base64 after padding", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("QUFB", 255) + "QQ==QUFB\r\n--b--\r\n"
		}, want: "part 3 of the message: its content is not valid base64"},
		{name: "a header field twice", parts: []string{"1|one", "2>\r\nContent-ID: <3|two"}, want: "given more than once"},
		{name: "no base64", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--b--\r\n"
		}, want: "base64"},
		{name: "another transfer encoding", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-Transfer-Encoding: x\r\n\r\n!\r\n--b--\r\n"
		}, want: "is not supported"},
		{name: "line ends of two kinds", parts: []string{"1|one"}, change: func(m string) string { return strings.TrimSuffix(m, "\r\n--b--\r\n") + "\n" + more }},
	} {
		for op, content := range map[string]string{"show": show, "hang": hang} {
			for name, streamed := range map[string]bool{"asked for": true, "in memory": false} {
				var opts []soap.HandlerOption
				if test.strict {
					opts = append(opts, soap.WithStrict())
				}
				h, served := cinema(streamed, opts...)
				mediaType, message := xopMessage(op, content, test.parts...)
				if test.change != nil {
					message = test.change(message)
				}
				w := post(h, parcelPath, mediaType, message)
				fault := strings.NewReplacer("&#34;", `"`, "&quot;", `"`).Replace(w.Body.String())
				if (w.Code == http.StatusOK) != (test.want == "") || !strings.Contains(fault, test.want) || test.want == "" && *served != 1 {
					t.Errorf("%s, %s, %s: %d %s", test.name, op, name, w.Code, fault)
				}
				if test.want != "" && *served > 0 && (op == "hang" || !streamed) {
					t.Errorf("%s, %s, %s: the service was called", test.name, op, name)
				}
			}
		}
	}
}

// TestBoundOfReferences: as each element refers to another part, there are not more such elements than there may be parts.
func TestBoundOfReferences(t *testing.T) {
	content, parts := "<name>n</name><video>"+include("0")+"</video>", []string{"0|"}
	for i := 1; i < related.MaxParts-1; i++ {
		content += fmt.Sprintf("<scene>%s</scene>", include(fmt.Sprint(i)))
		parts = append(parts, fmt.Sprintf("%d|", i))
	}
	for _, streamed := range []bool{true, false} {
		h, served := cinema(streamed)
		for more, want := range map[string]string{"": "", "<scene>" + include("more") + "</scene>": "refer to more than 999 parts"} {
			mediaType, message := xopMessage("show", content+more, parts...)
			if w := post(h, parcelPath, mediaType, message); (w.Code == http.StatusOK) != (want == "") || !strings.Contains(w.Body.String(), want) {
				t.Errorf("streamed %v, %q: %d %s", streamed, more, w.Code, w.Body)
			}
		}
		if *served != 1 {
			t.Errorf("streamed %v: the service was called %d times", streamed, *served)
		}
	}
}

// TestSameVerdictOfClients is TestSameVerdict for replies: the reader that is read last returns the error.
func TestSameVerdictOfClients(t *testing.T) {
	for want, parts := range map[string][]string{
		"":                       {"1|one", "2|two"},
		"more than one part":     {"1|one", "2|", "1|two"},
		"of the envelope, too":   {"1|one", "2|", "root@x|<a/>"},
		"is not in the contract": {"1|one", "2|two"},
	} {
		mediaType, message := xopMessage("showResponse", "<name>n</name><video>"+include("1")+"</video>", parts...)
		server := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", mediaType)
			io.WriteString(w, message)
		}))
		for _, streamed := range []bool{true, false} {
			c := filmContract()
			c.Readers = streamed
			opts := []soap.ClientOption{soap.WithHTTPClient(server.Client())}
			if want == "is not in the contract" {
				opts = append(opts, soap.WithStrict())
			}
			caller, err := soap.NewCaller(c, server.URL+parcelPath, contract.SOAP11, opts)
			must(t, err)
			got, err := soap.Invoke[*film](t.Context(), caller, &opShow, &film{Video: strings.NewReader("")})
			if err == nil {
				_, err = io.ReadAll(got.Video)
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("streamed %v: %v, want %q", streamed, err, want)
			}
		}
	}
}

// TestSignedPartsOfReaders: a part that nobody has signed is refused also if the contract has readers.
func TestSignedPartsOfReaders(t *testing.T) {
	option := signed(t, true)
	for _, streamed := range []bool{true, false} {
		h, served := cinema(streamed, option)
		answer := httptest.NewRecorder()
		send := responderFunc(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			mediaType, message := xopMessage("show", "", "extra|nobody has signed it")
			before, rest, _ := strings.Cut(message, "<s:Envelope")
			_, after, _ := strings.Cut(rest, "</s:Envelope>")
			envelope := strings.TrimPrefix(string(body), `<?xml version="1.0" encoding="utf-8"?>`)
			answer = post(h, parcelPath, mediaType, before+envelope+after)
			return answer.Result(), nil
		})
		caller, err := soap.NewCaller(filmContract(), "http://localhost"+parcelPath, contract.SOAP11, []soap.ClientOption{option, soap.WithHTTPClient(send)})
		must(t, err)
		_, err = soap.Invoke[*film](t.Context(), caller, &opShow, &film{Video: strings.NewReader("v")})
		if *served > 0 || err == nil || !strings.Contains(answer.Body.String(), "could not be verified") {
			t.Errorf("streamed %v: %v, %s", streamed, err, answer.Body)
		}
	}
}

// packaging returns options with which a value or a document with the word bad is not valid.
func packaging(strict bool) *contract.PackagingOptions {
	invalid := func(text string) error {
		if strings.Contains(text, "bad") {
			return errors.New("it is bad")
		}
		return nil
	}
	return &contract.PackagingOptions{Attachments: parcelInfo, Message: &typeOfParcel, Strict: strict,
		NewEncoder:    func() *schema.Encoder { return codec.NewEncoder(parcelNamespaces, false) },
		NewDecoder:    func(doc []byte) *schema.Decoder { return codec.NewDecoder(doc, parcelNamespaces, schema.Limits{}) },
		CheckValue:    func(v any) error { return invalid(fmt.Sprintf("%s", v)) },
		CheckDocument: func(doc []byte) error { return invalid(string(doc)) },
	}
}

// TestWrongAttachments: what is wrong with an attachment is an error that names it, in both directions.
func TestWrongAttachments(t *testing.T) {
	for _, test := range []struct{ name, mediaType, content, want, strict string }{
		{"note", "text/plain", "good", "", ""},
		{"note", "text/plain", "bad", `the attachment "note": it is bad`, ""},
		{"note", "text/plain; charset=utf-8", "\xff", `the attachment "note": `, ""},
		{"note", "text/plain; charset=x-unknown", "good", `the attachment "note": `, ""},
		{"note", "text/html", "good", "", `the attachment "note" has the media type "text/html", not text/plain`},
		{"photo", "image/png", "good", "", ""},
		{"photo", "text/plain", "good", "", `the attachment "photo" has the media type "text/plain", not image/* or image/gif`},
		{"photo", "image/png", "bad", `the attachment "photo": it is bad`, ""},
		{"label", "text/xml", `<label xmlns="` + parcelNS + `"><Name>good</Name></label>`, "", ""},
		{"label", "text/xml", `<label xmlns="` + parcelNS + `"><Name>bad</Name></label>`, `the attachment "label": it is bad`, ""},
		{"label", "text/xml", `<label xmlns="` + parcelNS + `"><Name>`, `the attachment "label": `, ""},
		{"label", "text/xml; charset=x-unknown", `<label/>`, `the attachment "label": `, ""},
		{"marks", "text/plain", "1 2", "", ""},
		{"marks", "text/plain", "1 x", `"x" is not an xs:int`, ""},
		{"other", "text/plain", "good", "", `the part "other=1@x" of the message is not in the contract`},
	} {
		for _, strict := range []bool{false, true} {
			want := test.want
			if strict && test.strict != "" {
				want = test.strict
			}
			note := contract.BodyPart{ID: "note=0@x", MediaType: "text/plain", Content: []byte("x")}
			parts := []*contract.BodyPart{{ID: test.name + "=1@x", MediaType: test.mediaType, Content: []byte(test.content)}, &note}
			if test.name == "note" {
				parts = parts[:1]
			}
			if err := (Related{}).Attach(&parcel{}, parts, packaging(strict)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s %q (%s), strict %t: %v, want %s", test.name, test.content, test.mediaType, strict, err, want)
			}
		}
	}
	good, bad := "good", "bad"
	for want, p := range map[string]*parcel{
		"": {Note: &good, Photo: []byte("x"), Type: "image/png", Label: &label{"x"}, Marks: []int32{1}}, "note": {Note: &bad}, "photo": {Photo: []byte("bad")}, "label": {Label: &label{"bad"}},
		"not a media type": {Photo: []byte("x"), Type: "image/"}, "does not allow": {Photo: []byte("x"), Type: "text/html"},
	} {
		parts, err := Related{}.Pack(p, packaging(false))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", p, err, want)
		}
		if err != nil {
			continue
		}
		for i, mediaType := range []string{"text/plain; charset=utf-8", "image/png", "text/xml; charset=utf-8", "text/plain; charset=utf-8"}[:len(parts)] {
			if parts[i].MediaType != mediaType {
				t.Errorf("part %d is %+v", i, parts[i])
			}
		}
	}
	if parts, err := (Related{}).Pack(&parcel{Photo: []byte("x")}, packaging(false)); err != nil || parts[0].MediaType != "image/gif" {
		t.Errorf("%+v, %v: the media type is not the first of the contract", parts, err)
	}
}

// callFiles has a client with options call a service that gives an answer.
func callFiles(t *testing.T, mediaType, answer string, opts ...soap.ClientOption) (*file, error) {
	t.Helper()
	doer := responderFunc(func(*http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", mediaType)
		w.WriteString(answer)
		return w.Result(), nil
	})
	c, err := soap.NewCaller(fileContract(), "http://files.example/", contract.SOAP11, append(opts, soap.WithHTTPClient(doer)))
	must(t, err)
	return soap.Invoke[*file](t.Context(), c, &opStore, &file{})
}

// TestPartReferences: an attribute href, and xop:Include in a root part of any media type, refer to parts, with the default
// options of a client, and on a handler.
func TestPartReferences(t *testing.T) {
	png := &typedData{"image/png", []byte("two")}
	for name, test := range map[string]struct {
		content string
		want    file
	}{
		"href":            {`<name>n</name><data href="cid:1@x"/>`, file{Name: "n", Data: []byte("one")}},
		"an end tag":      {`<name>n</name><data href='CID:1%40x'> </data>`, file{Name: "n", Data: []byte("one")}},
		"a list":          {`<name>n</name><more href="cid:2@x"/><more>AAE=</more><more href="cid:1@x"/>`, file{Name: "n", More: [][]byte{[]byte("two"), {0, 1}, []byte("one")}}},
		"first of many":   {`<name>n</name><typed href="cid:2@x" m:contentType="image/png" xmlns:m="` + xmimeNS + `"/>`, file{Name: "n", Typed: png}},
		"last of many":    {`<name>n</name><typed xmlns:m="` + xmimeNS + `" m:contentType="image/png" href="cid:2@x"/>`, file{Name: "n", Typed: png}},
		"anySimpleType":   {`<name>n</name><simple href="cid:1@x"/>`, file{Name: "n", Simple: &xsd.AnySimple{Text: "b25l"}}},
		"anyType":         {`<name>n</name><thing href="cid:1@x"/>`, file{Name: "n", Thing: &xsd.AnyType{Attrs: []xsd.Attr{{Name: xsd.QName{Local: "href"}, Value: "cid:1@x"}}}}},
		"another element": {`<name>n</name><unknown href="cid:1@x"/>`, file{Name: "n"}},
		"xop:Include":     {`<name>n</name><data>` + include("1@x") + `</data>`, file{Name: "n", Data: []byte("one")}},
	} {
		for _, form := range []string{`type="application/xop+xml"; start-info="text/xml"`, `type="text/xml"`, `start="<root@x>"`} {
			for _, root := range []string{"text/xml", "application/xop+xml; type=\"text/xml\"", ""} {
				_, message := xopMessage("storeResponse", test.content, "1@x|one", "2@x|two")
				message = strings.Replace(message, `application/xop+xml; charset=utf-8; type="text/xml"`, root, 1)
				got, err := callFiles(t, "multipart/related; boundary=b; "+form, message)
				if err != nil || !reflect.DeepEqual(got, &test.want) {
					t.Errorf("%s, %s, %s: %+v, not %+v: %v", name, form, root, got, test.want, err)
				}
			}
		}
		mediaType, message := xopMessage("store", test.content, "1@x|one", "2@x|two")
		if got, w := serveFile(mediaType, message); w.Code != http.StatusOK || !reflect.DeepEqual(got, &test.want) {
			t.Errorf("%s, handler: status %d, %+v, not %+v\n%s", name, w.Code, got, test.want, w.Body)
		}
	}
}

// TestPartReferenceErrors: a reference that gives no value is an error that names it, also where a message has no parts.
func TestPartReferenceErrors(t *testing.T) {
	for _, test := range []struct{ content, parts, plain string }{
		{`<data href="cid:5@x"/>`, `/data): the message has no part with the Content-ID "5@x"`, `/data): the element refers to the part "5@x", but the message has no parts`},
		{`<data>` + include("5@x") + `</data>`, `/data/Include): the message has no part with the Content-ID "5@x"`, `/data/Include): the element refers to the part "5@x", but the message has no parts`},
		{`<data href="cid:1@x">AAE=</data>`, "the attribute href refers to a part, but the element has content", "but the element has content"},
		{`<data href="cid:1@x"/><more href="cid:1@x"/>`, `/more[1]): the part "1@x" is used twice`, `/data): the element refers to the part "1@x"`},
		{`<name href="cid:1@x"/>`, `/name): the attribute href refers to the part "1@x", but the element is not of the type xs:base64Binary`, `the part "1@x", but the element is not`},
		{`<name>` + include("1@x") + `</name>`, "/name/Include): the element is in an element that is not of the type xs:base64Binary", "/name/Include): the element is in"},
		{`<typed href="cid:5@x" m:contentType="a" xmlns:m="` + xmimeNS + `"/>`, `no part with the Content-ID "5@x"`, `the part "5@x", but the message has no parts`},
		{include("1@x"), "/Include): the element is in an element that is not of the type xs:base64Binary", "/Include): the element is in"},
	} {
		mediaType, message := xopMessage("storeResponse", `<name>n</name>`+test.content, "1@x|1")
		if strings.Contains(test.content, "<name") {
			message = strings.Replace(message, "<name>n</name>", "", 1)
		}
		_, envelope, _ := strings.Cut(message, "\r\n\r\n")
		envelope, _, _ = strings.Cut(envelope, "\r\n--b")
		for want, call := range map[string][2]string{test.parts: {mediaType, message}, test.plain + " ": {"text/xml", envelope}} {
			if _, err := callFiles(t, call[0], call[1]); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
				t.Errorf("%s as %s: %v, not %s", test.content, call[0], err, want)
			}
		}
	}
}

// TestPartReferencesAreChecked: a checker sees the content of a part in its place, without the attribute that refers to it.
func TestPartReferencesAreChecked(t *testing.T) {
	var checked []string
	check := soap.WithChecker(func(*contract.Contract) soap.Checker {
		return checkerFunc(func(doc []byte) error {
			checked = append(checked, string(doc))
			return nil
		})
	})
	mediaType, message := xopMessage("storeResponse", `<name>n</name><typed m:contentType="a" href="cid:1" xmlns:m="`+xmimeNS+`"/><data a="href" />`, "1|\x00\x01")
	message = strings.Replace(message, "<s:Body>", `<s:Header><a xmlns="urn:a"/></s:Header><s:Body>`, 1)
	got, err := callFiles(t, mediaType, message, check)
	want := `<typed m:contentType="a"  xmlns:m="` + xmimeNS + `">AAE=</typed><data a="href" />`
	if err != nil || len(got.Typed.Value) != 2 || len(checked) != 2 || !strings.Contains(checked[1], want) {
		t.Errorf("%+v, %v, %q, not %s", got, err, checked, want)
	}
	if _, err := callFiles(t, mediaType, message, soap.WithStrict()); err == nil || !strings.Contains(err.Error(), "the attribute href is not known here") {
		t.Errorf("strict: %v", err)
	}
	mediaType, message = xopMessage("store", "<name>n</name><data>"+include("2")+"</data>", "1|x")
	got, w := serveFile(mediaType, message, check)
	if got != nil || len(checked) != 2 || !strings.Contains(w.Body.String(), "store/data/Include") {
		t.Errorf("a part that is missing: %+v, %s, %q", got, w.Body, checked)
	}
}

// TestFormsOfMultipart: an answer may have text or an empty line before its first boundary, and line ends without carriage returns
// (RFC 2046, section 5.1.1).
func TestFormsOfMultipart(t *testing.T) {
	mediaType, message := xopMessage("storeResponse", `<name>n</name><data href="cid:1@x"/>`, "1@x|one")
	for name, form := range map[string]string{
		"a preamble":             "This is a message with parts.\r\n\r\n" + message,
		"a preamble with dashes": "-- \r\n--bb\r\n" + message,
		"an empty line":          "\r\n" + message,
		"LF":                     strings.ReplaceAll(message, "\r\n", "\n"),
		"LF, and an empty line":  "\n\n" + strings.ReplaceAll(message, "\r\n", "\n"),
		"LF, and a preamble":     "text\n" + strings.ReplaceAll(message, "\r\n", "\n"),
		"an epilogue":            message + "text\r\n",
		"no last line end":       strings.TrimSuffix(message, "\r\n"),
		"blanks":                 strings.ReplaceAll(message, "--b\r\n", "--b  \t\r\n"),
		"CRLF in front of LF":    "\r\n" + strings.ReplaceAll(message, "\r\n", "\n"),
	} {
		for _, mediaType := range []string{mediaType, `multipart/related; boundary="b"; type="text/xml"`, "multipart/related; boundary=b"} {
			if got, err := callFiles(t, mediaType, form); err != nil || string(got.Data) != "one" {
				t.Errorf("%s, %s: %+v, %v", name, mediaType, got, err)
			}
		}
	}
}
