// Package load reads a contract: the main WSDL document and every document
// that it imports, includes or redefines, each once, by absolute URI.
//
// It knows where references stand (wsdl:import, xs:import, xs:include,
// xs:redefine) and nothing else about their documents; package resolve gives
// them meaning.
package load

import (
	"example.com/quartet/internal/xmltree"
)

// Config says what to load.
type Config struct {
	// Main is the main contract: a file name or an absolute URI.
	Main string

	// Read reads documents; nil means ReadFile.
	Read Reader

	// Limits bound what is read; zero fields mean the defaults.
	Limits Limits
}

// Limits bound a set of documents.
type Limits struct {
	Documents int   // default 1000
	Bytes     int64 // of all documents; default 256 MiB
	Depth     int   // of the elements of a document; default 256
}

// Kind is the kind of a document by its root element.
type Kind int

const (
	WSDL   Kind = iota // wsdl:definitions
	Schema             // xs:schema
)

// Set is a contract's documents.
type Set struct {
	Main *Document

	// Documents holds each document once: the main one, then the others in
	// the order in which references to them are met, depth first.
	Documents []*Document
}

// Document is a document with its references.
type Document struct {
	*xmltree.Document

	// URI is absolute: file:///... for files.
	URI string

	// Name is the URI relative to the main document's folder, with slashes
	// ("realtime.xsd", "../common/types.xsd"), or the URI itself if it has
	// another scheme or host. It never names a folder above the contract's
	// by name.
	Name string

	Kind Kind

	// WellKnown marks a document that is built into the generator because
	// contracts refer to its namespace without saying where it is.
	WellKnown bool // its URI is the namespace

	// References are the imports, includes and redefines, in document order.
	References []*Reference
}

// ReferenceKind is the kind of a reference by its element.
type ReferenceKind int

const (
	WSDLImport   ReferenceKind = iota // wsdl:import (WSDL 1.1 section 2.1.1)
	SchemaImport                      // xs:import (XML Schema part 1 section 4.2.3)
	Include                           // xs:include (section 4.2.1)
	Redefine                          // xs:redefine (section 4.2.2)
)

// Reference is an element that refers to another document.
type Reference struct {
	Kind    ReferenceKind
	Element *xmltree.Element

	// Namespace is the attribute of that name; nil if absent.
	Namespace *xmltree.Attr

	// Location is the attribute location or schemaLocation; nil if absent.
	// Its span in the document's text is what a rewriter replaces.
	Location *xmltree.Attr

	// Target is the document; nil if there is no location, or if it could not
	// be read, which is then a diagnostic.
	Target *Document

	// Failed says that there should be a Target and is none; a diagnostic says
	// why. Names of its namespace cannot be expected to resolve.
	Failed bool
}
