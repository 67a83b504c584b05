package soap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// dialAnswer returns a client of a server that sends one answer.
func dialAnswer(t *testing.T, b contract.Binding, status int, body string, header ...string) *depotClient {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType(b))
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return dialDepot(t, server.URL, b)
}

// TestMixedFaults: some servers put the children of a fault of SOAP 1.2 into one
// of SOAP 1.1, with prefixes that are not declared.
func TestMixedFaults(t *testing.T) {
	mixed := `<s:Fault><s:Code><s:Value>SOAP-ENV:Client</s:Value><s:Subcode><s:Value>rpc:BadArguments</s:Value></s:Subcode></s:Code>` +
		`<s:Reason><s:Text>no such stop</s:Text></s:Reason><s:Role>urn:me</s:Role><s:Detail><why xmlns=""/></s:Detail></s:Fault>`
	old := `<s:Fault><faultcode>s:Client</faultcode><faultstring>no such stop</faultstring><faultactor>urn:me</faultactor><detail><why xmlns=""/></detail></s:Fault>`
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for _, content := range []string{mixed, old} {
			_, err := dialAnswer(t, b, 500, envelope(b, content)).Count(t.Context())
			var f *Fault
			if !errors.As(err, &f) || f.Code != FaultClient || f.Reason != "no such stop" || f.Actor != "urn:me" || f.Detail != `<why xmlns=""/>` || (content == mixed) != (len(f.Subcodes) == 1) {
				t.Errorf("%s, %s: %#v", b, content, err)
			}
		}
	}
}

// TestStatusOfEmptyResponses: a response without content, or one that cannot be
// decoded, is an error with its status.
func TestStatusOfEmptyResponses(t *testing.T) {
	var zipped bytes.Buffer
	gzip.NewWriter(&zipped).Close()
	for _, b := range allBindings {
		for _, test := range []struct {
			status int
			body   string
			coding string
		}{
			{200, "", ""}, {202, "", ""}, {204, "", ""}, {400, "", ""}, {500, "", ""}, {503, "", ""},
			{200, "", "gzip"}, {202, "", "gzip"}, {400, "", "gzip"}, {500, "", "x-gzip"}, {204, "", "gzip"}, {400, "", "br"}, {200, "", "br"},
			{200, zipped.String(), "gzip"}, {400, zipped.String(), "gzip"},
			{400, "<html>", "gzip"}, {500, "x", "br"}, {502, "x", "deflate, gzip"},
		} {
			c := dialAnswer(t, b, test.status, test.body, "Content-Encoding", test.coding)
			check := func(what string, err error) {
				var got *HTTPError
				if !errors.As(err, &got) || got.Status != test.status || got.Operation == "" || got.Binding != b {
					t.Errorf("%s, %s, %+v: %v", b, what, test, err)
				}
			}
			_, err := c.Count(t.Context())
			check("value", err)
			_, err = c.GetStops(t.Context())
			check("list", err)
			err = nil
			for _, e := range InvokeSeq[stop](t.Context(), c.c, &opGetStops, nil) {
				err = e
			}
			check("sequence", err)
		}
	}
	_, err := dialAnswer(t, contract.SOAP12, 202, "").Count(t.Context())
	if got := fmt.Sprint(err); got != `count over SOAP 1.2: HTTP status 202 Accepted, "application/soap+xml": the body is empty: line 1, column 1: no root element` {
		t.Error(got)
	}
}

// TestNotAResult: the error for a response with the status of a result says why it is none, and names the option that reads it, which does.
func TestNotAResult(t *testing.T) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12, contract.HTTPGet} {
		doc, what := element("int", "5"), "document"
		if b != contract.HTTPGet {
			doc, what = envelope(b, element("countResponse", "<countResult>5</countResult>")), "envelope"
		}
		for _, test := range []struct{ mediaType, body, want string }{
			{"text/html; charset=utf-8", doc, `the ` + what + ` came as "text/html"; use soap.WithAnyMediaType, or go tool quartet call --any-media-type, to read it`},
			{"application/json", "{}", `a document of the media type "application/json" is not read`},
			{"text/plain", " \n", "the body is empty"},
		} {
			address := answer(t, http.StatusOK, test.mediaType, test.body)
			var got *HTTPError
			if _, err := dialDepot(t, address, b).Count(t.Context()); !errors.As(err, &got) || got.Err == nil || !strings.HasPrefix(got.Err.Error(), test.want) {
				t.Errorf("%s: %v, want %s", b, err, test.want)
			}
			if n, err := dialDepot(t, address, b, WithAnyMediaType()).Count(t.Context()); test.body == doc && (err != nil || n != 5) {
				t.Errorf("%s: %d, %v", b, n, err)
			}
		}
	}
	for body, want := range map[string]string{
		`<a xmlns="urn:x"/>`:        `the root element is "a" in the namespace "urn:x", and not an Envelope of SOAP`,
		`<Envelope xmlns="urn:x"/>`: `the root element is Envelope in the namespace "urn:x", which is not the one of SOAP 1.1 or 1.2`,
	} {
		var got *HTTPError
		if _, err := dialAnswer(t, contract.SOAP11, http.StatusOK, body).Count(t.Context()); !errors.As(err, &got) || got.Err == nil || got.Err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestWhoUnderstands: the error for a mandatory header block names the option that reads it.
func TestWhoUnderstands(t *testing.T) {
	for space, want := range map[string]string{
		"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd": "wsse.WithTrust, or go tool quartet call --trust",
		"http://www.w3.org/2005/08/addressing":                                              "wsa.WithAddressing, or go tool quartet call --addressing",
		"urn:other":                                                                         "soap.WithUnderstood, or go tool quartet call --understood",
	} {
		reply := headed(contract.SOAP11, `<h:x xmlns:h="`+space+`" xmlns:e="`+SOAP11Namespace+`" e:mustUnderstand="1"/>`, element("countResponse", "<countResult>5</countResult>"))
		if _, err := dialAnswer(t, contract.SOAP11, http.StatusOK, reply).Count(t.Context()); err == nil || !strings.Contains(err.Error(), "not understood; use "+want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
