package soap

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

const otherNS = "urn:example:other"

func otherName(local string) xsd.QName { return xsd.QName{Space: otherNS, Local: local} }

var (
	tenantHeader = NewHeader[string](otherName("tenant"))
	hopsHeader   = NewHeader[int32](otherName("hops"))
	placeHeader  = NewHeader[*stop](otherName("place"))
	rawHeader    = NewHeader[xsd.RawXML](otherName("raw"))
	anyHeader    = NewHeader[xsd.RawXML](xsd.QName{})
)

// newEchoHandler returns a handler that replies with the headers that it receives.
func newEchoHandler(opts ...HandlerOption) http.Handler {
	return serveMethods(&depotContract, &depotDocuments, []method{
		methodOf(&opNoted, func(ctx context.Context, req any) (any, error) {
			tenantHeader.ReplyAll(ctx, tenantHeader.All(ctx)...)
			hopsHeader.ReplyAll(ctx, hopsHeader.All(ctx)...)
			placeHeader.ReplyAll(ctx, placeHeader.All(ctx)...)
			rawHeader.ReplyAll(ctx, rawHeader.All(ctx)...)
			return nil, nil
		}),
	}, opts)
}

func dialNoted(t *testing.T, h http.Handler, b contract.Binding, opts ...ClientOption) *Caller {
	t.Helper()
	server := newServer(t, h)
	c, err := NewCaller(&depotContract, server.URL+depotPath, b, opts)
	must(t, err)
	return c
}

func TestUndeclaredHeaders(t *testing.T) {
	raw := xsd.RawXML(`<o:raw xmlns:o="` + otherNS + `" a="1"><b xmlns="urn:b">t</b></o:raw>`)
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		c := dialNoted(t, newEchoHandler(), b)
		ctx := tenantHeader.WithAll(t.Context(), "a & b", "<c>")
		ctx = hopsHeader.With(hopsHeader.With(ctx, 1), 7)
		ctx = placeHeader.With(ctx, &stop{Name: "Howth", Late: Ptr[int32](3)})
		ctx = rawHeader.With(ctx, raw)
		ctx, out := NewOutbound(ctx)
		if _, err := c.Do(ctx, &opNoted, nil); err != nil {
			t.Fatal(err)
		}
		if got := tenantHeader.AllReceived(out); !slices.Equal(got, []string{"a & b", "<c>"}) {
			t.Errorf("%s: %q", b, got)
		}
		if got := hopsHeader.AllReceived(out); !slices.Equal(got, []int32{7}) {
			t.Errorf("%s: %v", b, got)
		}
		if got, ok := placeHeader.Received(out); !ok || got.Name != "Howth" || *got.Late != 3 {
			t.Errorf("%s: %v", b, got)
		}
		if got, ok := rawHeader.Received(out); !ok || got != raw {
			t.Errorf("%s: %s, want %s", b, got, raw)
		}
		if got := anyHeader.AllReceived(out); len(got) != 5 || codec.RawXMLName(got[0]) != otherName("tenant") {
			t.Errorf("%s: %q", b, got)
		}
	}
}

// TestUndeclaredHeadersThatAreAbsent: nothing is sent for a nil value, and nothing of one call is in another.
func TestUndeclaredHeadersThatAreAbsent(t *testing.T) {
	var body string
	h := newEchoHandler(WithInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
		body = string(call.Request)
		return next(ctx)
	}))
	c := dialNoted(t, h, contract.SOAP12)
	ctx := tenantHeader.With(t.Context(), "x")
	if _, err := c.Do(rawHeader.With(placeHeader.With(t.Context(), nil), ""), &opNoted, nil); err != nil || strings.Contains(body, "Header") {
		t.Errorf("%v\n%s", err, body)
	}
	if _, err := c.Do(tenantHeader.WithAll(ctx), &opNoted, nil); err != nil || strings.Contains(body, "Header") {
		t.Errorf("%v\n%s", err, body)
	}
	if _, err := c.Do(rawHeader.With(ctx, "<a>"), &opNoted, nil); err == nil {
		t.Error("markup that is not well-formed was sent")
	}
	if _, err := c.Do(tenantHeader.With(ctx, "\x00"), &opNoted, nil); err == nil {
		t.Error("a character that XML does not allow was sent")
	}
}

