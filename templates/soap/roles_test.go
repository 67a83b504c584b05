package soap

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

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

func TestRoles(t *testing.T) {
	h := newNotedHandler(WithRoles(ownRole))
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for blocks, want := range roleCases(b) {
			if w := askNoted(h, b, blocks); w.Code != 200 || replies(w) != want {
				t.Errorf("%s, %s: %d %q, want %q\n%s", b, blocks, w.Code, replies(w), want, w.Body)
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

// TestRolesOfClients: a client reads responses by the same rules.
func TestRolesOfClients(t *testing.T) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for blocks, want := range roleCases(b) {
			reply := headed(b, strings.ReplaceAll(blocks, "d:note", "d:reply"), element("notedResponse", ""))
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", contentType(b))
				io.WriteString(w, reply)
			}))
			c, err := NewCaller(&depotContract, server.URL, b, []ClientOption{WithRoles(ownRole)})
			if err != nil {
				t.Fatal(err)
			}
			ctx, out := NewOutbound(t.Context())
			_, err = c.Do(ctx, &opNoted, nil)
			if got := strings.Join(replyHeader.AllReceived(out), " "); err != nil || got != want {
				t.Errorf("%s, %s: %q, %v", b, blocks, got, err)
			}
			server.Close()
		}
	}
}

func TestInvalidMustUnderstand(t *testing.T) {
	h := newNotedHandler()
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for _, value := range []string{"wrong", "9", "", "TRUE", "01", "1 1"} {
			for _, name := range []string{"d:note", "d:unknown"} {
				w := askNoted(h, b, fmt.Sprintf(`<%s s:mustUnderstand="%s">a</%s>`, name, value, name))
				code, reason := faultOf(t, w)
				if code != map[contract.Binding]string{contract.SOAP11: "soap:Client", contract.SOAP12: "soap:Sender"}[b] || !strings.Contains(reason, "mustUnderstand") {
					t.Errorf("%s, %s %q: %s: %s", b, name, value, code, reason)
				}
			}
		}
		for _, value := range []string{"0", "false", " 0 ", "1", "true", "\n1"} {
			if w := askNoted(h, b, fmt.Sprintf(`<d:note s:mustUnderstand="%s">a</d:note>`, value)); w.Code != 200 || replies(w) != "a" {
				t.Errorf("%s, %q: %d %s", b, value, w.Code, w.Body)
			}
		}
	}
}

// TestManyMandatoryBlocks: no number of blocks lets one slip through, and a fault
// does not grow with them.
func TestManyMandatoryBlocks(t *testing.T) {
	h := newNotedHandler()
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		known := strings.Repeat(`<d:note s:mustUnderstand="1">a</d:note>`, 20)
		if w := askNoted(h, b, known); w.Code != 200 || len(strings.Fields(replies(w))) != 20 {
			t.Errorf("%s: %d %s", b, w.Code, w.Body)
		}
		w := askNoted(h, b, known+`<d:unknown s:mustUnderstand="1"/>`)
		if code, reason := faultOf(t, w); code != "soap:MustUnderstand" || !strings.Contains(reason, "unknown") {
			t.Errorf("%s: %s: %s", b, code, reason)
		}
		w = askNoted(h, b, strings.Repeat(`<d:unknown s:mustUnderstand="1"/>`, 10_000))
		if code, _ := faultOf(t, w); code != "soap:MustUnderstand" || w.Body.Len() > 4096 {
			t.Errorf("%s: %s, %d bytes", b, code, w.Body.Len())
		}
		// The header is one of another operation.
		w = ask(h, "POST", depotPath, envelopeType(b), headed(b, known, element("reset", "")))
		if code, reason := faultOf(t, w); code != "soap:MustUnderstand" || !strings.Contains(reason, "note") {
			t.Errorf("%s: %s: %s", b, code, reason)
		}
	}
}
