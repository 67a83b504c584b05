package soap

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/contract"
)

// redirectTo answers every request with a redirect to the same path elsewhere.
func redirectTo(t *testing.T, address string, status int) string {
	server := newServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.TrimSuffix(address, depotPath)+r.RequestURI, status)
	}))
	return server.URL + depotPath
}

// ownClients are HTTP clients with and without rules for redirects; a nil one is the default client. asked counts the calls.
func ownClients() (clients map[string]*http.Client, asked *int) {
	asked = new(int)
	return map[string]*http.Client{"default": nil, "own": {}, "own with rules": {CheckRedirect: func(next *http.Request, via []*http.Request) error {
		*asked++
		next.Header.Set("X-Added", "by the check")
		return nil
	}}}, asked
}

// TestLimitRedirects: neither headers nor bodies reach another origin.
func TestLimitRedirects(t *testing.T) {
	var got []*http.Request
	depot := newDepotHandler(&depotFuncs{})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r)
		depot.ServeHTTP(w, r)
	}))
	defer other.Close()
	clients, asked := ownClients()
	for name, client := range clients {
		for _, status := range []int{301, 302, 303, 307, 308} {
			for _, b := range allBindings {
				got = nil
				address := redirectTo(t, other.URL+depotPath, status)
				address = strings.Replace(address, "http://", "http://user:word@", 1)
				opts := []ClientOption{WithHeader("X-Key", "secret"), WithHeader("Authorization", "Bearer secret"), WithHeader("Cookie", "a=secret"), WithHeader("User-Agent", "agent")}
				opts = append(opts, WithHTTPClient(client))
				n, err := dialDepot(t, address, b, opts...).Count(t.Context())
				if b == contract.HTTPGet {
					if err != nil || n != 42 || len(got) != 1 {
						t.Fatalf("%s, %d over %s: %v, %v", name, status, b, n, err)
					}
					for name := range got[0].Header {
						if name != "Accept" && name != "User-Agent" && name != "Accept-Encoding" || got[0].Header.Get(name) == "agent" {
							t.Errorf("%d over %s: the header %s reaches another origin", status, b, name)
						}
					}
					continue
				}
				var e *HTTPError
				named := err != nil && strings.Contains(err.Error(), other.URL) && strings.Contains(err.Error(), http.StatusText(status))
				if len(got) > 0 || !named || (status < 307) != (errors.As(err, &e) && e.Status == status && strings.HasPrefix(e.Location, other.URL)) {
					t.Errorf("%s, %d over %s: %d requests, %v", name, status, b, len(got), err)
				}
			}
		}
	}
	if *asked == 0 {
		t.Error("the client's own check is not asked")
	}
	t.Logf("limit: redirect to another origin | no body, no header | 0 bodies, 0 headers of %d calls", len(clients)*5*len(allBindings))
}

// TestRedirectsToTheSameOrigin keep the method, the headers and the body, unless a POST
// would become a GET.
func TestRedirectsToTheSameOrigin(t *testing.T) {
	depot := newDepotHandler(&depotFuncs{})
	clients, _ := ownClients()
	for name, client := range clients {
		for _, status := range []int{301, 302, 303, 307, 308} {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if path, old := strings.CutPrefix(r.RequestURI, "/old"); old {
					http.Redirect(w, r, path, status)
				} else if depot.ServeHTTP(w, r); r.Header.Get("X-Key") != "k" {
					t.Errorf("%s, %d: the header is lost", name, status)
				}
			}))
			for _, b := range allBindings {
				n, err := dialDepot(t, server.URL+"/old"+depotPath, b, WithHeader("X-Key", "k"), WithHTTPClient(client)).Count(t.Context())
				var e *HTTPError
				follows := status >= 307 || b == contract.HTTPGet
				if follows && (err != nil || n != 42) || !follows && (!errors.As(err, &e) || e.Status != status || e.Location != strings.TrimPrefix(e.Location, "/old")) {
					t.Errorf("%s, %d over %s: %v, %v", name, status, b, n, err)
				}
			}
			server.Close()
		}
	}
	refuses := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("not today") }}
	_, err := dialDepot(t, redirectTo(t, startDepot(t, &depotFuncs{}), 307), contract.HTTPGet, WithHTTPClient(refuses)).Count(t.Context())
	if err == nil || !strings.Contains(err.Error(), "not today") {
		t.Errorf("%v: the client's own check is not asked", err)
	}
}