// TestMandatoryUndeclaredHeader: what one side sends as mandatory, the other must know.
func TestMandatoryUndeclaredHeader(t *testing.T) {
	tenant, raw := NewHeader[string](otherName("tenant")), NewHeader[xsd.RawXML](otherName("raw"))
	tenant.MustUnderstand, raw.MustUnderstand = true, true
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		contexts := map[string]context.Context{
			"tenant": tenant.With(t.Context(), "x"),
			"raw":    raw.With(t.Context(), xsd.RawXML(`<o:raw xmlns:soap="urn:x" soap:mustUnderstand="9" xmlns:o="`+otherNS+`"/>`)),
		}
		for name, ctx := range contexts {
			_, err := dialNoted(t, newEchoHandler(), b).Do(ctx, &opNoted, nil)
			if f, ok := AsFault(err); !ok || f.Code != FaultMustUnderstand || !strings.Contains(f.Reason, name) {
				t.Errorf("%s, %s: %v", b, name, err)
			}
			known := WithUnderstood(otherName(name))
			if _, err := dialNoted(t, newEchoHandler(known), b, known).Do(ctx, &opNoted, nil); err != nil {
				t.Errorf("%s, %s: %v", b, name, err)
			}
			tenant.Role, raw.Role = otherRole, otherRole
			if _, err := dialNoted(t, newEchoHandler(), b).Do(ctx, &opNoted, nil); err != nil {
				t.Errorf("%s, %s for another role: %v", b, name, err)
			}
			tenant.Role, raw.Role = "", ""
		}
		reply := headed(b, `<tenant xmlns="`+otherNS+`" s:mustUnderstand="1">x</tenant>`, element("notedResponse", ""))
		address := answer(t, 200, contentType(b), reply)
		if _, err := dialDepot(t, address, b).c.Do(t.Context(), &opNoted, nil); err == nil || !strings.Contains(err.Error(), "mandatory") {
			t.Errorf("%s: %v", b, err)
		}
		ctx, out := NewOutbound(t.Context())
		_, err := dialDepot(t, address, b, WithUnderstood(otherName("tenant"))).c.Do(ctx, &opNoted, nil)
		if got, ok := tenantHeader.Received(out); err != nil || !ok || got != "x" {
			t.Errorf("%s: %q, %v", b, got, err)
		}
	}
}

// TestUnreadableUndeclaredHeader: interceptors learn why, and nothing else does.
func TestUnreadableUndeclaredHeader(t *testing.T) {
	var wrong error
	h := newEchoHandler(WithInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
		_, wrong = ReceivedHeaders(call, hopsHeader)
		if _, ok := hopsHeader.From(ctx); ok {
			t.Error("an invalid header is there")
		}
		return next(ctx)
	}))
	block := fmt.Sprintf(`<hops xmlns="%s">many</hops>`, otherNS)
	if w := askNoted(h, contract.SOAP11, block); w.Code != 200 || wrong == nil || !strings.Contains(wrong.Error(), "hops") {
		t.Errorf("%d, %v", w.Code, wrong)
	}
	text := panicOf(func() { NewHeader[map[string]int](otherName("map")).Encode(codec.NewEncoder(nil, false), nil) })
	if !strings.Contains(text, "map[string]int") {
		t.Errorf("the panic is %q", text)
	}
}

