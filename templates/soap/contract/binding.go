package contract

import (
	"slices"
	"strconv"
)

// Binding is a message format and transport of a port.
type Binding int

// The bindings that WSDL 1.1 and its SOAP 1.2 extension define.
const (
	SOAP11     Binding = iota // SOAP 1.1 over HTTP, WSDL 1.1 section 3
	SOAP12                    // SOAP 1.2 over HTTP, WSDL 1.1 Binding Extension for SOAP 1.2
	HTTPGet                   // HTTP GET with parameters in the query, WSDL 1.1 section 4
	HTTPPost                  // HTTP POST with parameters in a form, or XML, WSDL 1.1 section 4
	HTTPHead                  // HTTP HEAD; the result is only headers
	HTTPPut                   // HTTP PUT, like POST
	HTTPDelete                // HTTP DELETE, like GET
	JSON                      // HTTP POST with JSON; WSDL defines no binding from this one on
)

var bindings = [...]struct{ name, code, constant, method string }{
	SOAP11:     {"SOAP 1.1", "soap11", "SOAP11", "POST"},
	SOAP12:     {"SOAP 1.2", "soap12", "SOAP12", "POST"},
	HTTPGet:    {"HTTP GET", "get", "HTTPGet", "GET"},
	HTTPPost:   {"HTTP POST", "post", "HTTPPost", "POST"},
	HTTPHead:   {"HTTP HEAD", "head", "HTTPHead", "HEAD"},
	HTTPPut:    {"HTTP PUT", "put", "HTTPPut", "PUT"},
	HTTPDelete: {"HTTP DELETE", "delete", "HTTPDelete", "DELETE"},
	JSON:       {"JSON", "json", "JSON", "POST"},
}

// String returns the binding's usual name, "SOAP 1.1" for example.
func (b Binding) String() string {
	if b < 0 || int(b) >= len(bindings) {
		return "Binding(" + strconv.Itoa(int(b)) + ")"
	}
	return bindings[b].name
}

// InWSDL reports whether WSDL defines the binding. Handlers and clients have the other bindings only by options.
func (b Binding) InWSDL() bool { return b < JSON }

// IsSOAP reports whether the messages of the binding are envelopes.
func (b Binding) IsSOAP() bool { return b == SOAP11 || b == SOAP12 }

// Code returns the binding's name in flags and addresses, "soap11" for example.
func (b Binding) Code() string { return bindings[b].code }

// Constant returns the name of the constant, "SOAP11" for example.
func (b Binding) Constant() string { return bindings[b].constant }

// Method returns the HTTP method of the binding's requests.
func (b Binding) Method() string { return bindings[b].method }

// Bindings returns all bindings.
func Bindings() (all []Binding) {
	for b := range bindings {
		all = append(all, Binding(b))
	}
	return all
}

// BindingFor returns the binding with a code. It reports false if there is none.
func BindingFor(code string) (Binding, bool) {
	i := slices.IndexFunc(Bindings(), func(b Binding) bool { return b.Code() == code })
	return Binding(max(i, 0)), i >= 0
}
