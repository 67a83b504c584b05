// Package paths has the paths and queries at which operations are served, and the addresses at which clients reach them.
package paths

import (
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
)

// Location is the location of an operation with parts that are replaced (WSDL
// 1.1 section 4.7): Text[0], the first part, Text[1], the second part and so
// on.
type Location struct {
	Text  []string // unescaped
	names []string
}

// NewLocation parses a location: a name in parentheses names a part.
func NewLocation(text string) Location {
	var l Location
	for {
		before, rest, found := strings.Cut(text, "(")
		name, after, closed := strings.Cut(rest, ")")
		if !found || !closed {
			l.Text = append(l.Text, text)
			return l
		}
		l.Text = append(l.Text, before)
		l.names = append(l.names, name)
		text = after
	}
}

// Match finds the parts in a path. The value of a part does not go beyond the
// next text, nor beyond a slash that is not escaped.
func (l Location) Match(path string) (parts []codec.Parameter, ok bool) {
	rest, ok := strings.CutPrefix(path, l.Text[0])
	if !ok {
		return nil, false
	}
	for i, name := range l.names {
		next := l.Text[i+1]
		n := len(rest)
		if next != "" {
			n = strings.Index(rest, next)
		} else if i+1 < len(l.names) {
			n = 0
		}
		if n < 0 || strings.Contains(rest[:n], "/") {
			return nil, false
		}
		parts = append(parts, codec.Parameter{Name: name, Value: strings.ReplaceAll(rest[:n], EscapedSlash, "/")})
		rest = rest[n+len(next):]
	}
	return parts, rest == ""
}

// Fill replaces the parts by values, and returns the path, unescaped and
// escaped. missing is the name of a part that has no value.
func (l Location) Fill(values []codec.Parameter) (path, raw, missing string) {
	for i, name := range l.names {
		value, ok := Named(values, name)
		if !ok {
			return "", "", name
		}
		path += l.Text[i] + value
		raw += Escape(l.Text[i]) + strings.ReplaceAll(Escape(value), "/", "%2F")
	}
	last := l.Text[len(l.names)]
	return path + last, raw + Escape(last), ""
}

// Named returns the value of the first parameter with a name, false if there is none.
func Named(values []codec.Parameter, name string) (string, bool) {
	for _, v := range values {
		if v.Name == name {
			return v.Value, true
		}
	}
	return "", false
}

// EscapedSlash replaces an escaped slash in a path that is matched, as it is
// data and separates nothing (RFC 3986 section 2.2). XML does not allow the
// character, so that no value contains it.
const EscapedSlash = "\x00"

// Of returns the unescaped path of a URL, with EscapedSlash. It is a path of
// nothing if the path contains that character itself.
func Of(u *url.URL) string {
	if strings.Contains(u.Path, EscapedSlash) {
		return EscapedSlash
	}
	if u.RawPath == "" {
		return u.Path
	}
	raw := strings.ReplaceAll(strings.ReplaceAll(u.EscapedPath(), "%2f", "%2F"), "%2F", "%00")
	path, err := url.PathUnescape(raw)
	if err != nil {
		return EscapedSlash
	}
	return path
}

// Shown returns a path of Of for a text.
func Shown(path string) string { return strings.ReplaceAll(path, EscapedSlash, "%2F") }

// Escape escapes a path, except its slashes.
func Escape(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// Query is the fixed part of the query of a location, "Action=Find" for example.
type Query []codec.Parameter

// NewQuery parses a query.
func NewQuery(text string) Query {
	var q Query
	for _, field := range strings.Split(text, "&") {
		name, value, _ := strings.Cut(field, "=")
		if field != "" {
			q = append(q, codec.Parameter{Name: name, Value: value})
		}
	}
	return q
}

// Fits reports whether a request has all of the fixed parameters.
func (q Query) Fits(given []codec.Parameter) bool {
	return !slices.ContainsFunc(q, func(fixed codec.Parameter) bool {
		value, ok := Named(given, fixed.Name)
		return !ok || value != fixed.Value
	})
}

// OfAddress returns the path of a port's address, as Of does, "/" if it
// has none.
func OfAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return Rooted(Of(u))
}

// Rooted returns a path with a slash at its start.
func Rooted(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// Join joins the path of a port and the location of an operation
// (WSDL 1.1 section 4.4).
func Join(path, location string) string {
	if location == "" {
		return path
	}
	return strings.TrimSuffix(path, "/") + Rooted(location)
}
