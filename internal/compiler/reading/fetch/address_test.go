package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestKindOf(t *testing.T) {
	for kind, addresses := range map[string]string{
		"loopback":   "127.0.0.1 127.255.0.3 ::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1",
		"private":    "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 fc00::1 fd12::1 ::ffff:10.1.2.3 64:ff9b::a00:1 2002:c0a8:101::",
		"link-local": "169.254.169.254 fe80::1 fe80::1%eth0 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe",
		"reserved":   "0.0.0.0 0.1.2.3 :: ::ffff:0.0.0.0 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 ::7f00:1 ::10.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 3fff::1 fec0::1 ff02::1 5f00::1",
		"":           "1.1.1.1 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 192.0.1.1 ::ffff:8.8.8.8 2606:4700::1 2a00::1 64:ff9b::808:808 2002:808:808::",
	} {
		for _, a := range strings.Fields(addresses) {
			if got := kindOf(netip.MustParseAddr(a)); got != kind {
				t.Errorf("%s: %q, want %q", a, got, kind)
			}
		}
	}
}

// TestPrivate fetches from the origin that was named, and from others on the same machine.
func TestPrivate(t *testing.T) {
	named, other := serve(t), serve(t)
	port := strings.TrimPrefix(other.URL, "http://127.0.0.1:")
	redirect := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/doc", http.StatusFound)
	}))
	defer redirect.Close()
	for _, c := range []struct{ address, want string }{
		{named.URL + "/doc", ""},
		{named.URL + "/moved", ""},
		{strings.Replace(named.URL, "http://", "HTTP://", 1) + "/doc", ""},
		{other.URL + "/doc", "the host 127.0.0.1 is a loopback address, but not the host of the contract"},
		{other.URL + "/moved", "the host 127.0.0.1 is a loopback address, but not the host of the contract"},
		{"http://0.0.0.0:" + port + "/doc", "the host 0.0.0.0 is a reserved address, but not the host of the contract"},
		{"http://[::ffff:127.0.0.1]:" + port + "/doc", "the host ::ffff:127.0.0.1 has the loopback address"},
		{"http://localhost:" + port + "/doc", "the host localhost has the loopback address "},
		{"http://169.254.169.254/latest/meta-data/", "the host 169.254.169.254 is a link-local address, but not the host of the contract"},
		{"http://10.1.2.3/x", "the host 10.1.2.3 is a private address, but not the host of the contract"},
	} {
		f := New(Config{})
		f.Name(named.URL + "/service?wsdl")
		f.Name("service.wsdl")
		_, _, err := f.Fetch(context.Background(), c.address)
		f.Close()
		var private *PrivateError
		switch {
		case c.want == "" && err == nil:
		case c.want == "" || err == nil || !errors.As(err, &private) || !strings.HasPrefix(err.Error(), c.want):
			t.Errorf("%s: %v, want %s", c.address, err, c.want)
		}
	}
	// The origin of a redirect is not named, whoever sends it.
	f := New(Config{})
	f.Name(redirect.URL)
	if _, _, err := f.Fetch(context.Background(), redirect.URL); !errors.As(err, new(*PrivateError)) {
		t.Errorf("a redirect from the named origin to another one: %v", err)
	}
	f.Name(other.URL)
	if _, _, err := f.Fetch(context.Background(), redirect.URL); err != nil {
		t.Error(err)
	}
	// A connection that was allowed is not used for another origin.
	f = New(Config{Private: true})
	if _, _, err := f.Fetch(context.Background(), redirect.URL); err != nil {
		t.Error(err)
	}
}

// TestResolvedAddress checks the address of a connection, not that which the name of the host had before.
func TestResolvedAddress(t *testing.T) {
	other := serve(t)
	ctx := context.WithValue(context.Background(), hostKey{}, "rebound.example")
	connection, err := dial(ctx, "tcp", strings.TrimPrefix(other.URL, "http://"))
	var private *PrivateError
	if !errors.As(err, &private) || private.Host != "rebound.example" || private.Address != "127.0.0.1" {
		t.Errorf("got %v and %v", connection, err)
	}
}

