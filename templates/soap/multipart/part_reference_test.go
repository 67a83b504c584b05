package multipart

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

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
	if err != nil {
		t.Fatal(err)
	}
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
	got, err := callFiles(t, mediaType, message, check)
	want := `<typed m:contentType="a"  xmlns:m="` + xmimeNS + `">AAE=</typed><data a="href" />`
	if err != nil || len(got.Typed.Value) != 2 || len(checked) != 2 || !strings.Contains(checked[1], want) {
		t.Errorf("%+v, %v, %q, not %s", got, err, checked, want)
	}
	if _, err := callFiles(t, mediaType, message, soap.WithStrict()); err == nil || !strings.Contains(err.Error(), "the attribute href is not known here") {
		t.Errorf("strict: %v", err)
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
