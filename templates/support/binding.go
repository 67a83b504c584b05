package support

import "strconv"

// Binding is one of the ways in which a service can be called.
type Binding int

// The bindings that WSDL 1.1 and its SOAP 1.2 extension define.
const (
	SOAP11   Binding = iota // SOAP 1.1 over HTTP, WSDL 1.1 section 3
	SOAP12                  // SOAP 1.2 over HTTP, WSDL 1.1 Binding Extension for SOAP 1.2
	HTTPGet                 // HTTP GET with parameters in the query, WSDL 1.1 section 4
	HTTPPost                // HTTP POST with parameters in a form, WSDL 1.1 section 4
)

var bindingNames = [...]string{"SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST"}

// String returns the binding's usual name, "SOAP 1.1" for example.
func (b Binding) String() string {
	if b < 0 || int(b) >= len(bindingNames) {
		return "Binding(" + strconv.Itoa(int(b)) + ")"
	}
	return bindingNames[b]
}
