package soap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
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
	if got := fmt.Sprint(err); got != `count over SOAP 1.2: HTTP status 202 Accepted, "application/soap+xml": line 1, column 1: no root element` {
		t.Error(got)
	}
}
