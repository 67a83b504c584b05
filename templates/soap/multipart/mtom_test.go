package multipart

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/xsd"
)

func include(id string) string { return `<x:Include href="cid:` + id + `"/>` }

// serveFile returns what a service gets of a request, and the answer.
func serveFile(mediaType, message string, opts ...soap.HandlerOption) (got *file, w *httptest.ResponseRecorder) {
	h := newFileHandler(func(_ context.Context, f *file) (*file, error) {
		got = f
		return new(file), nil
	}, opts...)
	w = post(h, parcelPath, mediaType, message)
	return got, w
}

func TestReadMTOM(t *testing.T) {
	parts := []string{"1@x|\x00\xff one", "two words|2", "http://tempuri.org/1/3|", "4@x|four"}
	anyContent := xsd.AnyType{Type: xsd.QName{Space: xsd.Namespace, Local: "base64Binary"}, Content: "Zm91cg=="}
	for name, test := range map[string]struct {
		content string
		want    file
	}{
		"a field":        {`<name>n</name><data>` + include("1@x") + `</data>`, file{Name: "n", Data: []byte("\x00\xff one")}},
		"white space":    {`<name>n</name><data> ` + "\n" + include("1@x") + ` </data>`, file{Name: "n", Data: []byte("\x00\xff one")}},
		"an end tag":     {`<name>n</name><data><x:Include href="CID:1@x"></x:Include></data>`, file{Name: "n", Data: []byte("\x00\xff one")}},
		"an escaped URL": {`<name>n</name><data>` + include("two%20words") + `</data>`, file{Name: "n", Data: []byte("2")}},
		"an empty part": {`<name>n</name><data>` + include("http%3A%2F%2Ftempuri.org%2F1%2F3") + `</data>`,
			file{Name: "n", Data: []byte{}}},
		"no part at all": {`<name>n</name><data>AAE=</data>`, file{Name: "n", Data: []byte{0, 1}}},
		"a list, with a value in place": {`<name>n</name><more>` + include("4@x") + `</more><more>AAE=</more><more>` + include("1@x") + `</more>`,
			file{Name: "n", More: [][]byte{[]byte("four"), {0, 1}, []byte("\x00\xff one")}}},
		"xs:anyType": {`<name>n</name><thing xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="` + xsd.Namespace +
			`" xsi:type="xs:base64Binary">` + include("4@x") + `</thing>`, file{Name: "n", Thing: &anyContent}},
		"xs:anySimpleType": {`<name>n</name><simple>` + include("4@x") + `</simple>`, file{Name: "n", Simple: &xsd.AnySimple{Text: "Zm91cg=="}}},
		"a type with attributes": {`<name>n</name><typed m:contentType="image/png" xmlns:m="` + xmimeNS + `">` + include("4@x") + `</typed>`,
			file{Name: "n", Typed: &typedData{"image/png", []byte("four")}}},
		"a wildcard": {`<name>n</name><a xmlns="urn:a"><b>` + include("4@x") + `</b><c>` + include("1@x") + `</c></a>`,
			file{Name: "n", Any: []xsd.RawXML{`<a xmlns:x="http://www.w3.org/2004/08/xop/include" xmlns="urn:a"><b>Zm91cg==</b><c>AP8gb25l</c></a>`}}},
	} {
		mediaType, message := xopMessage("store", test.content, parts...)
		got, w := serveFile(mediaType, message)
		if w.Code != http.StatusOK || !reflect.DeepEqual(got, &test.want) {
			t.Errorf("%s: status %d, %+v, not %+v\n%s", name, w.Code, got, test.want, w.Body)
		}
		mediaType, message = xopMessage("storeResponse", test.content, parts...)
		answer := responderFunc(func(*http.Request) (*http.Response, error) {
			w := httptest.NewRecorder()
			w.Header().Set("Content-Type", mediaType)
			w.WriteString(message)
			return w.Result(), nil
		})
		c, err := soap.NewCaller(fileContract(), "http://files.example/", contract.SOAP11, []soap.ClientOption{soap.WithHTTPClient(answer)})
		must(t, err)
		if got, err = soap.Invoke[*file](t.Context(), c, &opStore, &file{}); err != nil || !reflect.DeepEqual(got, &test.want) {
			t.Errorf("%s, client: %+v, not %+v: %v", name, got, test.want, err)
		}
	}
}

