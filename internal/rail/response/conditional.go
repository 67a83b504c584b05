package response

import (
	"net/http"
	"strings"
	"time"
)

// Conditional answers GET and HEAD with 304 or 412 instead of 200 where the preconditions of the request say so and
// the answer has what they ask about (RFC 9110 section 13). It also makes sure that nobody keeps an answer that reports
// an error, nor one that does not say how long it may be kept.
func Conditional(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&conditionalWriter{ResponseWriter: w, request: r}, r)
	})
}

type conditionalWriter struct {
	http.ResponseWriter
	request *http.Request
	started bool
	silent  bool // the body is kept back
}

// Unwrap gives [http.ResponseController] the methods that the writer below has.
func (w *conditionalWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *conditionalWriter) WriteHeader(code int) {
	if !w.started && code >= 200 {
		w.started = true
		code = w.decide(code)
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *conditionalWriter) Write(p []byte) (int, error) {
	if !w.started {
		w.WriteHeader(http.StatusOK)
	}
	if w.silent {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// decide returns the status to answer with, and prepares the header for it.
func (w *conditionalWriter) decide(code int) int {
	header := w.Header()
	if code >= 400 {
		clearValidators(header)
		header.Set("Cache-Control", "no-store")
		return code
	}
	if w.request.Method != http.MethodGet && w.request.Method != http.MethodHead {
		return code
	}
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	if code != http.StatusOK {
		return code
	}
	switch code = precondition(w.request.Header, header.Get("Etag"), header.Get("Last-Modified")); code {
	case http.StatusNotModified:
		w.silence()
	case http.StatusPreconditionFailed:
		w.silence()
		clearValidators(header)
		header.Set("Cache-Control", "no-store")
	}
	return code
}

// silence drops the body and what is said of it.
func (w *conditionalWriter) silence() {
	w.silent = true
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding"} {
		w.Header().Del(name)
	}
}

func clearValidators(header http.Header) {
	header.Del("Etag")
	header.Del("Last-Modified")
}

// precondition evaluates the preconditions of a request for what has the validators, in the order of RFC 9110 section
// 13.2.2. An empty validator is none.
func precondition(request http.Header, etag, modified string) int {
	switch {
	case len(request["If-Match"]) > 0:
		if etag != "" && !anyTag(request["If-Match"], etag, false) {
			return http.StatusPreconditionFailed
		}
	case modifiedSince(request["If-Unmodified-Since"], modified):
		return http.StatusPreconditionFailed
	}
	switch {
	case len(request["If-None-Match"]) > 0:
		if etag != "" && anyTag(request["If-None-Match"], etag, true) {
			return http.StatusNotModified
		}
	case unmodifiedSince(request["If-Modified-Since"], modified):
		return http.StatusNotModified
	}
	return http.StatusOK
}

// modifiedSince reports whether what was modified at a time changed after the date in a header.
func modifiedSince(header []string, modified string) bool {
	date, made, ok := dates(header, modified)
	return ok && made.After(date)
}

// unmodifiedSince reports whether what was modified at a time is the same since the date in a header, which has to be
// that very time. A later one does not do: an older timetable that comes back is another answer with an earlier date.
// Nor does one of the present second, in which there may have been two answers (RFC 9110 section 8.8.2.2).
func unmodifiedSince(header []string, modified string) bool {
	date, made, ok := dates(header, modified)
	return ok && made.Equal(date) && time.Since(made) >= time.Second
}

// dates reads the date in a header and that of the last modification. A header that is no date or is there more than
// once counts for nothing (RFC 9110 sections 13.1.3 and 13.1.4).
func dates(header []string, modified string) (date, made time.Time, ok bool) {
	if len(header) != 1 {
		return date, made, false
	}
	date, err1 := http.ParseTime(header[0])
	made, err2 := http.ParseTime(modified)
	return date, made, err1 == nil && err2 == nil
}

// anyTag reports whether the etag, which is a strong one, is in a list of entity tags, or the list is "*". Where the
// comparison is weak, W/ does not matter (RFC 9110 section 8.8.3.2).
func anyTag(list []string, etag string, weak bool) bool {
	rest := strings.Join(list, ",")
	if strings.TrimSpace(rest) == "*" {
		return true
	}
	for {
		rest = strings.TrimLeft(rest, " \t,")
		tag, isWeak := strings.CutPrefix(rest, "W/")
		if len(tag) < 2 || tag[0] != '"' {
			return false // at the end, or what follows cannot be read
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
