package soap

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

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

// TestQuoting: whatever the text is, no control character survives, and what is printable
// does.
func TestQuoting(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 5000 {
		runes := make([]rune, random.Intn(2000))
		for i := range runes {
			runes[i] = rune(random.Intn(0x3000))
		}
		text := string(runes)
		if random.Intn(2) == 0 {
			raw := make([]byte, len(text))
			random.Read(raw)
			text = string(raw)
		}
		for _, got := range []string{lex.Quote(text), lex.Printable(text, 1<<10)} {
			if !isSafe(got) || len(got) > 1<<10+8 {
				t.Fatalf("%q: %q", text, got)
			}
		}
	}
	for text, want := range map[string]string{"": `""`, "a\"b\\": `"a\"b\\"`, "a\nb": `"a\nb"`, "é世": `"é世"`} {
		if got := lex.Quote(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := lex.Printable("a\"b\\c\n\xff", 99); got != `a"b\c\n\xff` {
		t.Error(got)
	}
}

// TestErrorsNameTheCall: whatever fails, the error has the operation, the binding, the
// status and the first bytes, and is still what it was.
func TestErrorsNameTheCall(t *testing.T) {
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	zip.Write([]byte("<begin>" + strings.Repeat(" ", 5000)))
	zip.Close()
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
		{"too large when decompressed", zipped.String(), []string{"Content-Encoding", "gzip"}, 200, isLarge, `response larger than 1 KiB; the response begins with "<begin>`},
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