func TestReadMTOMErrors(t *testing.T) {
	const outside = "the element is in an element that is not of the type xs:base64Binary"
	const only = "the element must be the only content of the element around it"
	for name, test := range map[string]struct {
		content string
		want    string
		path    string
	}{
		"a missing part":             {`<data>` + include("5@x") + `</data>`, `the message has no part with the Content-ID "5@x"`, "store/data/Include"},
		"a part that is there twice": {`<data>` + include("twice") + `</data>`, `more than one part with the Content-ID "twice"`, "store/data/Include"},
		"a part that is used twice":  {`<data>` + include("1@x") + `</data><more>` + include("1@x") + `</more>`, `the part "1@x" is used twice`, "store/more[1]/Include"},
		"the root":                   {`<data>` + include("root@x") + `</data>`, "the element refers to the part that holds it", "store/data/Include"},
		"text before":                {`<data>AA==` + include("1@x") + `</data>`, outside, "store/data/Include"},
		"text after":                 {`<data>` + include("1@x") + `AA==</data>`, only, "store/data/Include"},
		"two":                        {`<data>` + include("1@x") + include("2@x") + `</data>`, only, "store/data/Include"},
		"content":                    {`<data><x:Include href="cid:1@x"><a/></x:Include></data>`, "the element xop:Include must be empty", "store/data/Include"},
		"text inside":                {`<data><x:Include href="cid:1@x">A</x:Include></data>`, "text between elements", "store/data/Include"},
		"one inside another":         {`<data><x:Include href="cid:1@x">` + include("2@x") + `</x:Include></data>`, "the element xop:Include must be empty", "store/data/Include"},
		"no URL":                     {`<data><x:Include/></data>`, `must be a URL of the scheme cid, and is ""`, "store/data/Include"},
		"another scheme":             {`<data><x:Include href="http://localhost/"/></data>`, `must be a URL of the scheme cid, and is "http://localhost/"`, "store/data/Include"},
		"a bad escape":               {`<data><x:Include href="cid:%zz"/></data>`, `must be a URL of the scheme cid, and is "cid:%zz"`, "store/data/Include"},
		"no Content-ID":              {`<data><x:Include href="cid:"/></data>`, `no part with the Content-ID ""`, "store/data/Include"},
		"another namespace":          {`<data><Include href="cid:1@x"/></data>`, "an element in a value of the type xs:base64Binary", "store/data/Include"},
		"a string":                   {`<name>` + include("1@x") + `</name>`, outside, "store/name/Include"},
		"no value":                   {include("1@x"), outside, "store/Include"},
		"a wildcard, missing":        {`<a xmlns="urn:a">` + include("5@x") + `</a>`, `no part with the Content-ID "5@x"`, "store/a[1]/Include"},
		"a wildcard, with text":      {`<a xmlns="urn:a">t` + include("1@x") + `</a>`, only, "store/a[1]/Include"},
		"xs:anyType, two":            {`<thing>` + include("1@x") + include("2@x") + `</thing>`, only, "store/thing/Include"},
	} {
		for _, strict := range []bool{false, true} {
			var opts []soap.HandlerOption
			if strict {
				opts = append(opts, soap.WithStrict())
			}
			mediaType, message := xopMessage("store", `<name>n</name>`+test.content, "1@x|1", "2@x|2", "twice|1", "twice|1")
			if name == "a string" {
				message = strings.Replace(message, "<name>n</name>", "", 1)
			}
			got, w := serveFile(mediaType, message, opts...)
			body := strings.NewReplacer("&#34;", `"`, "&quot;", `"`, "&lt;", "<").Replace(w.Body.String())
			if w.Code != http.StatusInternalServerError || got != nil || !strings.Contains(body, "Client") || !strings.Contains(body, test.want) || !strings.Contains(body, test.path) {
				t.Errorf("%s, strict %v: status %d: %s", name, strict, w.Code, body)
			}
		}
	}
}