// TestProxy fetches through a proxy, which looks up the names of hosts.
func TestProxy(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		w.Write([]byte("<doc/>"))
	}))
	defer proxy.Close()
	f := New(Config{Proxy: func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }})
	f.Name("http://intranet/service?wsdl")
	for address, allowed := range map[string]bool{
		"http://types.example/a.xsd": true, "http://intranet/a.xsd": true, "http://93.184.215.14/a": true, "http://local.example/": true,
		"http://intranet:81/a.xsd": false, "https://intranet/a.xsd": false, "http://other/a": false, "http://localhost/": false, "http://LocalHost./": false,
		"http://a.localhost/": false, "http://10.0.0.1/": false, "http://[::1]/": false, "http://[::ffff:10.0.0.1]/": false, "http://127.1/": false,
		"http://0x7f.0.0.1/": false, "http://2130706433/": false, "http://017700000001/": false, "http://printer.local/": false,
		"http://metadata.google.internal/": false, "http://nas.home.arpa/": false, "http://169.254.169.254/": false,
	} {
		asked = nil
		_, _, err := f.Fetch(context.Background(), address)
		if (err == nil) != allowed || (len(asked) > 0) != allowed || err != nil && !errors.As(err, new(*PrivateError)) {
			t.Errorf("%s: %v, and the proxy was asked for %v", address, err, asked)
		}
	}
}

// TestLimitFetch fetches documents that never end, and one that is small only while it is compressed.
func TestLimitFetch(t *testing.T) {
	server := serve(t)
	const bytes, within = 256 << 10, 100 * time.Millisecond
	f := New(Config{Private: true, Limits: Limits{Bytes: bytes, Timeout: within}})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := f.Fetch(context.Background(), server.URL+"/bomb")
	runtime.ReadMemStats(&after)
	used := after.TotalAlloc - before.TotalAlloc
	t.Logf("limit: bytes of one fetched document | %d | %d allocated", bytes, used)
	if err == nil || used > 40*bytes {
		t.Errorf("%v after %d bytes", err, used)
	}
	_, _, err = f.Fetch(context.Background(), server.URL+"/trickle") // without the limit it would never end
	want := "the server " + strings.TrimPrefix(server.URL, "http://") + " took longer than 100ms"
	t.Logf("limit: time for one fetched document (%v, in the test) | an error | %v", within, err)
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestLimitFetchCount fetches more documents, and follows more redirects, than is allowed by default.
func TestLimitFetchCount(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests++; r.URL.Path == "/loop" {
			http.Redirect(w, r, "/loop", http.StatusFound)
		}
	}))
	defer server.Close()
	f := New(Config{Private: true})
	defer f.Close()
	limits := Limits{}.withDefaults()
	if _, _, err := f.Fetch(context.Background(), server.URL+"/loop"); err == nil || requests != 1+limits.Redirects {
		t.Errorf("%d requests: %v", requests, err)
	}
	t.Logf("limit: redirects for one fetched document | %d | %d", limits.Redirects, requests-1)
	fetched := 1
	for ; fetched < 2*limits.Documents; fetched++ {
		if _, _, err := f.Fetch(context.Background(), server.URL+"/"); err != nil {
			break
		}
	}
	t.Logf("limit: fetched documents of a contract | %d | %d", limits.Documents, fetched)
	if fetched != limits.Documents {
		t.Errorf("%d documents were fetched", fetched)
	}
}

func TestOrigin(t *testing.T) {
	for address, want := range map[string]string{
		"http://a": "http://a", "HTTP://ann:pw@A.:80/x?y#z": "http://a", "https://a:443": "https://a", "http://a:": "http://a",
		"https://a:80": "https://a:80", "http://a:443": "http://a:443", "http://a@b": "http://b", "http://[2001:DB8::1]:80/": "http://[2001:db8::1]",
		"http://\u0130.example": "http://%C4%B0.example", "http://\u212a.example": "http://%E2%84%AA.example",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := Origin(u); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
