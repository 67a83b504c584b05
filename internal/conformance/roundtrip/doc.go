// Package roundtrip tests the generated bindings of the rail service through
// their public API, mostly over HTTP. It contains tests only.
//
// The expected values are written by hand from the service's specification and
// from the standards, and never derived from the generated package: the
// operations (operations_test.go), the records as encoding/xml reads them
// (peers_test.go), and the messages.
package roundtrip