// The form of the root is told by the media types of the message and of the part, of which peers give different ones.
func TestMTOMMediaTypes(t *testing.T) {
	for name, test := range map[string]struct{ outer, root string }{
		"W3C":    {`type="application/xop+xml"; start="<r>"; start-info="application/soap+xml; action=\"urn:a\""`, `application/xop+xml; charset=UTF-8; type="application/soap+xml; action=\"urn:a\""`},
		"JAX-WS": {`start="<r>"; type="application/xop+xml"; start-info="application/soap+xml"; action="urn:parcels/store"`, `application/xop+xml; charset=utf-8; type="application/soap+xml"`},
		"short":  {`type="application/xop+xml"; start-info="application/soap+xml"`, `application/xop+xml`},
		"none":   {`type="application/xop+xml"; start-info="application/soap+xml"`, ``},
		"npm":    {`type="application/xop+xml"; start="<r>"; start-info="text/xml"; action="urn:parcels/store"`, `application/xop+xml; charset=UTF-8; type="text/xml"`},
	} {
		message := "--b\r\nContent-ID: <r>\r\nContent-Type: " + test.root + "\r\n\r\n" + `<s:Envelope xmlns:s="` + soap.SOAP12Namespace + `"><s:Body><store xmlns="` + parcelNS +
			`"><name>n</name><data><Include xmlns="http://www.w3.org/2004/08/xop/include" href="cid:1"/></data></store></s:Body></s:Envelope>` +
			"\r\n--b\r\nContent-ID: <1>\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\n--b--"
		got, w := serveFile("multipart/related; boundary=b; "+test.outer, message)
		if w.Code != http.StatusOK || got == nil || !bytes.Equal(got.Data, []byte{0, 1, 2}) {
			t.Errorf("%s: status %d, %+v %s", name, w.Code, got, w.Body)
		}
	}
	if _, w := serveFile(`multipart/related; boundary=b; type="text/xml"`, "--b--"); !strings.Contains(w.Body.String(), "the message has no parts") {
		t.Errorf("attachments: %d %s", w.Code, w.Body)
	}
}

// checkerFunc is a Checker of messages.
type checkerFunc func(doc []byte) error

func (f checkerFunc) Message(_ context.Context, doc []byte, _ *soap.Comparison) error { return f(doc) }
func (checkerFunc) Value(context.Context, *contract.Operation, any) error             { return nil }

// Attachments of the contract may come beside the parts of values.
func TestAttachmentsBesideMTOM(t *testing.T) {
	var got *parcel
	h := newParcelHandler(func(_ context.Context, p *parcel) (*parcel, error) {
		got = p
		return p, nil
	})
	mediaType, message := xopMessage("swap", "<a>"+include("1")+"</a>", "1|x", "photo=2@x|", "note=1@x|text")
	if w := post(h, parcelPath, mediaType, message); w.Code != http.StatusOK || got == nil || got.Photo == nil || got.Note == nil {
		t.Errorf("status %d, %+v: %s", w.Code, got, w.Body)
	}
}

// largeFile returns a file with values that become parts, and such that do not.
func largeFile() *file {
	value := func(c byte) []byte { return bytes.Repeat([]byte{c, '\r', '\n'}, 400) }
	return &file{Name: "n", Data: value('1'), More: [][]byte{value('2'), []byte("short"), value('3')},
		Typed: &typedData{"image/png", value('4')}, Version: value('5')}
}

// exchanged is a message as it went over HTTP.
type exchanged struct {
	header http.Header
	body   []byte
}

