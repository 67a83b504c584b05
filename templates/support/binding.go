package support

import (
	"net/http"
	"strconv"
)

// Binding is one of the ways in which a service can be called.
type Binding int

// The bindings that WSDL 1.1 and its SOAP 1.2 extension define.
const (
	SOAP11     Binding = iota // SOAP 1.1 over HTTP, WSDL 1.1 section 3
	SOAP12                    // SOAP 1.2 over HTTP, WSDL 1.1 Binding Extension for SOAP 1.2
	HTTPGet                   // HTTP GET with parameters in the query, WSDL 1.1 section 4
	HTTPPost                  // HTTP POST with parameters in a form, or XML, WSDL 1.1 section 4
	HTTPHead                  // HTTP HEAD, which has no result but its headers
	HTTPPut                   // HTTP PUT, like POST
	HTTPDelete                // HTTP DELETE, like GET
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

var bindingNames = [...]string{"SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST", "HTTP HEAD", "HTTP PUT", "HTTP DELETE"}

// String returns the binding's usual name, "SOAP 1.1" for example.
func (b Binding) String() string {
	if b < 0 || int(b) >= len(bindingNames) {
		return "Binding(" + strconv.Itoa(int(b)) + ")"
	}
	return bindingNames[b]
}
