package soap

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// TestLimitClientMemory: a response of the size of the limit takes no more than a few
// times that, with the value that is decoded from it.
func TestLimitClientMemory(t *testing.T) {
	limit := cost.Scaled(32 << 20)
	start, end, _ := strings.Cut(envelope(contract.SOAP11, element("getStopsResponse", "<getStopsResult><stop><Name>|</Name></stop></getStopsResult>")), "|")
	doc := []byte(start + strings.Repeat("x", limit-len(start)-len(end)) + end)
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	zip.Write(doc)
	zip.Close()
	for name, answer := range map[string]http.HandlerFunc{
		"with a length": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(doc)))
			w.Write(doc)
		},
		"without a length": func(w http.ResponseWriter, r *http.Request) { w.(http.Flusher).Flush(); w.Write(doc) },
		"gzip": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(zipped.Bytes())
		},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/xml")
			answer(w, r)
		}))
		c := dialDepot(t, server.URL, contract.SOAP11, WithMaxResponseBytes(int64(limit)))
		peak := cost.Peak(func() {
			got, err := c.GetStops(t.Context())
			if err != nil || len(got) != 1 || len(got[0].Name) != limit-len(start)-len(end) {
				t.Errorf("%s: %d items, %v", name, len(got), err)
			}
		})
		bound := int64(20 * limit) // an order of magnitude
		if peak > bound {
			t.Errorf("%s: %d MiB", name, peak>>20)
		}
		t.Logf("limit: client memory, %s | 2 times WithMaxResponseBytes, and the result | %.1f times, and the result", name, float64(peak)/float64(limit)-1)
		server.Close()
	}
}

// endless answers with the start of a list, and then with a text without end.
func endless(b contract.Binding, first, then string) HTTPDoer {
	return doerFunc(func(*http.Request) (*http.Response, error) {
		start, _, _ := strings.Cut(listDocument(b, "|"), "|")
		body := io.MultiReader(strings.NewReader(start+first), &textWithoutEnd{text: then})
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}}, Body: io.NopCloser(body), ContentLength: -1}, nil
	})
}

// textWithoutEnd reads a text without end.
type textWithoutEnd struct {
	text string
	at   int
}

func (r *textWithoutEnd) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		k := copy(b[n:], r.text[r.at:])
		n, r.at = n+k, (r.at+k)%len(r.text)
	}
	return n, nil
}

// TestLimitDeadlines: a call ends with its context, also where everything is in memory.
func TestLimitDeadlines(t *testing.T) {
	deadline, bound := cost.Scaled(50*time.Millisecond), cost.Scaled(5*time.Second)
	many := listDocument(contract.SOAP11, strings.Repeat("<d:stop><d:Name>x</d:Name></d:stop>", cost.Scaled(1_000_000)))
	unknown := listDocument(contract.SOAP11, "<d:stop><d:Name>x</d:Name>"+strings.Repeat("<a><b/></a>", cost.Scaled(4_000_000))+"</d:stop>")
	without := func(end, text string) HTTPDoer { return endless(contract.SOAP11, end, text) }
	in := func(doc string) HTTPDoer { return answering(200, "text/xml", strings.NewReader(doc)) }
	for name, test := range map[string]struct {
		doer  HTTPDoer
		whole bool // the list is read at once
	}{
		"items without end":         {without("", "<d:stop><d:Name>x</d:Name></d:stop>"), false},
		"text without end":          {without("<d:stop><d:Name>", "x&amp;"), false},
		"an item without end":       {without("<d:stop><d:Name>x</d:Name>", "<a/>"), false},
		"an item of many elements":  {in(unknown), false},
		"a result of many items":    {in(many), true},
		"a result of many elements": {in(unknown), true},
	} {
		c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(test.doer))
		ctx, cancel := context.WithTimeout(t.Context(), deadline)
		started := cost.CPU()
		var err error
		if test.whole {
			_, err = c.GetStops(ctx)
		} else {
			_, err = collectLast(c.GetStopsSeq(ctx))
		}
		took := cost.CPU() - started
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || took > bound {
			t.Errorf("%s: %v, %v", name, took, err)
		}
		t.Logf("limit: client, deadline of %v, %s | %v | %v", deadline, name, bound, took.Round(time.Microsecond))
	}
}

// collectLast ranges over a sequence and keeps nothing.
func collectLast[T any](seq func(func(T, error) bool)) (last T, err error) {
	for last, err = range seq {
	}
	return last, err
}

// TestLimitsOfSequences: the limit of a response is the limit of each item, and the
// list may have more items than one in memory.
func TestLimitsOfSequences(t *testing.T) {
	const item = "<d:stop><d:Name>0123456789</d:Name></d:stop>"
	for _, b := range allBindings {
		ask := func(doc string, reader func(io.Reader) io.Reader) error {
			c := dialDepot(t, "http://depot.example/", b, WithMaxResponseBytes(2000), WithLimits(schema.Limits{Items: 10}),
				WithHTTPClient(answering(200, contentType(b), reader(strings.NewReader(doc)))))
			_, err := collect(c.GetStopsSeq(context.Background()))
			return err
		}
		if err := ask(listDocument(b, strings.Repeat(item, 500)), iotest.HalfReader); err != nil {
			t.Errorf("%v: %v", b, err)
		}
		var large *http.MaxBytesError
		long := "<d:stop><d:Name>" + strings.Repeat("x", 3000) + "</d:Name></d:stop>"
		if err := ask(listDocument(b, item+long), iotest.HalfReader); !errors.As(err, &large) {
			t.Errorf("%v: %v", b, err)
		}
		for _, doc := range []string{listDocument(b, item+long), listDocument(b, item+"<!--"+strings.Repeat("x", 3000)), strings.Repeat(" ", 3000), listDocument(b, item) + strings.Repeat(" ", 3000)} {
			if err := ask(doc, iotest.OneByteReader); !errors.As(err, &large) {
				t.Errorf("%v: %v", b, err)
			}
		}
		const bound = 10 * 64 << 10
		rest := &textWithoutEnd{text: strings.Repeat("x", 8*bound)}
		start, _, _ := strings.Cut(listDocument(b, "|"), "|")
		err := ask(start+item+"<d:stop><d:Name>", func(begin io.Reader) io.Reader { return io.MultiReader(begin, rest) })
		t.Logf("limit: item without end, responses of at most 2000 bytes, %v | %d bytes read | %d bytes read", b, bound, rest.at)
		if !errors.As(err, &large) || rest.at > bound {
			t.Errorf("%v: %d bytes, %v", b, rest.at, err)
		}
	}
}
