package schema

import (
	"sync"
)

// Schema is what the schemas of a contract say, as text in a notation of its own (see validate_parse.go). It is parsed
// when it is first needed, by whoever needs it, and can be used by many goroutines at once.
type Schema struct {
	Text       string
	Namespaces []Namespace // that values are written with

	// Imports are what Text refers to, of packages for other namespaces.
	Imports []*Schema

	Once  sync.Once
	Model any // *xsdModel
	Err   error

	joined joinedSchemas
}
