// Package contract describes a WSDL contract: its ports, documents, operations, and how each binding carries a message.
// The descriptions are data that generated code declares; package soap serves and calls what they describe.
package contract
