package page

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// request is the text of a request of one binding.
type request struct {
	Binding string      `json:"binding"` // code
	Name    string      `json:"-"`
	Method  string      `json:"method,omitempty"`
	URL     string      `json:"url,omitempty"`
	Target  string      `json:"target,omitempty"` // what a script on the page fetches: below the path of the page, or from the root
	Own     bool        `json:"own,omitempty"`    // Target is below the path of the page
	Headers [][2]string `json:"headers,omitempty"`
	Body    string      `json:"body,omitempty"`
	HasBody bool        `json:"hasBody,omitempty"`
	Raw     string      `json:"raw,omitempty"`
	Curl    string      `json:"curl,omitempty"`
	Go      string      `json:"go,omitempty"`
	Error   string      `json:"error,omitempty"`
}

// set describes a request. page is the request for the page.
func (q *request) set(r *http.Request, page *http.Request) error {
	q.Method, q.URL = r.Method, r.URL.String()
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return fmt.Errorf("reading the body of the request: %w", err)
		}
		q.Body, q.HasBody = string(body), true
	}
	q.Headers = headerLines(r.Header)
	q.Raw, q.Curl, q.Target = q.raw(r), q.curl(), r.URL.RequestURI()
	own := page.URL.EscapedPath()
	if at := strings.Index(r.URL.EscapedPath(), own); at >= 0 && own != "/" { // after the prefix of a proxy
		q.Target = q.Target[at:]
	}
	if rest, ok := strings.CutPrefix(q.Target, own); ok && (rest == "" || strings.ContainsAny(rest[:1], "/?")) {
		q.Target, q.Own = rest, true
	}
	return nil
}

// headerLines returns headers in the order in which a client sends them.
func headerLines(header http.Header) [][2]string {
	var lines [][2]string
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			lines = append(lines, [2]string{name, value})
		}
	}
	return lines
}

// raw returns the request in the format of HTTP/1.1.
func (q *request) raw(r *http.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\nHost: %s\n", q.Method, r.URL.RequestURI(), r.URL.Host)
	for _, h := range q.Headers {
		fmt.Fprintf(&b, "%s: %s\n", h[0], h[1])
	}
	if q.HasBody {
		fmt.Fprintf(&b, "Content-Length: %d\n", len(q.Body))
	}
	return b.String() + "\n" + q.Body
}

// curl returns a command that sends the request.
func (q *request) curl() string {
	var b strings.Builder
	b.WriteString("curl")
	if strings.ContainsAny(q.URL, "[]{}") {
		b.WriteString(" --globoff")
	}
	switch {
	case q.Method == http.MethodHead:
		b.WriteString(" --head")
	case q.Method != http.MethodGet && !(q.Method == http.MethodPost && q.HasBody) || q.Method == http.MethodGet && q.HasBody:
		b.WriteString(" --request " + q.Method)
	}
	b.WriteString(" " + quoted(q.URL))
	for _, h := range q.Headers {
		b.WriteString(" \\\n  --header " + quoted(h[0]+": "+h[1]))
	}
	if q.HasBody {
		b.WriteString(" \\\n  --data-raw " + quoted(q.Body))
	}
	return b.String()
}

// quoted returns a word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// relative returns the target as a reference in an answer to a request for a path, so
// that a proxy may have changed what is before it.
func (q *request) relative(own string) string {
	if !q.Own {
		return q.Target
	}
	last := path.Base(own)
	if strings.HasSuffix(own, "/") || last == "/" || last == "." {
		return "./" + strings.TrimPrefix(q.Target, "/")
	}
	return "./" + url.PathEscape(last) + q.Target
}
