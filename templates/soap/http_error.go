package soap

import (
	"fmt"
	"net/http"
	"net/url"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
)

// HTTPError is a response that is neither a result nor a fault: the error page
// of a proxy, or a response to a wrong address.
type HTTPError struct {
	Binding   contract.Binding
	Operation string // the operation's name in the contract
	Status    int    // HTTP status code
	MediaType string // media type of the response, in lower case, without parameters
	Location  string // where a redirect that was not followed leads, as received
	Body      []byte // the first bytes of the response, up to 1 KiB, as received
	Err       error  // why a body that is empty or compressed could not be read; nil if that is not the reason
}

// Unwrap returns Err.
func (e *HTTPError) Unwrap() error { return e.Err }

// Error returns all fields on one line. Text of the response is quoted, and cut at
// 1 KiB in all.
func (e *HTTPError) Error() string {
	s := describe(e.Operation, e.Binding, e.Status)
	if e.MediaType != "" {
		s += ", " + lex.QuoteUpTo(128, e.MediaType)
	}
	if e.Location != "" {
		s += ", Location " + lex.QuoteUpTo(256, e.Location)
	}
	if len(e.Body) > 0 {
		s += ": " + quoteFirst(e.Body)
	}
	if e.Err != nil {
		s += ": " + lex.Printable(e.Err.Error(), 1<<10-128-256-quotedBytes)
	}
	return s
}

// describe names a call, and its status unless that is 0.
func describe(operation string, b contract.Binding, status int) string {
	s := operation + " over " + b.String()
	if status == 0 {
		return s
	}
	s += fmt.Sprintf(": HTTP status %d", status)
	if text := http.StatusText(status); text != "" {
		s += " " + text
	}
	return s
}

// quotedBytes is how many bytes an error has for the first ones of a response.
const quotedBytes = 256

// quoteFirst quotes the first bytes of a response.
func quoteFirst(body []byte) string { return lex.QuoteUpTo(quotedBytes, string(body)) }

// callError is an error of a call with what is known of the call.
type callError struct {
	operation string
	binding   contract.Binding
	status    int    // 0 without a response
	first     []byte // start of the response body
	err       error
}

func (e *callError) Unwrap() error { return e.err }

func (e *callError) Error() string {
	s := describe(e.operation, e.binding, e.status) + ": "
	if u, ok := e.err.(*url.Error); ok {
		s += u.Op + " " + lex.QuoteUpTo(512, u.URL) + ": " + lex.Printable(u.Err.Error(), 512)
	} else {
		s += lex.Printable(e.err.Error(), 1<<10+64) // with words of ours
	}
	if len(e.first) > 0 {
		s += "; the response begins with " + quoteFirst(e.first)
	}
	return s
}

// tooLargeError says how large a response may be. It is a *http.MaxBytesError, too.
type tooLargeError struct {
	what  string
	limit int64
}

func (e *tooLargeError) Unwrap() error { return &http.MaxBytesError{Limit: e.limit} }

func (e *tooLargeError) Error() string {
	size := fmt.Sprintf("%d bytes", e.limit)
	switch {
	case e.limit > 0 && e.limit%(1<<20) == 0:
		size = fmt.Sprintf("%d MiB", e.limit>>20)
	case e.limit > 0 && e.limit%(1<<10) == 0:
		size = fmt.Sprintf("%d KiB", e.limit>>10)
	}
	return e.what + " larger than " + size
}
