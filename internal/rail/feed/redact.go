package feed

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// publicURL returns the URL without the parts that can hold credentials: user, password, query and fragment.
func publicURL(u *url.URL) string {
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	return shown.String()
}

// secretsOf returns the texts in the URL and the headers that no message may contain, longest first.
func secretsOf(u *url.URL, header http.Header) []string {
	var found []string
	add := func(texts ...string) {
		for _, text := range texts {
			if len(text) >= 3 { // shorter texts are not secret, and redacting them would garble messages
				found = append(found, text, url.QueryEscape(text), url.PathEscape(text))
			}
		}
	}
	if u.User != nil {
		password, _ := u.User.Password()
		add(u.User.Username(), password, u.User.String())
	}
	add(u.RawQuery, u.Fragment)
	for _, values := range u.Query() {
		add(values...)
	}
	for _, values := range header {
		for _, value := range values {
			add(value)
			add(strings.Fields(value)...) // the token after "Bearer"
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(found)
}

// ParseHeader parses a header in the form "Name: value". The error does not contain the value.
func ParseHeader(line string) (name, value string, err error) {
	name, value, found := strings.Cut(line, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !found:
		return "", "", errors.New("header has no colon")
	case name == "" || strings.ContainsFunc(name, notToken):
		return "", "", fmt.Errorf("%q is not a valid header name", name)
	case value == "":
		return "", "", fmt.Errorf("header %s has no value", name)
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) || !utf8.ValidString(value):
		return "", "", fmt.Errorf("the value of header %s has control characters or invalid UTF-8", name)
	}
	return http.CanonicalHeaderKey(name), value, nil
}

// notToken reports whether r is not allowed in a token (RFC 9110, section 5.6.2).
func notToken(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
