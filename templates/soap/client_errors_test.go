package soap

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// dialAnswer returns a client of a server that sends one answer.
func dialAnswer(t *testing.T, b contract.Binding, status int, body string, header ...string) *depotClient {
	return dialDepot(t, answer(t, status, contentType(b), body, header...), b)
}

// TestStatusOfEmptyResponses: a response without content, or one that cannot be
// decoded, is an error with its status, for values and for lists.
func TestStatusOfEmptyResponses(t *testing.T) {
	for _, b := range allBindings {
		for _, test := range []struct {
			status       int
			body, coding string
		}{
			{200, "", ""}, {202, "", ""}, {204, "", ""}, {500, "", ""}, {204, "", "gzip"}, {400, "", "br"},
			{200, gzipped(t, ""), "gzip"}, {400, "<html>", "gzip"}, {502, "x", "deflate, gzip"},
		} {
			c := dialAnswer(t, b, test.status, test.body, "Content-Encoding", test.coding)
			_, value := c.Count(t.Context())
			_, list := collect(c.GetStopsSeq(t.Context()))
			for _, err := range []error{value, list} {
				var got *HTTPError
				if !errors.As(err, &got) || got.Status != test.status || got.Operation == "" || got.Binding != b {
					t.Errorf("%s, %+v: %v", b, test, err)
				}
			}
		}
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

// isSafe reports whether text has no characters that a terminal or a log may read as
// other than text.
func isSafe(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf) })
}

// TestLimitTextOfErrors: text of a peer is escaped and cut, at 1 KiB and what quotes the first bytes of the response.
func TestLimitTextOfErrors(t *testing.T) {
	const words = 256 // ours, in an error
	hostile := "\r\nERROR forged \x1b[2J\x00\u2028\u202e\xff\u009b"
	long := strings.Repeat(hostile, 4000)
	longest := 0
	check := func(what string, err error) {
		t.Helper()
		if err == nil {
			t.Errorf("%s: no error", what)
			return
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if kind := fmt.Sprintf("%T", e); !strings.HasPrefix(kind, "*soap.") && !strings.HasPrefix(kind, "*codec.") {
				continue
			}
			if text := e.Error(); !isSafe(text) || len(text) > 1<<10+quotedBytes+words {
				t.Errorf("%s: %d bytes of %T: %.300q", what, len(text), e, text)
			} else {
				longest = max(longest, len(text))
			}
		}
	}
	escape := func(text string) string {
		return strings.Map(func(r rune) rune {
			if lex.IsXMLChar(r) && r != unicode.ReplacementChar {
				return r
			}
			return -1
		}, text)
	}
	text := strings.NewReplacer("\r", "&#13;", "\n", "&#10;").Replace(escape(long))
	fault := "<s:Fault><faultcode xmlns:p='" + text + "'>p:x</faultcode><faultstring>" + text + "</faultstring></s:Fault>"
	depth := strings.Repeat("<"+strings.Repeat("é", 400)+">", 60)
	for name, test := range map[string]struct {
		status                     int
		contentType, coding, where string
		body                       string
	}{
		"fault":       {500, "text/xml", "", "", envelope(contract.SOAP11, fault)},
		"page":        {500, "text/" + long, "", "", long},
		"redirect":    {302, "text/html", "", "http://x/" + long, long},
		"redirected":  {307, "text/html", "", "http://x" + long + "/", long},
		"other place": {307, "text/html", "", "http://127.0.0.1:1/\u202e" + strings.Repeat("x", 9000), long},
		"coding":      {200, "text/xml", long, "", long},
		"gzip":        {200, "text/xml", "gzip", "", long},
		"charset":     {200, "text/xml; charset=" + long, "", "", "<a/>"},
		"syntax":      {200, "text/xml", "", "", long},
		"element":     {200, "text/xml", "", "", envelope(contract.SOAP11, "<x xmlns='"+text+"'/>")},
		"path":        {200, "text/xml", "", "", envelope(contract.SOAP11, depth)},
		"root":        {200, "text/xml", "", "", "<x xmlns='" + text + "'/>"},
		"header":      {200, "text/xml", "", "", "<s:Envelope xmlns:s='" + SOAP11Namespace + "'><s:Header><x xmlns='" + text + "' s:mustUnderstand='1'/></s:Header><s:Body/></s:Envelope>"},
		"number":      {200, "text/xml", "", "", envelope(contract.SOAP11, element("countResponse", "<countResult>"+text+"</countResult>"))},
	} {
		doer := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {test.contentType}}
			if test.coding != "" {
				header.Set("Content-Encoding", test.coding)
			}
			if test.where != "" {
				header.Set("Location", test.where)
			}
			return &http.Response{StatusCode: test.status, Header: header, Body: io.NopCloser(strings.NewReader(test.body)), ContentLength: -1, Request: r}, nil
		})}
		c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(doer))
		_, err := c.Count(t.Context())
		check(name, err)
		_, err = collect(c.GetStopsSeq(t.Context()))
		check(name+" of a list", err)
	}
	for name, err := range map[string]error{
		"fault":  &Fault{Code: FaultCode(long), Reason: long, Subcodes: []xsd.QName{{Space: long, Local: long}, {Space: long}}},
		"decode": &schema.DecodeError{Path: long, Message: long},
		"HTTP":   &HTTPError{MediaType: long, Location: long, Body: []byte(long), Err: errors.New(long)},
	} {
		check(name, err)
	}
	t.Logf("limit: text of a peer in an error | %d bytes, no control characters | %d bytes", 1<<10+quotedBytes+words, longest)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestErrorsNameTheCall: whatever fails, the error has the operation, the binding, the