// TestServiceWithoutHTTP: a test of a service makes the context that a handler would.
func TestServiceWithoutHTTP(t *testing.T) {
	call := &Call{Service: "Depot", Operation: "noted", Binding: contract.SOAP12}
	SetReceived(call, noteHeader, "a", "b")
	SetReceived(call, tenantHeader, "t")
	ctx := NewInbound(t.Context(), call)
	call.RequestHeader.Set("X-In", "in")
	service := func(ctx context.Context) {
		got, _ := CallInfo(ctx)
		replyHeader.Reply(ctx, strings.Join(noteHeader.All(ctx), " "))
		tenant, _ := tenantHeader.From(ctx)
		tenantHeader.Reply(ctx, tenant+got.RequestHeader.Get("X-In"))
		got.ResponseHeader.Set("X-Out", "out")
	}
	service(ctx)
	if got := Replied(call, replyHeader); !slices.Equal(got, []string{"a b"}) {
		t.Errorf("replied %q", got)
	}
	if got := Replied(call, tenantHeader); !slices.Equal(got, []string{"tin"}) || call.ResponseHeader.Get("X-Out") != "out" {
		t.Errorf("replied %q, %v", got, call.ResponseHeader)
	}
}

// An operation that replies with one header for each that it received.

var (
	noteHeader  = &Header[string]{Element: schema.ElementName{NS: 1, Local: "note"}, Value: stringHeader}
	replyHeader = &Header[string]{Element: schema.ElementName{NS: 1, Local: "reply"}, Value: stringHeader}

	stringHeader = &schema.Value{Zero: (*string)(nil), Row: schema.Row{Kind: codec.KindString, Occurs: schema.Once}}
)

var opNoted = contract.Operation{
	Name: "noted", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		In:       schema.ElementName{NS: 1, Local: "noted"},
		Out:      []schema.ElementName{{NS: 1, Local: "notedResponse"}},
		More:     &contract.WireMore{Headers: []contract.Header{noteHeader}, OutHeaders: []contract.Header{replyHeader}},
	}},
}

func newNotedHandler(opts ...HandlerOption) http.Handler {
	return serveMethods(&depotContract, &depotDocuments, []method{
		methodOf(&opNoted, func(ctx context.Context, req any) (any, error) {
			replyHeader.ReplyAll(ctx, noteHeader.All(ctx)...)
			return nil, nil
		}),
		methodOf(&opReset, func(context.Context, any) (any, error) { return nil, nil }),
	}, opts)
}

// askNoted sends header blocks with the operation noted.
func askNoted(h http.Handler, b contract.Binding, blocks string) *httptest.ResponseRecorder {
	return ask(h, "POST", depotPath, envelopeType(b), headed(b, blocks, element("noted", "")))
}

// headed returns an envelope with header blocks, in which d is the prefix of the depot.
func headed(b contract.Binding, blocks, content string) string {
	return strings.Replace(envelope(b, content), "<s:Body>", `<s:Header xmlns:d="`+depotNS+`">`+blocks+"</s:Header><s:Body>", 1)
}

