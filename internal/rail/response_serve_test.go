package rail_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/internal/rail/response"
)

// pages serves pages about a subject from a cache, and counts those that it makes.
type pages struct {
	cache *response.Cache
	made  atomic.Int64
}

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	w.Header().Set("X-Page", "kept")
	err := p.cache.Serve(w, r, id, id == "fixed", func() ([]byte, error) {
		n := p.made.Add(1)
		if id == "none" {
			return nil, errors.New("none")
		}
		return fmt.Appendf(nil, "%s %d %s", id, n, strings.Repeat("text ", 1000)), nil
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
	}
}

// ask sends a request to a handler. The body is what was sent, without its encoding.
func ask(t *testing.T, handler http.Handler, method, target string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	var body io.Reader = w.Body
	if w.Header().Get("Content-Encoding") == "gzip" && w.Body.Len() > 0 {
		var err error
		if body, err = gzip.NewReader(w.Body); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(text)
}

// TestServe asks for pages again in the same second, in the next one, and with another timetable.
func TestServe(t *testing.T) {
	railway := newRailwayOfResponse()
	made := &pages{cache: response.New(response.Options{Moment: railway.moment, Trains: response.Freshness{MaxAge: time.Second}, Stations: response.Freshness{MaxAge: time.Minute}})}
	handler := response.Conditional(made)
	next := func(m *response.Moment) { m.Second = m.Second.Add(time.Second) }
	other := func(m *response.Moment) { m.Timetable, m.State = new(byte), new(byte) }
	for _, step := range []struct {
		method, target string
		change         func(*response.Moment)
		made           int64
		caching        string
	}{
		{"GET", "/?id=a", nil, 1, "public, max-age=1"}, {"GET", "/?id=a&x=1", nil, 1, "public, max-age=1"}, {"HEAD", "/?id=a", nil, 1, "public, max-age=1"},
		{"HEAD", "/?id=b", nil, 2, "public, max-age=1"}, {"GET", "/?id=b", nil, 2, "public, max-age=1"},
		{"GET", "/?id=fixed", nil, 3, "public, max-age=60"}, {"GET", "/?id=a", next, 4, "public, max-age=1"}, {"GET", "/?id=fixed", nil, 4, "public, max-age=60"},
		{"GET", "/?id=fixed", other, 5, "public, max-age=60"}, {"GET", "/?id=none", nil, 6, "no-store"}, {"GET", "/?id=none", nil, 7, "no-store"},
	} {
		if step.change != nil {
			railway.change(step.change)
		}
		response, body := ask(t, handler, step.method, step.target)
		h := response.Header
		if got := made.made.Load(); got != step.made || h.Get("Cache-Control") != step.caching || h.Get("X-Page") != "kept" {
			t.Errorf("%+v: %d pages, %v", step, got, h)
		}
		if response.StatusCode == http.StatusOK && step.caching != "no-store" && h.Get("ETag") == "" || (step.method == "HEAD") != (body == "") ||
			step.method == "GET" && response.StatusCode == http.StatusOK && !strings.HasPrefix(body, step.target[len("/?id="):len("/?id=")+1]) {
			t.Errorf("%+v: %v %.20q", step, h, body)
		}
	}
}

// TestServeWithoutCache computes each response.
func TestServeWithoutCache(t *testing.T) {
	made := new(pages)
	for range 2 {
		if r, body := ask(t, made, "HEAD", "/?id=a"); body != "" || r.Header.Get("Content-Length") == "" {
			t.Errorf("%v %q", r.Header, body)
		}
		if _, body := ask(t, made, "GET", "/?id=a"); !strings.HasPrefix(body, "a ") {
			t.Errorf("got %q", body)
		}
	}
	if made.made.Load() != 4 {
		t.Errorf("%d pages made", made.made.Load())
	}
}
