package response

import (
	"net/http"
	"strings"
	"time"
)

// A headerWriter calls a function once before the header of a response is written. The function may change the header, and returns the
// status. An interim response does not count.
type headerWriter struct {
	http.ResponseWriter
	before func(code int) int
	done   bool
	noBody bool // the body is discarded
}

// BeforeHeader returns a handler that calls a function before the header of each response is written. It may change the header.
func BeforeHeader(next http.Handler, before func(http.Header)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wrapped := &headerWriter{ResponseWriter: w, before: func(code int) int { before(w.Header()); return code }}
		if next.ServeHTTP(wrapped, r); !wrapped.done {
			before(w.Header())
		}
	})
}

// Conditional evaluates the preconditions of GET and HEAD requests against the ETag and Last-Modified of the response
// (RFC 9110 section 13) and replaces a status of 200 by 304 or 412. It also sets Cache-Control: no-store for errors,
// and no-cache for responses to GET and HEAD without Cache-Control.
func Conditional(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wrapped := &headerWriter{ResponseWriter: w}
		wrapped.before = func(code int) int { return wrapped.finalStatus(r, code) }
		next.ServeHTTP(wrapped, r)
	})
}

// Unwrap returns the underlying writer, for [http.ResponseController].
func (w *headerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *headerWriter) WriteHeader(code int) {
	if !w.done && code >= 200 {
		w.done = true
		code = w.before(code)
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *headerWriter) Write(p []byte) (int, error) {
	if !w.done {
		w.WriteHeader(http.StatusOK)
	}
	if w.noBody {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// finalStatus returns the status to send and prepares the header for it.
func (w *headerWriter) finalStatus(r *http.Request, code int) int {
	header, reads := w.Header(), r.Method == http.MethodGet || r.Method == http.MethodHead
	if reads && code == http.StatusOK {
		if code = precondition(r.Header, header.Get("Etag"), header.Get("Last-Modified")); code != http.StatusOK {
			w.noBody = true
			drop(header, "Content-Type", "Content-Length", "Content-Encoding")
		}
	}
	switch {
	case code >= 400:
		drop(header, "Etag", "Last-Modified")
		header.Set("Cache-Control", "no-store")
	case reads && header.Get("Cache-Control") == "":
		header.Set("Cache-Control", "no-cache")
	}
	return code
}

func drop(header http.Header, names ...string) {
	for _, name := range names {
		header.Del(name)
	}
}

// precondition evaluates a request's preconditions against the validators, in the order of RFC 9110 section 13.2.2, and
// returns the status. An empty string means that the response lacks the validator.
//
// A response is unmodified since a date only if that equals the modification time. A later date is not enough: if an older timetable
// is restored, the response is different but has an earlier date. A date within the current second is not enough either, as there may
// have been two responses in it (RFC 9110 section 8.8.2.2).
func precondition(request http.Header, etag, modified string) int {
	if tags := request["If-Match"]; len(tags) > 0 {
		if etag != "" && !anyTag(tags, etag, false) {
			return http.StatusPreconditionFailed
		}
	} else if date, made, ok := dates(request["If-Unmodified-Since"], modified); ok && made.After(date) {
		return http.StatusPreconditionFailed
	}
	if tags := request["If-None-Match"]; len(tags) > 0 {
		if etag != "" && anyTag(tags, etag, true) {
			return http.StatusNotModified
		}
	} else if date, made, ok := dates(request["If-Modified-Since"], modified); ok && made.Equal(date) && time.Since(made) >= time.Second {
		return http.StatusNotModified
	}
	return http.StatusOK
}

// dates parses the date in the request header and the modification time. A header that is not a date or occurs more
// than once is ignored (RFC 9110 sections 13.1.3 and 13.1.4).
func dates(header []string, modified string) (date, made time.Time, ok bool) {
	if len(header) != 1 {
		return date, made, false
	}
	date, err1 := http.ParseTime(header[0])
	made, err2 := http.ParseTime(modified)
	return date, made, err1 == nil && err2 == nil
}

// anyTag reports whether the strong etag is in the list of entity tags, or the list is "*". A weak comparison ignores
// the prefix W/ (RFC 9110 section 8.8.3.2).
func anyTag(list []string, etag string, weak bool) bool {
	rest := strings.Join(list, ",")
	if strings.TrimSpace(rest) == "*" {
		return true
	}
	for {
		rest = strings.TrimLeft(rest, " \t,")
		tag, isWeak := strings.CutPrefix(rest, "W/")
		if len(tag) < 2 || tag[0] != '"' {
			return false // the end of the list, or the rest is malformed
		}
		end := strings.IndexByte(tag[1:], '"')
		if end < 0 {
			return false
		}
		if tag[:end+2] == etag && (weak || !isWeak) {
			return true
		}
		rest = tag[end+2:]
	}
}
