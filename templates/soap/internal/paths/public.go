package paths

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/media"
)

// Public returns the address at which the client reached path, which is
// one of Of, as far as the request tells; "" if it does not tell one that
// can be trusted to be an address. Headers of proxies count only if forwarded is
// set.
func Public(r *http.Request, path string, forwarded bool) string {
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
		if strings.HasPrefix(f.prefix, "/") && !strings.HasPrefix(f.prefix, "//") && onlyBytes(f.prefix, hostBytes+"/~") {
			prefix = strings.TrimSuffix(f.prefix, "/")
		}
	}
	if !isHostPort(host) {
		return ""
	}
	return scheme + "://" + host + prefix + strings.ReplaceAll(Escape(path), "%00", "%2F")
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
		m := media.Parse(";" + element) // Forwarded has the syntax of parameters
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
// a hyphen (RFC 1123 section 2.1). A dot at the end is the root.
func isHostName(s string) bool {
	for _, label := range strings.Split(strings.TrimSuffix(s, "."), ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || !onlyBytes(label, hostBytes) {
			return false
		}
	}
	return true
}

const hostBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"

func onlyBytes(s, set string) bool { return strings.Trim(s, set) == "" }
