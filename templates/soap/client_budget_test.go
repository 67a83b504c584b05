package soap

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/contract"
)

// TestLimitResponseMemory keeps the response of a call in the memory of a client while a handler answers, so that another call has none.
func TestLimitResponseMemory(t *testing.T) {
	const size = 1 << 20
	doc := envelope(contract.SOAP11, element("getStopsResponse", "<getStopsResult><stop><Name>"+strings.Repeat("x", size)+"</Name></stop></getStopsResult>"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		_, _ = io.WriteString(w, doc)
	}))
	defer server.Close()
	for name, limit := range map[string]int64{"room for both": 8 * size, "room for one": 2 * size, "no limit": 0} {
		c := dialDepot(t, server.URL, contract.SOAP11, WithResponseMemory(limit))
		serving, answered := context.WithCancel(context.WithValue(t.Context(), inboundKey{}, new(Call)))
		if _, err := c.GetStops(serving); err != nil {
			t.Error(name, err)
		}
		_, err := c.GetStops(t.Context())
		t.Logf("limit: memory of responses, %s | %s | %v", name, map[bool]string{true: "an error", false: "two responses"}[name == "room for one"], err)
		if full := name == "room for one"; full != errors.Is(err, ErrResponseMemory) || full == (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
		answered()
		if _, err := c.GetStops(t.Context()); err != nil { // it waits until the memory has been given back
			t.Errorf("%s, when the handler has answered: %v", name, err)
		}
		for range 3 {
			if _, err := c.GetStops(t.Context()); err != nil {
				t.Errorf("%s, one after the other: %v", name, err)
			}
		}
	}
}

// TestResponseMemoryOfHandlers: a response counts until its handler has answered, also if its text is in a buffer that was used before, and
// not if the context of the call does not end with the handler's.
func TestResponseMemoryOfHandlers(t *testing.T) {
	const size = 900 << 10
	doc := envelope(contract.SOAP11, element("getStopsResponse", "<getStopsResult><stop><Name>"+strings.Repeat("x", size)+"</Name></stop></getStopsResult>"))
	doer := doerFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}}, Body: io.NopCloser(strings.NewReader(doc)), ContentLength: -1}, nil
	})
	c := dialDepot(t, "http://h/", contract.SOAP11, WithHTTPClient(doer), WithResponseMemory(4<<20))
	serving, answered := context.WithCancel(context.WithValue(t.Context(), inboundKey{}, new(Call)))
	for range 10 {
		if _, err := c.GetStops(context.WithoutCancel(serving)); err != nil {
			t.Fatal(err)
		}
	}
	held := 0
	for ; held < 10; held++ {
		if _, err := c.GetStops(serving); err != nil {
			if !errors.Is(err, ErrResponseMemory) {
				t.Error(err)
			}
			break
		}
	}
	if held == 0 || held > 4 {
		t.Errorf("%d responses of %d bytes in 4 MiB", held, size)
	}
	answered()
	if _, err := c.GetStops(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestResponseMemoryOfValues counts the values of a response, and the values of a list item by item.
func TestResponseMemoryOfValues(t *testing.T) {
	const items = 20_000
	doc := envelope(contract.SOAP11, element("getStopsResponse", "<getStopsResult>"+strings.Repeat("<stop><Name/></stop>", items)+"</getStopsResult>"))
	doer := doerFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}}, Body: io.NopCloser(strings.NewReader(doc)), ContentLength: -1}, nil
	})
	c := dialDepot(t, "http://h/", contract.SOAP11, WithHTTPClient(doer), WithResponseMemory(500_000))
	if _, err := c.GetStops(t.Context()); err == nil || !strings.Contains(err.Error(), "the values of the document take more than 500000 bytes of memory") {
		t.Error(err)
	}
	n := 0
	for _, err := range c.GetStopsSeq(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != items {
		t.Errorf("%d items", n)
	}
}

// slowBody has what the reader has, and then waits for the context.
type slowBody struct {
	io.Reader
	ctx context.Context
}

func (b slowBody) Read(p []byte) (int, error) {
	if n, err := b.Reader.Read(p); err != io.EOF {
		return n, err
	}
	<-b.ctx.Done()
	return 0, b.ctx.Err()
}

func (slowBody) Close() error { return nil }

// lateBody has data once its time is over, and then fails.
type lateBody struct {
	slowBody
	late *bool
}

func (b lateBody) Read(p []byte) (int, error) {
	<-b.ctx.Done()
	if *b.late {
		return 0, b.ctx.Err()
	}
	*b.late = true
	return copy(p, "<x>"), nil
}

// TestResponseTimeout ends the reading of responses, as a whole and item by item, that have begun and do not end.
func TestResponseTimeout(t *testing.T) {
	start, _, _ := strings.Cut(listDocument(contract.SOAP11, "|"), "|")
	doer := doerFunc(func(r *http.Request) (*http.Response, error) {
		body := slowBody{strings.NewReader(start + "<stop><Name>a</Name></stop>"), r.Context()}
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}}, Body: body, ContentLength: -1}, nil
	})
	c := dialDepot(t, "http://h/", contract.SOAP11, WithHTTPClient(doer), WithResponseTimeout(20*time.Millisecond))
	_, err := c.GetStops(t.Context())
	if !errors.Is(err, os.ErrDeadlineExceeded) || !strings.Contains(err.Error(), "arrives at less than 8 KiB/s") {
		t.Error(err)
	}
	if _, err := collectLast(c.GetStopsSeq(t.Context())); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	late := doerFunc(func(r *http.Request) (*http.Response, error) {
		body := lateBody{slowBody{nil, r.Context()}, new(bool)}
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}}, Body: body, ContentLength: -1}, nil
	})
	c = dialDepot(t, "http://h/", contract.SOAP11, WithHTTPClient(late), WithResponseTimeout(20*time.Millisecond))
	if _, err := c.GetStops(t.Context()); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}
