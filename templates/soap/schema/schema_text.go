package schema

import (
	"sync"
)

// Schema is the schemas of a contract as text in the notation of package validate, which parses it at first use. It is
// safe for concurrent use.
type Schema struct {
	Text       string
	Namespaces []Namespace // that values are written with

	// Imports are what Text refers to, of packages for other namespaces.
	Imports []*Schema

	// Entries say where Text has the types that have no name.
	Entries []Entry

	Once  sync.Once
	Model any // *xsdModel
	Err   error

	joined joinedSchemas
}

// Entry says where the text of a schema has an anonymous type, or the message that
// a type is for.
type Entry struct {
	Type *Type

	// Path is the kind and the name of a definition, and the names of the elements
	// from there to the one that has the type: "type tns:order/tns:item".
	Path string
}
