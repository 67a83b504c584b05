// Package roundtrip tests the generated bindings of the rail service as its
// users see them: over HTTP, from the outside. It holds tests only.
//
// What is compared with is written by hand from the service's specification and
// from the standards, never taken from the generated package: the operations
// (operations_test.go), the records as encoding/xml sees them (peers_test.go),
// and the messages.
package roundtrip