// callFile calls a handler that returns what it gets, and returns the messages.
func callFile(t *testing.T, b contract.Binding, f *file, client []soap.ClientOption, handler []soap.HandlerOption, c *contract.Contract) (request, reply exchanged) {
	t.Helper()
	h := soap.NewHandler(c.With(&opStore), nil, func(_ context.Context, _ *contract.Operation, req any) (any, error) { return req, nil }, handler)
	doer := responderFunc(func(r *http.Request) (*http.Response, error) {
		var body bytes.Buffer
		body.ReadFrom(r.Body)
		request = exchanged{r.Header, body.Bytes()}
		r.Body = http.NoBody
		w := post(h, r.URL.Path, r.Header.Get("Content-Type"), body.String(), "Accept", r.Header.Get("Accept"))
		reply = exchanged{w.Header(), bytes.Clone(w.Body.Bytes())}
		return w.Result(), nil
	})
	caller, err := soap.NewCaller(c, "http://files.example"+parcelPath, b, append(client, soap.WithHTTPClient(doer)))
	must(t, err)
	got, err := soap.Invoke[*file](t.Context(), caller, &opStore, f)
	if err != nil || !reflect.DeepEqual(got, f) {
		t.Fatalf("%+v is %+v, %v", f, got, err)
	}
	return request, reply
}

func TestWriteMTOM(t *testing.T) {
	want := largeFile()
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		var seen []byte
		see := soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
			seen = call.Request
			return next(ctx)
		})
		both := WithMTOM(MTOM{})
		request, reply := callFile(t, b, want, []soap.ClientOption{both, see}, []soap.HandlerOption{both}, fileContract())
		if !bytes.Equal(seen, request.body) {
			t.Errorf("%s: an interceptor sees %q", b, seen)
		}
		for name, m := range map[string]exchanged{"request": request, "reply": reply} {
			contentType := m.header.Get("Content-Type")
			ids, contents := parts(t, contentType, m.body)
			_, params, _ := mime.ParseMediaType(contentType)
			_, root, _ := strings.Cut(string(m.body), "Content-Type: ")
			root, _, _ = strings.Cut(root, "\r\n")
			envelopeType := map[contract.Binding]string{contract.SOAP11: "text/xml", contract.SOAP12: "application/soap+xml"}[b]
			if params["type"] != media.XOP || params["start-info"] != envelopeType || params["start"] != ids[0] || media.Parse(root).Attribute("type") != envelopeType {
				t.Errorf("%s, %s: the media types are %q and %q", b, name, contentType, root)
			}
			if action := params["action"]; action != "" != (b == contract.SOAP12 && name == "request") || action != "" && action != parcelNS+"store" {
				t.Errorf("%s, %s: the action is %q", b, name, action)
			}
			if len(contents) != 5 || !slices.Equal(contents[1:], []string{string(want.Data), string(want.More[0]), string(want.More[2]), string(want.Typed.Value)}) {
				t.Fatalf("%s, %s: the parts are %q", b, name, contents)
			}
			for i, id := range ids[1:] {
				if ref := `href="cid:` + strings.Trim(id, "<>") + `"`; strings.Count(contents[0], ref) != 1 {
					t.Errorf("%s, %s: part %d, %s in %s", b, name, i+1, id, contents[0])
				}
			}
			if !strings.Contains(string(m.body), "\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\nContent-ID: "+ids[4]) {
				t.Errorf("%s, %s: the last part has not the media type of its element", b, name)
			}
			if !strings.Contains(contents[0], "c2hvcnQ=") || !strings.Contains(contents[0], ` p:version="NQ0KNQ0K`) {
				t.Errorf("%s, %s: a short value or an attribute is not in the envelope: %s", b, name, contents[0])
			}
		}
	}
}

