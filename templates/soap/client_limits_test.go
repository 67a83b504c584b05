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
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
)

// TestLimitClientMemory: a response of the size of the limit takes no more than a few
// times that, with the value that is decoded from it.
func TestLimitClientMemory(t *testing.T) {
	const limit = 32 << 20
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
		c := dialDepot(t, server.URL, contract.SOAP11, WithMaxResponseBytes(limit))
		peak := cost.Peak(func() {
			got, err := c.GetStops(t.Context())
			if err != nil || len(got) != 1 || len(got[0].Name) != limit-len(start)-len(end) {
				t.Errorf("%s: %d items, %v", name, len(got), err)
			}
		})
		const bound = 20 * limit // an order of magnitude
		if peak > bound {
			t.Errorf("%s: %d MiB", name, peak>>20)
		}
		t.Logf("limit: client memory, %s | 2 times WithMaxResponseBytes, and the result | %.1f times, and the result", name, float64(peak)/limit-1)
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
	const deadline, bound = 50 * time.Millisecond, 5 * time.Second
	many := listDocument(contract.SOAP11, strings.Repeat("<d:stop><d:Name>x</d:Name></d:stop>", 1_000_000))
	unknown := listDocument(contract.SOAP11, "<d:stop><d:Name>x</d:Name>"+strings.Repeat("<a><b/></a>", 4_000_000)+"</d:stop>")
	for name, call := range map[string]func(context.Context) error{
		"items without end": func(ctx context.Context) error {
			c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(endless(contract.SOAP11, "", "<d:stop><d:Name>x</d:Name></d:stop>")))
			_, err := collectLast(c.GetStopsSeq(ctx))
			return err
		},
		"text without end": func(ctx context.Context) error {
			c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(endless(contract.SOAP11, "<d:stop><d:Name>", "x&amp;")))
			_, err := collectLast(c.GetStopsSeq(ctx))
			return err
		},
		"an item without end": func(ctx context.Context) error {
			c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(endless(contract.SOAP11, "<d:stop><d:Name>x</d:Name>", "<a/>")))
			_, err := collectLast(c.GetStopsSeq(ctx))
			return err
		},
		"an item of many elements": func(ctx context.Context) error {
			c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(answering(200, "text/xml", strings.NewReader(unknown))))
			_, err := collectLast(c.GetStopsSeq(ctx))
			return err
		},
		"a result of many items": func(ctx context.Context) error {
			c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(answering(200, "text/xml", strings.NewReader(many))))
			_, err := c.GetStops(ctx)
			return err
		},
		"a result of many elements": func(ctx context.Context) error {
			c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(answering(200, "text/xml", strings.NewReader(unknown))))
			_, err := c.GetStops(ctx)
			return err
		},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), deadline)
		started := cost.CPU()
		err := call(ctx)
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
