package soap

import (
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Types of other packages that most programs use.
type (
	// Binding is one of the ways in which a service can be called.
	Binding = contract.Binding

	// Limits bound what is read from a message. The zero value of a field is its default.
	Limits = schema.Limits

	// DecodeError is an error in a message, with its place.
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
	HTTPHead   = contract.HTTPHead   // HTTP HEAD, which has no result but its headers
	HTTPPut    = contract.HTTPPut    // HTTP PUT, like POST
	HTTPDelete = contract.HTTPDelete // HTTP DELETE, like GET
)