// replies returns the headers of a response.
func replies(w *httptest.ResponseRecorder) string {
	var all []string
	for _, part := range strings.Split(w.Body.String(), "<reply ")[1:] {
		_, text, _ := strings.Cut(part, ">")
		text, _, _ = strings.Cut(text, "<")
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

const (
	ownRole   = "urn:example:gateway"
	otherRole = "urn:example:audit"
)

// The roles that SOAP defines.
const (
	soap11Next     = "http://schemas.xmlsoap.org/soap/actor/next"
	soap12Next     = SOAP12Namespace + "/role/next"
	soap12None     = SOAP12Namespace + "/role/none"
	soap12Ultimate = SOAP12Namespace + "/role/ultimateReceiver"
)

// roleCases are header blocks for several roles, with what a node that acts in
// ownRole reads.
func roleCases(b contract.Binding) map[string]string {
	role, next, none, ultimate := "role", soap12Next, soap12None, soap12Ultimate
	if b == contract.SOAP11 {
		role, next, none, ultimate = "actor", soap11Next, otherRole, ""
	}
	note := func(uri, attributes, text string) string {
		return fmt.Sprintf(`<d:note s:%s="%s" %s>%s</d:note>`, role, uri, attributes, text)
	}
	must := `s:mustUnderstand="1"`
	return map[string]string{
		`<d:note>a</d:note>`:                          "a",
		note(next, "", "a"):                           "a",
		note(next, must, "a"):                         "a",
		note("\n "+next+"\t", must, "a"):              "a",
		note(ultimate, "", "a"):                       "a",
		note(ownRole, "", "a"):                        "a",
		note(" "+ownRole+" ", must, "a"):              "a",
		note(otherRole, "", "a"):                      "",
		note(otherRole, must, "a"):                    "",
		note(none, must, "a"):                         "",
		note(next+"/x", must, "a"):                    "",
		note(none, "", "a") + note(next, "", "b"):     "b",
		note(next, must, "a") + note(next, must, "b"): "a b",
		`<d:note>a</d:note>` + note(otherRole, "", "x") + `<d:note>b</d:note>`: "a b",
		note(otherRole, "", "<x/>") + `<d:note>a</d:note>`:                     "a", // it is not decoded
		note(otherRole, `s:mustUnderstand="wrong"`, "a"):                       "",
		fmt.Sprintf(`<d:unknown s:%s="%s" %s/>`, role, otherRole, must):        "",
	}
}

// TestRoles: handlers and clients read the same blocks, and blocks that the contract does not declare by the same rules.
func TestRoles(t *testing.T) {
	h := newNotedHandler(WithRoles(ownRole))
	var undeclared string
	echo := newEchoHandler(WithRoles(ownRole), WithUnderstood(otherName("tenant")), WithInterceptors(func(ctx context.Context, _ *Call, next func(context.Context) error) error {
		undeclared = strings.Join(tenantHeader.All(ctx), " ")
		return next(ctx)
	}))
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for blocks, want := range roleCases(b) {
			if w := askNoted(h, b, blocks); w.Code != 200 || replies(w) != want {
				t.Errorf("%s, %s: %d %q, want %q\n%s", b, blocks, w.Code, replies(w), want, w.Body)
			}
			reply := headed(b, strings.ReplaceAll(blocks, "d:note", "d:reply"), element("notedResponse", ""))
			c := dialDepot(t, answer(t, 200, contentType(b), reply), b, WithRoles(ownRole))
			ctx, out := NewOutbound(t.Context())
			_, err := c.c.Do(ctx, &opNoted, nil)
			if got := strings.Join(replyHeader.AllReceived(out), " "); err != nil || got != want {
				t.Errorf("%s, %s: a client reads %q, %v", b, blocks, got, err)
			}
			blocks = strings.ReplaceAll(strings.ReplaceAll(blocks, "<d:note", `<o:tenant xmlns:o="`+otherNS+`"`), "/d:note>", "/o:tenant>")
			if w := askNoted(echo, b, blocks); w.Code != 200 || undeclared != want {
				t.Errorf("%s, %s: %d %q, want %q", b, blocks, w.Code, undeclared, want)
			}
		}
		own := `<d:note s:role="` + ownRole + `" s:actor="` + ownRole + `">a</d:note>`
		if w := askNoted(newNotedHandler(), b, own); w.Code != 200 || replies(w) != "" {
			t.Errorf("%s without the option: %d %q", b, w.Code, replies(w))
		}
		unknown := `<x s:mustUnderstand="true" s:role="` + ownRole + `" s:actor="` + ownRole + `"/>`
		if code, _ := faultOf(t, askNoted(h, b, unknown)); code != "soap:MustUnderstand" {
			t.Errorf("%s: %s", b, code)
		}
	}
	for _, bad := range []string{"", "gateway", soap12None, " urn:x"} {
		h := newNotedHandler(WithRoles(bad), WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
		if w := askNoted(h, contract.SOAP11, ""); w.Code != 500 || !strings.Contains(w.Body.String(), "misconfigured") {
			t.Errorf("%q: %d %s", bad, w.Code, w.Body)
		}
		if _, err := NewCaller(&depotContract, "", contract.SOAP12, []ClientOption{WithRoles(bad)}); err == nil {
			t.Errorf("%q is a role", bad)
		}
	}
}
