package support

import (
	"net/http"
)

// httpMethod returns the HTTP method of a binding's requests.
func httpMethod(b Binding) string {
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
func inQuery(b Binding) bool { return b == HTTPGet || b == HTTPHead || b == HTTPDelete }
