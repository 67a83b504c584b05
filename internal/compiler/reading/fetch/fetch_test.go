package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func serve(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/doc", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<doc/>")) })
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) { w.Write(make([]byte, 2000)) })
	mux.HandleFunc("/bomb", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		z.Write(make([]byte, 1<<20))
		z.Close()
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/trickle", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			w.Write([]byte("<"))
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/doc?at=1", http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "file:///etc/passwd")
		w.WriteHeader(http.StatusFound)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestFetch(t *testing.T) {
	server := serve(t)
	f := New(Config{Private: true})
	for address, want := range map[string]string{"/doc": "/doc", "/moved": "/doc?at=1"} {
		document, at, err := f.Fetch(context.Background(), server.URL+address)
		if err != nil || string(document) != "<doc/>" || at != server.URL+want {
			t.Errorf("%s: %q at %s, %v", address, document, at, err)
		}
	}
}

func TestLimits(t *testing.T) {
	server := serve(t)
	host := strings.TrimPrefix(server.URL, "http://")
	for _, c := range []struct{ address, want string }{
		{server.URL + "/slow", "the server " + host + " took longer than 100ms"},
		{server.URL + "/trickle", "the server " + host + " took longer than 100ms"},
	} {
		f := New(Config{Private: true, Limits: Limits{Timeout: 100 * time.Millisecond}})
		if _, _, err := f.Fetch(context.Background(), c.address); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.address, err, c.want)
		}
	}
	for _, c := range []struct{ address, want string }{
		{server.URL + "/none", "the server " + host + " answered 404 Not Found"},
		{server.URL + "/big", "larger than 1000 bytes"},
		{server.URL + "/bomb", "larger than 1000 bytes"},
		{server.URL + "/loop", "more than 3 redirects"},
		{server.URL + "/file", `redirect: scheme "file" is not supported; want http or https`},
		{"ftp://localhost/x", `scheme "ftp" is not supported; want http or https`},
		{"http:///x", "the address has no host"},
		{"http://me:secret@localhost/x", "the address contains a user name; credentials are not allowed, since addresses are stored with the documents"},
	} {
		f := New(Config{Private: true, Limits: Limits{Bytes: 1000, Redirects: 3}})
		if _, _, err := f.Fetch(context.Background(), c.address); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.address, err, c.want)
		}
	}
	f := New(Config{Private: true, Limits: Limits{Documents: 1}})
	for i, want := range []bool{true, false} {
		if _, _, err := f.Fetch(context.Background(), server.URL+"/doc"); (err == nil) != want {
			t.Errorf("document %d: %v", i+1, err)
		}
	}
	const total = 50 * time.Millisecond
	f = New(Config{Private: true, Limits: Limits{Total: total}})
	if _, _, err := f.Fetch(context.Background(), server.URL+"/trickle"); err == nil { // without the limit it would never end
		t.Error("fetched a document without end")
	} else {
		t.Logf("limit: time for all fetched documents (50 ms, in the test) | an error | %v", err)
	}
	f = New(Config{Private: true, Limits: Limits{Total: time.Nanosecond}})
	if _, _, err := f.Fetch(context.Background(), server.URL+"/doc"); err == nil {
		t.Error("fetched although the total time is over")
	}
}

// TestNoDowngrade checks that a redirect from https to http is not followed.
func TestNoDowngrade(t *testing.T) {
	plain := serve(t)
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/doc", http.StatusFound))
	defer secure.Close()
	f := New(Config{Private: true})
	f.client.Transport.(*guard).transport.TLSClientConfig = secure.Client().Transport.(*http.Transport).TLSClientConfig
	_, _, err := f.Fetch(context.Background(), secure.URL)
	if err == nil || err.Error() != "redirect from https to http" {
		t.Errorf("got %v", err)
	}
	if bytes.Contains([]byte(err.Error()), []byte(secure.URL)) {
		t.Errorf("the error repeats the address: %v", err)
	}
}
