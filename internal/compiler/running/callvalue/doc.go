// Package callvalue reads requests that people write, and formats results. A request is
// written as arguments, NAME=VALUE, as JSON or as XML; a result is formatted as JSON, XML or
// a table. Names are the names in the contract's messages, and JSON has the same form in
// both directions. Package cli uses it for the commands call and serve.
//
// The codec of package jsonhttp reads and writes the values. This package makes JSON of
// arguments, and says in errors what is meant.
package callvalue
