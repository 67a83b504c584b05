// Package callvalue reads requests that people write, and formats results. A request is
// written as arguments, NAME=VALUE, as JSON or as XML; a result is formatted as JSON, XML or
// a table. Names are the names in the contract's messages, and JSON has the same form in
// both directions. Package cli uses it for the commands call and serve.
//
// The codec of generated code reads and writes the values: a request is converted to
// markup, which is decoded, and a result is encoded first. This package needs to know only
// which elements a type has.
package callvalue
