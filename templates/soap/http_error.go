package soap

import (
	"fmt"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
)

// HTTPError is a response that is neither a result nor a fault: the error page
// of a proxy, or a response to a wrong address.
type HTTPError struct {
	Binding   contract.Binding
	Operation string // the operation's name in the contract
	Status    int    // HTTP status code
	MediaType string // of the response, in lower case, without parameters
	Body      []byte // the first bytes of the response, up to 1 KiB, as received
	Err       error  // why a body that is empty or compressed could not be read; nil if that is not the reason
}

// Unwrap returns Err.
func (e *HTTPError) Unwrap() error { return e.Err }

// Error returns all fields on one line; Body is quoted and shortened.
func (e *HTTPError) Error() string {
	const maxBytes = 200
	body, more := e.Body, ""
	if len(body) > maxBytes {
		body, more = body[:maxBytes], "..."
	}
	s := fmt.Sprintf("%s over %s: HTTP status %d", e.Operation, e.Binding, e.Status)
	if text := http.StatusText(e.Status); text != "" {
		s += " " + text
	}
	if e.MediaType != "" {
		s += fmt.Sprintf(", %q", e.MediaType)
	}
	if len(body) > 0 {
		s += fmt.Sprintf(": %q%s", body, more)
	}
	if e.Err != nil {
		s += ": " + lex.OneLine(e.Err.Error())
	}
	return s
}