// status and the first bytes, and is still what it was.
func TestErrorsNameTheCall(t *testing.T) {
	zipped := gzipped(t, "<begin>"+strings.Repeat(" ", 5000))
	isDecode := func(err error) bool { var e *schema.DecodeError; return errors.As(err, &e) }
	isHTTP := func(err error) bool { var e *HTTPError; return errors.As(err, &e) }
	isLarge := func(err error) bool { var e *http.MaxBytesError; return errors.As(err, &e) && e.Limit == 1<<10 }
	isFault := func(err error) bool { var e *Fault; return errors.As(err, &e) && e.Reason == "no" }
	for _, test := range []struct {
		name, body string
		header     []string
		status     int
		is         func(error) bool
		want       string // besides the call and the status
	}{
		{"syntax", "<begin", nil, 200, isDecode, `line 1, column 7`},
		{"wrong element", envelope(contract.SOAP11, "<begin/>"), nil, 200, isDecode, `Envelope`},
		{"other document", "<begin/>", nil, 200, isHTTP, `"<begin/>"`},
		{"status", "<begin/>", nil, 503, isHTTP, `"<begin/>"`},
		{"page", "<begin/>", []string{"Content-Type", "text/html"}, 200, isHTTP, `"text/html": "<begin/>"`},
		{"too large", "<begin>" + strings.Repeat(" ", 2000), nil, 200, isLarge, `response larger than 1 KiB; the response begins with "<begin>`},
		{"too large when decompressed", zipped, []string{"Content-Encoding", "gzip"}, 200, isLarge,
			`response larger than 1 KiB; the response begins with "<begin>`},
		{"no gzip", "<begin/>, and no gzip", []string{"Content-Encoding", "gzip"}, 200, func(err error) bool { return errors.Is(err, gzip.ErrHeader) }, ``},
		{"coding", "<begin/>", []string{"Content-Encoding", "br"}, 500, isHTTP, `"<begin/>`},
		{"charset", "<begin/>", []string{"Content-Type", "text/xml; charset=no"}, 200, func(error) bool { return true }, `"no" is not supported; the response begins with "<begin/>"`},
		{"fault", envelope(contract.SOAP11, "<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>"), nil, 500, isFault, `Client fault: "no"`},
		{"cut off", "<begin>", []string{"Content-Length", "100"}, 200, func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }, `begins with "<begin>"`},
	} {
		answer := dialAnswer(t, contract.SOAP11, test.status, test.body, test.header...)
		answer.c.maxResponse = 1 << 10
		calls := map[string]func() error{
			"count":    func() error { _, err := answer.Count(t.Context()); return err },
			"getStops": func() error { _, err := collect(answer.GetStopsSeq(t.Context())); return err },
		}
		for operation, call := range calls {
			err := call()
			start := fmt.Sprintf("%s over SOAP 1.1: HTTP status %d %s", operation, test.status, http.StatusText(test.status))
			if err == nil || !strings.HasPrefix(err.Error(), start) || !strings.Contains(err.Error(), test.want) || !test.is(err) {
				t.Errorf("%s: %v, want %s and %s", test.name, err, start, test.want)
			}
		}
	}
	_, err := dialDepot(t, "http://127.0.0.1:1/", contract.SOAP11).Count(t.Context())
	if e := (*net.OpError)(nil); !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "count over SOAP 1.1: ") {
		t.Errorf("%v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := dialDepot(t, "http://127.0.0.1:1/", contract.SOAP11).Count(ended); !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "count over SOAP 1.1: ") {
		t.Errorf("%v", err)
	}
}

