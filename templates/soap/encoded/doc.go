// Package encoded resolves the references between elements of messages in SOAP encoding (SOAP 1.1 section 5, SOAP 1.2
// part 2 section 3). It is optional: generated code imports it for contracts that have such messages.
package encoded
