// Package load reads a contract: the main WSDL document and every document
// that it imports, includes or redefines, each once, by absolute URI.
//
// It knows where references stand (wsdl:import, xs:import, xs:include,
// xs:redefine) and nothing else about their documents; package resolve gives
// them meaning.
package load

import (
	"context"
	"net/url"

	"example.com/quartet/internal/compiler/xmltree"
)

// Config says what to load.
type Config struct {
	// Main is the main contract: a file name or an absolute URI.
	Main string

	// Read reads documents; nil means ReadFile.
	Read Reader

	// Catalogs are file names (or URIs, where Read knows them) of OASIS XML
	// catalogues, which are asked where documents are, in this order.
	Catalogs []string

	// Addresses say where single documents are, before any catalogue.
	Addresses []Address

	// Fetch fetches documents with http and https addresses that no catalogue
	// knows, well-known ones aside; nil: nothing is fetched. At is the address
	// that redirects led to.
	Fetch func(ctx context.Context, uri string) (raw []byte, at string, err error)

	// Lenient leaves out documents that cannot be read or are not what they
	// should be, the main one aside: that is a warning.
	Lenient bool

	// Limits bound what is read; zero fields mean the defaults.
	Limits Limits
}

// Address says that the document with that URI, or of that namespace, is a file.
type Address struct{ URI, File string }

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

	// Fetched are the documents that Config.Fetch returned, in that order.
	Fetched []Fetched
}

// Fetched is a document as it was fetched.
type Fetched struct {
	Address string // by which it was referred to
	At      string // that redirects led to
	Raw     []byte
	Kind    Kind
}

// Document is a document with its references.
type Document struct {
	*xmltree.Document

	// URI is absolute, and where the document was read: file:///... for files,
	// those that a catalogue named among them.
	URI string

	// Name is the address by which the document was referred to, relative to
	// the main document's folder, with slashes ("realtime.xsd",
	// "../common/types.xsd"), or the address itself if it has another scheme
	// or host. It never names a folder above the contract's by name.
	Name string

	Kind Kind

	// WellKnown marks a document that is built into the generator because
	// contracts refer to its namespace without saying where it is.
	WellKnown bool // its URI is the namespace

	// References are the imports, includes and redefines, in document order.
	References []*Reference

	address *url.URL // by which it was referred to
	file    *url.URL // where it was read, or where redirects led to
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
