package serve_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/record"
)

// proxied returns a server that records in dir what the target answers, at the path /service.
func proxied(t *testing.T, dir, target string) *serve.Server {
	t.Helper()
	recorder, err := record.NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	recorder.Next = serve.LimitedTransport()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	info := &contract.Contract{Service: "S", Ports: []contract.Port{{Name: "P", Binding: contract.HTTPGet, Address: "http://service.example/service"}}}
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	return serve.New([]*contract.Contract{info}, new(contract.DocumentSet), serve.Config{Recorder: recorder, Target: u, Logger: logger})
}

// TestProxyPaths sends requests through a proxy: they arrive below the path of the target, or not at all.
func TestProxyPaths(t *testing.T) {
	var arrived *http.Request
	target := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { arrived = r }))
	defer target.Close()
	server := proxied(t, t.TempDir(), target.URL+"/base")
	for _, test := range []struct{ method, target, want string }{
		{"GET", "/service/get?a=b", "/base/get?a=b"},
		{"POST", "/service", "/base"},
		{"GET", "http://other.example/service/get", "/base/get"},
		{"GET", "//other.example/get", "/base//other.example/get"},
		{"GET", "/service/..hidden", "/base/..hidden"},
		{"GET", "/serv%69ce/a%2fb%20c/d", "/base/a%2fb%20c/d"},
		{"GET", "/service%2Fget", "/base%2Fget"},
		{"GET", "/service/a%2f..%2fb", ""},
		{"GET", "/service/../admin", ""},
		{"GET", "/service/%2e%2e/admin", ""},
		{"GET", "/service/..", ""},
		{"CONNECT", "/service/get", ""},
	} {
		arrived = nil
		r := httptest.NewRequest(test.method, "/", http.NoBody)
		u, err := url.Parse(test.target)
		if err != nil {
			t.Fatal(err)
		}
		if r.URL = u; strings.HasPrefix(test.target, "//") {
			r.URL = &url.URL{Path: test.target} // as a server parses it
		}
		r.Header.Set("Connection", "Upgrade")
		r.Header.Set("Upgrade", "websocket")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		switch {
		case test.want == "" && (arrived != nil || w.Code != http.StatusBadRequest):
			t.Errorf("%s %s has the status %d, and the target has %v", test.method, test.target, w.Code, arrived)
		case test.want != "" && (arrived == nil || arrived.RequestURI != test.want || w.Code != http.StatusOK):
			t.Errorf("%s %s has the status %d, and the target has %+v; want %s", test.method, test.target, w.Code, arrived, test.want)
		case arrived != nil && arrived.Header.Get("Upgrade") != "":
			t.Errorf("%s %s asks the target for another protocol", test.method, test.target)
		}
	}
}

// TestProxyRedirects: a redirect of the target is an answer for the client. The proxy sends nothing elsewhere.
func TestProxyRedirects(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("another server gets %s %s", r.Method, r.URL) }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		target := httptest.NewServer(http.RedirectHandler(other.URL+"/base", status))
		server := proxied(t, t.TempDir(), target.URL+"/base")
		for _, method := range []string{"GET", "POST"} {
			r := httptest.NewRequest(method, "/service/get", strings.NewReader("secret"))
			r.SetBasicAuth("person", "sesame")
			w := httptest.NewRecorder()
			if server.ServeHTTP(w, r); w.Code != status || w.Header().Get("Location") != other.URL+"/base" {
				t.Errorf("%s: status %d, Location %s; want %d", method, w.Code, w.Header().Get("Location"), status)
			}
		}
		target.Close()
	}
}

// TestProxyUser sends the user of the target's address, which no recording has.
func TestProxyUser(t *testing.T) {
	var users []string
	target := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		users = append(users, user+":"+password)
	}))
	defer target.Close()
	dir := t.TempDir()
	server := proxied(t, dir, strings.Replace(target.URL, "://", "://robot:hunter2@", 1))
	for _, user := range []string{"", "person"} {
		r := httptest.NewRequestWithContext(context.Background(), "GET", "/service/get"+user, http.NoBody)
		if user != "" {
			r.SetBasicAuth(user, "sesame")
		}
		server.ServeHTTP(httptest.NewRecorder(), r)
	}
	if got := strings.Join(users, " "); got != "robot:hunter2 person:sesame" {
		t.Errorf("the target has the users %s", got)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"+record.Extension))
	if err != nil || len(names) != 2 {
		t.Fatalf("recordings: %v, %v", names, err)
	}
	for _, name := range names {
		text := testfile.Read(t, name)
		if strings.Contains(string(text), "Basic") || strings.Contains(string(text), "hunter2") {
			t.Errorf("%s has the password:\n%s", name, text)
		}
	}
}
