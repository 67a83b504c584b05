package soap

import (
	"net/http"

	"example.com/quartet/templates/soap/contract"
)

// httpMethod returns the HTTP method of a binding's requests.
func httpMethod(b contract.Binding) string {
	switch b {
	case contract.HTTPGet:
		return http.MethodGet
	case contract.HTTPHead:
		return http.MethodHead
	case contract.HTTPPut:
		return http.MethodPut
	case contract.HTTPDelete:
		return http.MethodDelete
	}
	return http.MethodPost
}

// inQuery reports whether parameters are in the query and not in a form.
func inQuery(b contract.Binding) bool {
	return b == contract.HTTPGet || b == contract.HTTPHead || b == contract.HTTPDelete
}
