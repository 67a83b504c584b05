package multipart

import (
	"bytes"
	"context"
	"mime"
	"net/http"
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
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	if _, err := soap.Invoke[*file](t.Context(), caller, &opStore, f); err == nil || !strings.Contains(err.Error(), "must not have elements xop:Include") {
		t.Error(err)
	}
}

// Values in parts go beside the attachments of the contract; here there are attachments only.
func TestMTOMWithAttachments(t *testing.T) {
	note := "x"
	h := newParcelHandler(func(_ context.Context, p *parcel) (*parcel, error) { return p, nil }, WithMTOM(MTOM{Always: true}))
	caller, err := soap.NewCaller(parcelContract(), "http://localhost"+parcelPath, contract.SOAP11, []soap.ClientOption{
		soap.WithHTTPClient(handlerDoer{h}), WithMTOM(MTOM{Always: true})})
	if err != nil {
		t.Fatal(err)
	}
	got, err := soap.Invoke[*parcel](t.Context(), caller, &opSwap, &parcel{Note: &note, Photo: []byte("p")})
	if err != nil || *got.Note != note || string(got.Photo) != "p" {
		t.Errorf("%+v, %v", got, err)
	}
}

// Options that seal and open envelopes may ask for values in their places.
func TestMTOMIsSealed(t *testing.T) {
	want := largeFile()
	for _, whole := range []bool{false, true} {
		var sealed, opened [][]byte
		around := soap.WithEnvelopes("test", func(*contract.Port, bool) *soap.Envelopes {
			return &soap.Envelopes{
				EnvelopeFacts: soap.EnvelopeFacts{Whole: whole},
				Send: func(context.Context, *soap.Call, *soap.Fault) (soap.Sending, error) {
					return soap.Sending{Blocks: `<t:a xmlns:t="urn:t">MQ0K</t:a>`, Seal: func(envelope []byte) ([]byte, error) {
						sealed = append(sealed, envelope)
						return envelope, nil
					}}, nil
				},
				Open: func(ctx context.Context, _ *soap.Call, envelope []byte) (context.Context, []byte, error) {
					opened = append(opened, bytes.Clone(envelope))
					return ctx, envelope, nil
				},
			}
		})
		both := soap.Options(WithMTOM(MTOM{}), around)
		request, reply := callFile(t, contract.SOAP12, want, []soap.ClientOption{both}, []soap.HandlerOption{both}, fileContract())
		for i, m := range []exchanged{request, reply} {
			_, contents := parts(t, m.header.Get("Content-Type"), m.body)
			if len(contents) != 5 || strings.Count(contents[0], "Include") != 4 || !strings.Contains(contents[0], "<t:a ") || len(opened) != 2 || !bytes.Equal(sealed[i], opened[i]) {
				t.Errorf("whole %v, message %d: %d parts, %s", whole, i, len(contents), contents[0])
			}
			if bytes.Contains(sealed[i], []byte("Include")) == whole {
				t.Errorf("whole %v, message %d: sealed is %s", whole, i, sealed[i])
			}
		}
	}
}
