package support

import (
	"net/http"
)

// method returns the HTTP method of a binding's requests.
func (b Binding) method() string {
	switch b {
	case HTTPGet:
		return http.MethodGet
	case HTTPHead:
		return http.MethodHead
	case HTTPPut:
		return http.MethodPut
	case HTTPDelete:
		return http.MethodDelete
	}
	return http.MethodPost
}

// inQuery reports whether parameters are in the query and not in a form.
func (b Binding) inQuery() bool { return b == HTTPGet || b == HTTPHead || b == HTTPDelete }
