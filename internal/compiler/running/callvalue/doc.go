// Package callvalue reads requests that people write, and shows results. A request is
// written as arguments, NAME=VALUE, as JSON or as XML; a result is shown as JSON, XML or
// a table. Names are those of the contract's messages, and JSON has the same form in both
// directions. Package cli uses it for the commands call and serve.
//
// Values are read and written by the codec that generated code uses: a request becomes
// markup, which is decoded, and a result is encoded first. The package only knows which
// elements a type has.
package callvalue
