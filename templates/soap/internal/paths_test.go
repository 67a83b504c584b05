package internal_test

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/paths"
)

// FuzzLocation holds that what a client puts into a location is what a handler
// finds there, unless the text between the parts is in the values, too.
func FuzzLocation(f *testing.F) {
	f.Add("a", "b")
	f.Add("a/b c%2F", "ü?&#;+%")
	f.Add("", ":")
	f.Add("\x00..", "../..")
	f.Fuzz(func(t *testing.T, from, to string) {
		if at, _ := lex.NotXML(from + to); at >= 0 {
			t.Skip("no values of parameters")
		}
		l := paths.NewLocation("/route/(from)::(to)/x")
		values := []codec.Parameter{{Name: "from", Value: from}, {Name: "to", Value: to}}
		path, raw, missing := l.Fill(values)
		u := &url.URL{Scheme: "http", Host: "h", Path: path, RawPath: raw}
		sent, err := url.Parse(u.String())
		if missing != "" || err != nil || u.EscapedPath() != raw {
			t.Fatalf("%q %q: %v", path, raw, err)
		}
		got, ok := l.Match(paths.Of(sent))
		if early := strings.Index(from+"::", "::") < len(from); !early && from != ":" && !strings.HasSuffix(from, ":") && !strings.Contains(to, "/x") && !reflect.DeepEqual(got, values) {
			t.Errorf("%q: %q, %v", sent, got, ok)
		}
	})
}

func TestLocation(t *testing.T) {
	for _, c := range []struct {
		location, path string
		want           []codec.Parameter
	}{
		{"/a/(x)", "/a/1", []codec.Parameter{{Name: "x", Value: "1"}}},
		{"/a/(x)", "/a/", []codec.Parameter{{Name: "x", Value: ""}}},
		{"/a/(x)", "/a/1/2", nil},
		{"/a/(x)", "/b/1", nil},
		{"/a/(x)", "/a/1\x002", []codec.Parameter{{Name: "x", Value: "1/2"}}},
		{"/(x)-(y).html", "/1-2-3.html", []codec.Parameter{{Name: "x", Value: "1"}, {Name: "y", Value: "2-3"}}},
		{"/(x)(y)", "/12", []codec.Parameter{{Name: "x", Value: ""}, {Name: "y", Value: "12"}}},
		{"/plain", "/plain", nil},
		{"/open(x", "/open(x", nil},
	} {
		if got, _ := paths.NewLocation(c.location).Match(c.path); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s in %s: %q", c.path, c.location, got)
		}
	}
}

// TestEscapedSlash: an escaped slash is not a slash, in requests and in the addresses of contracts.
func TestEscapedSlash(t *testing.T) {
	for path, want := range map[string]string{"/a/b": "/a/b", "/a%2Fb": "/a%2Fb", "/a%2fb/c": "/a%2Fb/c", "/a%252Fb": "/a%252Fb"} {
		u, err := url.Parse("http://h" + path)
		must(t, err)
		if paths.Of(u) != paths.OfAddress(u.String()) {
			t.Errorf("%s: a request for the address of a contract has another path, %q", path, paths.Of(u))
		}
		if got := paths.Public(&http.Request{Host: "h"}, paths.Of(u), false); got != "http://h"+want {
			t.Errorf("%s: served at %s", path, got)
		}
	}
	if paths.Of(&url.URL{Path: "/a\x00b"}) == paths.OfAddress("http://h/a%2Fb") {
		t.Error("a null character is an escaped slash")
	}
}

func TestHostNames(t *testing.T) {
	for host, ok := range map[string]bool{
		"a": true, "a-b.example": true, "a.example.": true, "a.example.:80": true, "127.0.0.1:8080": true, "[::1]:80": true, "my_host": true,
		"": false, ".": false, "a..b": false, ".a": false, "a..": false, "-a": false, "a-": false, "a.-b": false, "a-.b": false, "a-:80": false, "a:0": false,
		`x"/><evil a="`: false, "a b": false, "user@host": false, "a:99999": false, "a'&amp;": false, "a\r\nX: y": false, "r\u00e4il": false,
		"a/evil": false, "a:http": false, ":80": false, "[": false, "[evil]": false, "a%2eb": false, strings.Repeat("a", 300): false,
	} {
		if (paths.Public(&http.Request{Host: host}, "/", false) != "") != ok {
			t.Errorf("%q: %t", host, !ok)
		}
	}
}
