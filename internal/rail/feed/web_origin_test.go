package feed

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// newTestWebOrigin returns the feed at a URL, with a small size limit and a long timeout.
func newTestWebOrigin(t *testing.T, address string, header http.Header) *origin {
	t.Helper()
	return newTestWebOriginWithTimeout(t, time.Minute, address, header)
}

func newTestWebOriginWithTimeout(t *testing.T, timeout time.Duration, address string, header http.Header) *origin {
	t.Helper()
	transport := newTransport()
	t.Cleanup(transport.CloseIdleConnections)
	from, err := newOrigin(address, header, fetchOptions{transport, 1000, timeout})
	if err != nil {
		t.Fatal(err)
	}
	return from
}

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func compressed(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.Bytes()
}

func TestWebFetches(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"plain": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "content") },
		"Content-Encoding gzip": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(compressed("content"))
		},
		"gzip file": func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(compressed("content")) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				http.Redirect(w, r, "/there", http.StatusFound)
				return
			}
			fmt.Fprint(w, "content")
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := newTestWebOrigin(t, serve(t, handler), nil).get(t.Context(), content{})
			if err != nil || string(c.data) != "content" {
				t.Errorf("fetched %v, error %v", c, err)
			}
		})
	}
}

func TestWebFails(t *testing.T) {
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"not found", http.NotFound, "server responded 404 Not Found"},
		{"unauthorized", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(401) }, "server responded 401 Unauthorized"},
		{"unknown status", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(599) }, "server responded 599"},
		{"no content", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, "server responded 204 No Content"},
		{"unexpected 304", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(304) }, "unconditional"},
		{"too large", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, strings.Repeat("x", 1001)) }, "larger than 1000 bytes"},
		{"too large when decompressed", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(compressed(strings.Repeat("x", 1<<20)))
		}, "larger than 1000 bytes"},
		{"gzip file too large", func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(compressed(strings.Repeat("x", 100000)))
		}, "larger than 1000 bytes"},
		{"truncated gzip file", func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(compressed("content")[:15])
		}, "decompressing"},
		{"truncated", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "half")
		}, "unexpected EOF"},
		{"broken connection", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
		{"redirect loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, "more than 5 redirects"},
		{"redirect to a file", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, "not http or https"},
	} {
		t.Run(test.name, func(t *testing.T) {
			const secret = "sesame"
			address := strings.Replace(serve(t, test.handler), "http://", "http://user:pass-"+secret+"@", 1) + "/?key=" + secret
			from := newTestWebOrigin(t, address, http.Header{"X-Key": {secret}})
			_, err := from.get(t.Context(), from.last)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one with %q", err, test.want)
			}
			if text := from.redact(err.Error()) + from.name; strings.Contains(text, secret) || strings.Contains(text, "user") {
				t.Errorf("%q contains a secret", text)
			}
		})
	}
}

