package soap

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
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
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := NewCaller(&depotContract, server.URL+depotPath, b, opts)
	if err != nil {
		t.Fatal(err)
	}
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
	for _, h := range []interface{ set() }{mandatory[string]{tenant}, mandatory[xsd.RawXML]{raw}} {
		h.set()
	}
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
		answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType(b))
			io.WriteString(w, reply)
		})
		if _, err := dialNoted(t, answer, b).Do(t.Context(), &opNoted, nil); err == nil || !strings.Contains(err.Error(), "mandatory") {
			t.Errorf("%s: %v", b, err)
		}
		ctx, out := NewOutbound(t.Context())
		_, err := dialNoted(t, answer, b, WithUnderstood(otherName("tenant"))).Do(ctx, &opNoted, nil)
		if got, ok := tenantHeader.Received(out); err != nil || !ok || got != "x" {
			t.Errorf("%s: %q, %v", b, got, err)
		}
	}
}

type mandatory[T any] struct{ h *Header[T] }

func (m mandatory[T]) set() { m.h.MustUnderstand = true }

// TestUndeclaredHeaderOfAnotherRole: it is read as little as one that the contract declares.
func TestUndeclaredHeaderOfAnotherRole(t *testing.T) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for blocks, want := range roleCases(b) {
			if strings.Contains(blocks, "d:unknown") {
				continue
			}
			var got []string
			h := newEchoHandler(WithRoles(ownRole), WithUnderstood(otherName("tenant")), WithInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
				got = tenantHeader.All(ctx)
				return next(ctx)
			}))
			blocks = strings.ReplaceAll(strings.ReplaceAll(blocks, "<d:note", `<o:tenant xmlns:o="`+otherNS+`"`), "/d:note>", "/o:tenant>")
			if w := askNoted(h, b, blocks); w.Code != 200 || strings.Join(got, " ") != want {
				t.Errorf("%s, %s: %d %q, want %q", b, blocks, w.Code, got, want)
			}
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
	func() {
		defer func() {
			if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "map[string]int") {
				t.Errorf("the panic is %v", v)
			}
		}()
		NewHeader[map[string]int](otherName("map")).Encode(codec.NewEncoder(nil, false), nil)
	}()
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