func TestWhenMTOMIsSent(t *testing.T) {
	small, large := &file{Name: "n", Data: []byte("short")}, largeFile()
	policy := func(use contract.Use) *contract.Contract {
		c := fileContract()
		for i := range c.Ports {
			c.Ports[i].Policy = &contract.Policy{MTOM: use}
		}
		return c
	}
	none, must, may := fileContract(), policy(contract.Required), policy(contract.Optional)
	for name, test := range map[string]struct {
		contract        *contract.Contract
		file            *file
		client, handler soap.Option
		sent            [2]bool // request and reply
	}{
		"no option":                            {must, small, nil, nil, [2]bool{true, true}},
		"below the threshold":                  {none, small, WithMTOM(MTOM{}), WithMTOM(MTOM{}), [2]bool{false, false}},
		"a low threshold":                      {none, small, WithMTOM(MTOM{Threshold: 5}), WithMTOM(MTOM{Threshold: 6}), [2]bool{true, false}},
		"always":                               {none, small, WithMTOM(MTOM{Always: true}), nil, [2]bool{true, false}},
		"no policy":                            {none, large, ByPolicy(), ByPolicy(), [2]bool{false, false}},
		"required":                             {must, small, ByPolicy(), ByPolicy(), [2]bool{true, true}},
		"optional: a client names it":          {may, small, ByPolicy(), ByPolicy(), [2]bool{false, true}},
		"optional: a client does not":          {none, large, nil, ByPolicy(), [2]bool{false, false}},
		"optional: a client sends it":          {may, small, WithMTOM(MTOM{Always: true}), ByPolicy(), [2]bool{true, true}},
		"an option instead of the policy":      {must, small, WithMTOM(MTOM{}), WithMTOM(MTOM{}), [2]bool{false, false}},
		"the policy again":                     {must, small, soap.Options(WithMTOM(MTOM{}), ByPolicy()), ByPolicy(), [2]bool{true, true}},
		"never":                                {must, large, WithMTOM(MTOM{MaxParts: 1}), WithMTOM(MTOM{MaxParts: 1}), [2]bool{false, false}},
		"more values than there may be parts":  {none, large, WithMTOM(MTOM{MaxParts: 3}), nil, [2]bool{true, false}},
		"a checker sees values in their place": {none, large, soap.Options(WithMTOM(MTOM{}), wholeOnly(t)), soap.Options(WithMTOM(MTOM{}), wholeOnly(t)), [2]bool{true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			request, reply := callFile(t, contract.SOAP12, test.file, []soap.ClientOption{test.client}, []soap.HandlerOption{test.handler}, test.contract)
			for i, m := range []exchanged{request, reply} {
				if packed := strings.HasPrefix(m.header.Get("Content-Type"), media.Multipart); packed != test.sent[i] {
					t.Errorf("message %d: %s", i, m.header.Get("Content-Type"))
				}
			}
			if n := bytes.Count(request.body, []byte("Content-ID:")); name == "more values than there may be parts" && n != 3 {
				t.Errorf("%d parts", n)
			}
		})
	}
}

// wholeOnly returns a checker that refuses messages whose values are elsewhere.
func wholeOnly(t *testing.T) soap.Option {
	return soap.WithChecker(func(*contract.Contract) soap.Checker {
		return checkerFunc(func(doc []byte) error {
			if bytes.Contains(doc, []byte("Include")) || !bytes.Contains(doc, []byte("MQ0KMQ0K")) {
				t.Errorf("checked: %s", doc)
			}
			return nil
		})
	})
}

// Markup of an application, which may be of a stranger, does not refer to the parts of the message.
func TestMTOMWithForeignInclude(t *testing.T) {
	f := largeFile()
	f.Any = []xsd.RawXML{`<a xmlns="urn:a"><x:Include xmlns:x="` + codec.XOPNamespace + `" href="cid:1@parts.invalid"/></a>`}
	caller, err := soap.NewCaller(fileContract(), "http://files.example"+parcelPath, contract.SOAP11, []soap.ClientOption{WithMTOM(MTOM{})})
	must(t, err)
	if _, err := soap.Invoke[*file](t.Context(), caller, &opStore, f); err == nil || !strings.Contains(err.Error(), "must not have elements xop:Include") {
		t.Error(err)
	}
}