func TestWebTimeout(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"no response": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"endless response": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "half")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := newTestWebOriginWithTimeout(t, 200*time.Millisecond, serve(t, handler), nil).get(t.Context(), content{})
			if err == nil || err.Error() != "timed out after 200ms" {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestWebConditionalRequests(t *testing.T) {
	version := "1"
	var asked []string
	from := newTestWebOrigin(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("If-None-Match")+" "+r.Header.Get("If-Modified-Since"))
		w.Header().Set("ETag", `"`+version+`"`)
		w.Header().Set("Last-Modified", "Sat, 21 Nov 2026 08:00:00 GMT")
		if r.Header.Get("If-None-Match") == `"`+version+`"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, version)
	}), nil)
	for i, want := range []string{"1", "1", "unchanged", "2"} {
		if i == 3 {
			version = "2"
		}
		c, err := from.get(t.Context(), from.last)
		switch {
		case errors.Is(err, errUnchanged) && want == "unchanged":
		case err != nil || string(c.data) != want:
			t.Fatalf("fetch %d: %v, error %v; want %s", i, c, err, want)
		case i > 0: // content that was not accepted is fetched again
			from.accept(c)
		}
	}
	const known = `"1" Sat, 21 Nov 2026 08:00:00 GMT`
	if got, want := strings.Join(asked, "|"), " | |"+known+"|"+known; got != want {
		t.Errorf("validators %q, want %q", got, want)
	}
}

func TestWebSendsHeadersOnlyToConfiguredHost(t *testing.T) {
	var other http.Header
	elsewhere := serve(t, func(w http.ResponseWriter, r *http.Request) { other = r.Header })
	var first, second http.Header
	start := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			first = r.Header
			http.Redirect(w, r, "/again", http.StatusFound)
		default:
			second = r.Header
			http.Redirect(w, r, elsewhere, http.StatusFound)
		}
	})
	address := strings.Replace(start, "http://", "http://user:password@", 1) + "/?key=sesame"
	if _, err := newTestWebOrigin(t, address, http.Header{"X-Key": {"sesame"}}).get(t.Context(), content{}); err != nil {
		t.Fatal(err)
	}
	if first.Get("X-Key") != "sesame" || second.Get("X-Key") != "sesame" || first.Get("Authorization") == "" {
		t.Errorf("sent %v, then %v to the host of the address", first, second)
	}
	for _, name := range []string{"X-Key", "Authorization", "Referer"} {
		if got := other.Get(name); got != "" {
			t.Errorf("sent %s %q to another host", name, got)
		}
	}
}

func TestRedirectFromHTTPSToHTTPIsRejected(t *testing.T) {
	from, err := newOrigin("https://rail.example/feed", nil, fetchOptions{roundTrip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Scheme == "http" {
			t.Error("the http URL was requested")
		}
		return newResponse(http.StatusFound, "", "Location", "http://rail.example/feed"), nil
	}), 1000, time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := from.get(context.Background(), from.last); err == nil || !strings.Contains(err.Error(), "from https to http") {
		t.Errorf("the error is %v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "-5": 0, "999999999": time.Hour, "99999999999999999999": 0, "soon": 0,
		"Mon, 02 Jan 2006 15:04:05 GMT": 0, "Fri, 31 Dec 2199 23:59:59 GMT": time.Hour,
	} {
		if got := retryAfter(value); got != want {
			t.Errorf("Retry-After: %s is %v, want %v", value, got, want)
		}
	}
}

func TestNewOriginRejectsInvalidLocations(t *testing.T) {
	for where, want := range map[string]string{
		"":                            "empty",
		"ftp://rail.example/feed":     "http or https",
		"https://":                    "with a host",
		"https://user:sesame@%zz/":    "with a host",
		"https://rail.example:x/?key": "with a host",
	} {
		_, err := newOrigin(where, nil, fetchOptions{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%q: the error is %v, want one with %q", where, err, want)
		}
	}
}

func TestParseHeader(t *testing.T) {
	if name, value, err := ParseHeader(" x-api-key :  a b:c "); err != nil || name != "X-Api-Key" || value != "a b:c" {
		t.Errorf("got %q, %q, %v", name, value, err)
	}
	for _, wrong := range []string{"", "sesame", ": sesame", "X Key: sesame", "X-Key:", "X-Key: sesame\r\nY: z", "X-Ké: sesame"} {
		if _, _, err := ParseHeader(wrong); err == nil || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%q: the error is %v", wrong, err)
		}
	}
}

// roundTrip is a transport that calls the function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// newResponse returns a response. The headers are alternating names and values.
func newResponse(status int, body string, headers ...string) *http.Response {
	recorder := httptest.NewRecorder()
	for i := 0; i < len(headers); i += 2 {
		recorder.Header().Set(headers[i], headers[i+1])
	}
	recorder.WriteHeader(status)
	recorder.Body.WriteString(body)
	return recorder.Result()
}
