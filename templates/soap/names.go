package soap

import (
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Types of other packages that programs use often.
type (
	// Binding is a message format and transport of a port.
	Binding = contract.Binding

	// Limits are the limits of a decoder. A field that is 0 has its default
	// value.
	Limits = schema.Limits

	// DecodeError is an error in a message, with its position.
	DecodeError = schema.DecodeError

	// EncodeError is a value that cannot be written, with its path.
	EncodeError = schema.EncodeError
)

// The bindings of WSDL 1.1 and its SOAP 1.2 extension.
const (
	SOAP11     = contract.SOAP11     // SOAP 1.1 over HTTP
	SOAP12     = contract.SOAP12     // SOAP 1.2 over HTTP
	HTTPGet    = contract.HTTPGet    // HTTP GET with parameters in the query
	HTTPPost   = contract.HTTPPost   // HTTP POST with parameters in a form, or XML
	HTTPHead   = contract.HTTPHead   // HTTP HEAD; the result is only headers
	HTTPPut    = contract.HTTPPut    // HTTP PUT, like POST
	HTTPDelete = contract.HTTPDelete // HTTP DELETE, like GET
)