// TestThereAndBack: a chain of redirects that has left the origin has no headers when it
// comes back.
func TestThereAndBack(t *testing.T) {
	depot := newDepotHandler(&depotFuncs{})
	var back string
	var returned http.Header
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/back") {
			returned = r.Header
			http.StripPrefix("/back", depot).ServeHTTP(w, r)
			return
		}
		http.Redirect(w, r, back+r.RequestURI, http.StatusFound)
	}))
	defer home.Close()
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, home.URL+"/back"+r.RequestURI, http.StatusFound)
	}))
	defer away.Close()
	back = away.URL
	n, err := dialDepot(t, home.URL+depotPath, contract.HTTPGet, WithHeader("X-Key", "k")).Count(t.Context())
	if err != nil || n != 42 || returned == nil || returned.Get("X-Key") != "" {
		t.Errorf("%v, %v, %v", n, err, returned)
	}
}

func TestOrigins(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"http://a/x", "http://A:80/y?z", true}, {"HTTPS://a", "https://a:443", true}, {"http://u:p@a", "http://a", true},
		{"http://[::1]:8080/", "http://[::1]:8080/x", true}, {"http://a", "http://a:", true},
		{"http://a", "https://a", false}, {"http://a", "http://a:81", false}, {"http://a", "http://a.", false},
		{"http://a", "http://b", false}, {"http://a", "http://a.b", false}, {"http://a:443", "https://a", false},
		{"http://a", "http://a@b", false}, {"http://i.example", "http://\u0130.example", false}, {"http://k.example", "http://\u212a.example", false}, {"http://[::1]", "http://[::1:80]", false},
	} {
		a, errA := url.Parse(test.a)
		b, errB := url.Parse(test.b)
		if errA != nil || errB != nil || (originOf(a) == originOf(b)) != test.same {
			t.Errorf("%s and %s: %v, %v", test.a, test.b, errA, errB)
		}
	}
}

// TestLimitResponseMemory keeps the response of a call in the memory of a client while a handler answers, so that another call has none.
func TestLimitResponseMemory(t *testing.T) {
	const size = 900 << 10 // the buffer is used again for another response
	doc := envelope(contract.SOAP11, element("getStopsResponse", "<getStopsResult><stop><Name>"+strings.Repeat("x", size)+"</Name></stop></getStopsResult>"))
	for name, limit := range map[string]int64{"room for both": 8 * size, "room for one": 2 * size, "no limit": 0} {
		c := dialDepot(t, "http://h/", contract.SOAP11, WithHTTPClient(always(doc)), WithResponseMemory(limit))
		serving, answered := context.WithCancel(context.WithValue(t.Context(), inboundKey{}, new(Call)))
		for range 3 { // these are not kept for the handler
			if _, err := c.GetStops(context.WithoutCancel(serving)); err != nil {
				t.Error(name, err)
			}
		}
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

// TestResponseMemoryOfValues counts the values of a response, and the values of a list item by item.
func TestResponseMemoryOfValues(t *testing.T) {
	const items = 20_000
	doc := envelope(contract.SOAP11, element("getStopsResponse", "<getStopsResult>"+strings.Repeat("<stop><Name/></stop>", items)+"</getStopsResult>"))
	c := dialDepot(t, "http://h/", contract.SOAP11, WithHTTPClient(always(doc)), WithResponseMemory(500_000))
	if _, err := c.GetStops(t.Context()); err == nil || !strings.Contains(err.Error(), "the values of the document take more than 500000 bytes of memory") {
		t.Error(err)
	}
	n := 0
	for _, err := range c.GetStopsSeq(t.Context()) {
		must(t, err)
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
