package feed

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/redact"
)

// publicURL returns the URL without the parts that can hold credentials: user, password, query and fragment.
func publicURL(u *url.URL) string {
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	return shown.String()
}

// secretsOf returns what removes the texts in the URL and the headers that no message may contain.
func secretsOf(u *url.URL, header http.Header) (r redact.Redactor) {
	password, _ := u.User.Password()
	r.Values = []string{u.User.Username(), password, u.RawQuery, u.Fragment}
	for _, values := range u.Query() {
		r.Values = append(r.Values, values...)
	}
	for _, values := range header {
		for _, value := range values {
			r.Values = append(append(r.Values, value), strings.Fields(value)...) // the token after "Bearer"
		}
	}
	return r
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
