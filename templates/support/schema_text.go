package support

import (
	"sync"
)

// Schema is what the schemas of a contract say, as text in a notation of its own (see validate_parse.go). It is parsed
// when it is first needed, by whoever needs it, and can be used by many goroutines at once.
//
//quartet:internal
type Schema struct {
	Text       string
	Namespaces []Namespace // that values are written with

	// Imports are what Text refers to, of packages for other namespaces.
	Imports []*Schema //quartet:packages

	once  sync.Once
	model any // *xsdModel
	err   error

	joined joinedSchemas //quartet:packages
}
