package multipart

import "example.com/quartet/templates/soap"

// MTOM says how messages with binary values leave.
type MTOM = soap.MTOM

// WithMTOM makes a handler or a client send binary values in parts of the message, whatever the policies of the contract
// say. Interceptors see the message with its parts. Lists of a handler are not streamed then.
func WithMTOM(m MTOM) soap.Option { return soap.WithMTOM(&m) }

// ByPolicy makes a handler or a client follow the policies of the contract, as they do unless an earlier option is WithMTOM:
// where they demand MTOM, each message but a fault is sent so. Where they allow it, a client sends plain envelopes, and a handler
// answers in the form in which it was asked, or which the header Accept names.
func ByPolicy() soap.Option { return soap.WithMTOM(nil) }
