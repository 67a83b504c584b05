package soap_test

import (
	"mime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/media"
)

func TestMediaType(t *testing.T) {
	tests := []struct{ header, name, charset, action string }{
		{"", "", "", ""},
		{"text/xml", "text/xml", "", ""},
		{" Text/XML ; CharSet=UTF-8 ", "text/xml", "UTF-8", ""},
		{`application/soap+xml; charset="utf-8"; action="urn:a;b=\"c\""`, "application/soap+xml", "utf-8", `urn:a;b="c"`},
		{"application/soap+xml;charset=utf-8;action=http://h/a?b=c&d#e", "application/soap+xml", "utf-8", "http://h/a?b=c&d#e"},
		{"application/soap+xml; action=http://h/a; charset=utf-8", "application/soap+xml", "utf-8", "http://h/a"},
		{"application/soap+xml; action = urn:x ;; charset = utf-8;", "application/soap+xml", "utf-8", "urn:x"},
		{`application/soap+xml; action="urn:x; charset=utf-8`, "application/soap+xml", "", "urn:x; charset=utf-8"},
		{`application/soap+xml; action=urn:x"; charset=utf-8`, "application/soap+xml", "utf-8", "urn:x"},
		{`application/soap+xml; action=""; charset`, "application/soap+xml", "", ""},
		{"text/xml; charset=a; charset=b", "text/xml", "a", ""},
		{"text/xml; =x; charset=a", "text/xml", "a", ""},
		{`text/xml; charset='utf-8'; action='urn:x'`, "text/xml", "utf-8", "urn:x"},
		{`text/xml; charset="'utf-8'"; action='urn:x`, "text/xml", "'utf-8'", "'urn:x"},
		{`text/xml; charset='; action=''`, "text/xml", "'", ""},
		{`text/xml; charset="a\`, "text/xml", `a\`, ""},
	}
	for _, test := range tests {
		m := media.Parse(test.header)
		if m.Name != test.name || m.Attribute("charset") != test.charset || m.Attribute("action") != test.action {
			t.Errorf("%q: %+v", test.header, m)
		}
	}
}

// FuzzMediaType compares Parse with package mime, for headers that mime accepts.
func FuzzMediaType(f *testing.F) {
	f.Add("text/xml; charset=utf-8")
	f.Add(`application/soap+xml; action="a\"b;c"; charset=x`)
	f.Add(`a/b;c="d" ; e=f`)
	f.Fuzz(func(t *testing.T, header string) {
		got := media.Parse(header)
		name, attributes, err := mime.ParseMediaType(header)
		if err != nil || strings.Contains(header, "*") || len(attributes) > 16 || strings.ContainsFunc(header, func(r rune) bool { return r < ' ' || r > '~' }) {
			return
		}
		if got.Name != name {
			t.Errorf("%q: name %q, want %q", header, got.Name, name)
		}
		for key, value := range attributes {
			if strings.ContainsAny(header, `\'`) {
				continue // package mime guesses at paths of Windows, and keeps single quotes
			}
			if got.Attribute(key) != value {
				t.Errorf("%q: %s is %q, want %q", header, key, got.Attribute(key), value)
			}
		}
	})
}
