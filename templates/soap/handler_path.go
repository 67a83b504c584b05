package soap

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
)

// location is the location of an operation with parts that are replaced (WSDL
// 1.1 section 4.7): text[0], the first part, text[1], the second part and so
// on.
type location struct {
	text  []string // unescaped
	names []string
}

// newLocation parses a location: a name in parentheses names a part.
func newLocation(text string) location {
	var l location
	for {
		before, rest, found := strings.Cut(text, "(")
		name, after, closed := strings.Cut(rest, ")")
		if !found || !closed {
			l.text = append(l.text, text)
			return l
		}
		l.text = append(l.text, before)
		l.names = append(l.names, name)
		text = after
	}
}

// match finds the parts in a path. The value of a part does not go beyond the
// next text, nor beyond a slash that is not escaped.
func (l location) match(path string) (parts []codec.Parameter, ok bool) {
	rest, ok := strings.CutPrefix(path, l.text[0])
	if !ok {
		return nil, false
	}
	for i, name := range l.names {
		next := l.text[i+1]
		n := len(rest)
		if next != "" {
			n = strings.Index(rest, next)
		} else if i+1 < len(l.names) {
			n = 0
		}
		if n < 0 || strings.Contains(rest[:n], "/") {
			return nil, false
		}
		parts = append(parts, codec.Parameter{Name: name, Value: strings.ReplaceAll(rest[:n], escapedSlash, "/")})
		rest = rest[n+len(next):]
	}
	return parts, rest == ""
}

// fill replaces the parts by values, and returns the path, unescaped and
// escaped. missing is the name of a part that has no value.
func (l location) fill(values []codec.Parameter) (path, raw, missing string) {
	for i, name := range l.names {
		value, ok := parameterNamed(values, name)
		if !ok {
			return "", "", name
		}
		path += l.text[i] + value
		raw += rawPath(l.text[i]) + strings.ReplaceAll(rawPath(value), "/", "%2F")
	}
	last := l.text[len(l.names)]
	return path + last, raw + rawPath(last), ""
}

func parameterNamed(values []codec.Parameter, name string) (string, bool) {
	for _, v := range values {
		if v.Name == name {
			return v.Value, true
		}
	}
	return "", false
}

// escapedSlash replaces an escaped slash in a path that is matched, as it is
// data and separates nothing (RFC 3986 section 2.2). XML does not allow the
// character, so that no value contains it.
const escapedSlash = "\x00"

// matchPath returns the unescaped path of a URL, with escapedSlash. It is a path of
// nothing if the path contains that character itself.
func matchPath(u *url.URL) string {
	if strings.Contains(u.Path, escapedSlash) {
		return escapedSlash
	}
	if u.RawPath == "" {
		return u.Path
	}
	raw := strings.ReplaceAll(strings.ReplaceAll(u.EscapedPath(), "%2f", "%2F"), "%2F", "%00")
	path, err := url.PathUnescape(raw)
	if err != nil {
		return escapedSlash
	}
	return path
}

// shownPath returns a path of matchPath for a text.
func shownPath(path string) string { return strings.ReplaceAll(path, escapedSlash, "%2F") }

// rawPath escapes the path of a location, except its slashes.
func rawPath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// query is the fixed part of a location's query, "Action=Find" for example.
type query []codec.Parameter

func newQuery(text string) query {
	var q query
	for _, field := range strings.Split(text, "&") {
		name, value, _ := strings.Cut(field, "=")
		if field != "" {
			q = append(q, codec.Parameter{Name: name, Value: value})
		}
	}
	return q
}

// fits reports whether a request has all of the fixed parameters.
func (q query) fits(given []codec.Parameter) bool {
	for _, fixed := range q {
		if value, ok := parameterNamed(given, fixed.Name); !ok || value != fixed.Value {
			return false
		}
	}
	return true
}

// publicAddress returns the address at which the client reached path, which is
// one of matchPath, as far as the request tells; "" if it does not tell one that
// can be trusted to be an address. Headers of proxies count only if forwarded is
// set.
func publicAddress(r *http.Request, path string, forwarded bool) string {
	scheme, host, prefix := "http", r.Host, ""
	if r.TLS != nil {
		scheme = "https"
	}
	if forwarded {
		f := forwardedBy(r.Header)
		if f.proto == "http" || f.proto == "https" {
			scheme = f.proto
		}
		if isHostPort(f.host) {
			host = f.host
		}
		if isPlainPath(f.prefix) {
			prefix = strings.TrimSuffix(f.prefix, "/")
		}
	}
	if !isHostPort(host) {
		return ""
	}
	return scheme + "://" + host + prefix + strings.ReplaceAll(rawPath(path), "%00", "%2F")
}

// proxied is what the nearest client said to the outermost proxy.
type proxied struct{ proto, host, prefix string }

// forwardedBy reads Forwarded (RFC 7239), else X-Forwarded-Proto, -Host and
// -Prefix. The first element of a list is the outermost proxy's.
func forwardedBy(header http.Header) proxied {
	first := func(s string) string {
		s, _, _ = strings.Cut(s, ",")
		return media.Trim(s)
	}
	p := proxied{prefix: first(header.Get("X-Forwarded-Prefix"))}
	if element := first(header.Get("Forwarded")); element != "" {
		m := media.Parse(";" + element) // the same syntax
		p.proto, p.host = strings.ToLower(m.Attribute("proto")), m.Attribute("host")
		return p
	}
	p.proto, p.host = strings.ToLower(first(header.Get("X-Forwarded-Proto"))), first(header.Get("X-Forwarded-Host"))
	return p
}

// isHostPort reports whether s is host, host:port, [IPv6] or [IPv6]:port, with
// nothing that could mean something else in a URL or a document. Stricter than
// RFC 3986: no escapes and no sub-delimiters.
func isHostPort(s string) bool {
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, port = s[:i], s[i+1:]
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || port[0] == '+' {
			return false
		}
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		return ok && inner != "" && onlyBytes(inner, "0123456789abcdefABCDEF:.")
	}
	return len(host) <= 255 && isHostName(host)
}

// isHostName reports whether s is made of labels that neither begin nor end with
// a hyphen (RFC 1123 section 2.1). A dot at the end stands for the root.
func isHostName(s string) bool {
	for _, label := range strings.Split(strings.TrimSuffix(s, "."), ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || !onlyBytes(label, hostBytes) {
			return false
		}
	}
	return true
}

const hostBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"

func isPlainPath(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && onlyBytes(s, hostBytes+"/~")
}

func onlyBytes(s, set string) bool { return strings.Trim(s, set) == "" }

// addressPath returns the path of a port's address, as matchPath does, "/" if it
// has none.
func addressPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return rooted(matchPath(u))
}

func rooted(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// operationPath joins the path of a port and the location of an operation
// (WSDL 1.1 section 4.4).
func operationPath(path, location string) string {
	if location == "" {
		return path
	}
	return strings.TrimSuffix(path, "/") + rooted(location)
}