// TestMistakenNames: a client does not drop what has the name of an element but for case or namespace. It is an error, which
// names an option that reads it.
func TestMistakenNames(t *testing.T) {
	const result = "<getStopsResponse><getStopsResult>|</getStopsResult></getStopsResponse>"
	in := `its name is "|" in the namespace "` + depotNS + `" (see elementFormDefault in the schema); use soap.WithLenientNames`
	for _, c := range []struct {
		content string
		want    string // the error; "": none
	}{
		{`<stop xmlns=""><Name>a</Name></stop>`, `(Envelope/Body/getStopsResponse/getStopsResult/stop): the element "stop" in no namespace is not known; ` + strings.Replace(in, "|", "stop", 1)},
		{`<Stop><Name>a</Name></Stop>`, `the element "Stop" is not known; its name is "stop"; use soap.WithLenientNames`},
		{`<stop><name>a</name></stop>`, `getStopsResult/stop[1]/name): the element "name" is not known; its name is "Name"; `},
		{`<stop><Name xmlns="urn:x">a</Name></stop>`, `in the namespace "urn:x" is not known`},
		{`<stop><name>b</name><Name>a</Name></stop>`, ""},
		{`<stop><Name>a</Name><Platform/></stop>`, ""},
	} {
		doc := envelope(contract.SOAP11, strings.Replace(strings.Replace(result, "|", c.content, 1), ">", ` xmlns="`+depotNS+`">`, 1))
		for _, lenient := range []bool{false, true} {
			var opts []ClientOption
			if lenient {
				opts = append(opts, WithLenientNames())
			}
			for how, stops := range readStops(t, contract.SOAP11, doc, opts) {
				switch wantErr := c.want != "" && !lenient; {
				case wantErr && (stops.err == nil || !strings.Contains(stops.err.Error(), c.want)):
					t.Errorf("%s, %s: %v, want %s", how, c.content, stops.err, c.want)
				case !wantErr && (stops.err != nil || !reflect.DeepEqual(stops.list, []stop{{Name: "a"}})):
					t.Errorf("%s, %s, lenient %v: %+v, %v", how, c.content, lenient, stops.list, stops.err)
				}
			}
		}
	}
	for _, wrapped := range []string{
		`<getstopsresponse xmlns="` + depotNS + `"><getStopsResult><stop><Name>a</Name></stop></getStopsResult></getstopsresponse>`,
		`<getStopsResponse><getStopsResult xmlns="` + depotNS + `"><stop><Name>a</Name></stop></getStopsResult></getStopsResponse>`,
		`<getStopsResponse xmlns="` + depotNS + `"><getStopsResult xmlns=""><stop><Name>a</Name></stop></getStopsResult></getStopsResponse>`,
	} {
		for how, stops := range readStops(t, contract.SOAP11, envelope(contract.SOAP11, wrapped), nil) {
			if stops.err == nil || !strings.Contains(stops.err.Error(), "soap.WithLenientNames") {
				t.Errorf("%s, %s: %v", how, wrapped, stops.err)
			}
		}
		for how, stops := range readStops(t, contract.SOAP11, envelope(contract.SOAP11, wrapped), []ClientOption{WithLenientNames()}) {
			if stops.err != nil || !reflect.DeepEqual(stops.list, []stop{{Name: "a"}}) {
				t.Errorf("%s, %s, lenient: %+v, %v", how, wrapped, stops.list, stops.err)
			}
		}
	}
}

type stopsOrError struct {
	list []stop
	err  error
}

// readStops reads a response at once, and item by item in pieces of one byte.
func readStops(t *testing.T, b contract.Binding, doc string, opts []ClientOption) map[string]stopsOrError {
	t.Helper()
	client := func() *depotClient {
		body := iotest.OneByteReader(strings.NewReader(doc))
		return dialDepot(t, "http://depot.example/", b, append(opts, WithHTTPClient(answering(200, "text/xml", body)))...)
	}
	list, err := client().GetStops(t.Context())
	items, itemErr := collect(client().GetStopsSeq(t.Context()))
	return map[string]stopsOrError{"at once": {list, err}, "item by item": {items, itemErr}}
}
