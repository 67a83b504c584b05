// Package load reads a contract: the main document, which is WSDL or a schema, and all
// documents that it imports, includes or redefines, directly or indirectly. Each document
// is read once, by absolute URI.
//
// The package finds references between documents (wsdl:import, xs:import,
// xs:include, xs:redefine). Package resolve reads everything else in them.
package load

import (
	"context"
	"net/url"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// Config configures Load.
type Config struct {
	// Main is the main document: a file name or an absolute URI.
	Main string

	// Input is the main document itself. Main is then the address that it has for
	// references and diagnostics. If Input is nil, the document is read.
	Input []byte

	// Read reads documents; nil means ReadFile.
	Read Reader

	// Catalogs are OASIS XML catalogs, as file names or as URIs that Read
	// supports, and folders. Documents are looked up in them in this order, in the
	// folders only if they are remote or not where they should be: by namespace and
	// by the name of the file.
	Catalogs []string

	// Addresses map single documents to files. They take precedence over
	// Catalogs.
	Addresses []Address

	// Fetch fetches documents with http and https addresses, except those in a
	// catalog and well-known ones. named reports whether the user named the address, as
	// the main document or in a catalog. finalAddress is the address after redirects. If
	// Fetch is nil, nothing is fetched. An error may have a method Hint() string.
	//
	// A fetched document cannot refer to files, except through the catalogs.
	Fetch func(ctx context.Context, uri string, named bool) (raw []byte, finalAddress string, err error)

	// Fetched is a folder of documents that were fetched earlier. They cannot refer to
	// files outside of it, except through the catalogs. If it is empty, there is none.
	Fetched string

	// Lenient makes Load skip documents, other than the main one, that cannot be
	// read or have the wrong root element, and accept white space and comments before
	// an XML declaration, with a warning instead of an error.
	Lenient bool

	// LenientRules are rules whose errors are treated as with Lenient.
	LenientRules []string

	// OnRead, if it is not nil, is called with each document and each catalog that is read, before it is parsed: with its name in
	// diagnostics and its bytes, which must not be changed; nil if it cannot be read.
	OnRead func(file string, raw []byte)

	// FullNames names the documents of a contract that is fetched by their addresses, and not relative to its folder.
	FullNames bool

	// Limits bound what is read; zero fields mean the defaults.
	Limits Limits
}

// Address maps a document, by its URI or its namespace, to a file.
type Address struct{ URI, File string }

// Limits bound what Load reads. Zero fields mean the defaults.
type Limits struct {
	Documents int   // number of documents; default 1000
	Bytes     int64 // total size of the documents; default 256 MiB
	Depth     int   // depth of elements in a document; default 256
}

// Kind is the kind of a document, which its root element determines.
type Kind int

const (
	WSDL   Kind = iota // wsdl:definitions
	Schema             // xs:schema
)

// Set holds the documents of a contract.
type Set struct {
	Main *Document

	// Documents holds each document once: the main document, then the others
	// in depth-first order of the references to them.
	Documents []*Document

	// Fetched holds the documents that Config.Fetch returned, in the order of
	// the calls.
	Fetched []Fetched
}

// Fetched is a document as it was fetched.
type Fetched struct {
	Address      string // the address in the reference
	FinalAddress string // the address after redirects
	Raw          []byte
	Kind         Kind
}

// Document is a document and its references to other documents.
type Document struct {
	*xmltree.Document

	// URI is the absolute URI at which the document was read: file:///... for
	// files, including those that a catalog named.
	URI string

	// Name is the address in the reference to the document, relative to the
	// main document's folder, with slashes ("realtime.xsd",
	// "../common/types.xsd"), or the address itself if it has another scheme
	// or host. It never contains the names of folders above the contract's.
	Name string

	Kind Kind

	// WellKnown reports whether the document is built into the generator,
	// because contracts refer to its namespace without a location. Its URI is
	// the namespace.
	WellKnown bool

	// Raw are the bytes that were read. They are not set for a well-known document.
	Raw []byte

	// References are the imports, includes and redefines, in document order.
	References []*Reference

	address *url.URL // address in the first reference
	file    *url.URL // address where it was read, after redirects
	fetched bool     // whether it was fetched, now or earlier

	otherAddresses []string // addresses in later references
}

// Addresses returns the absolute addresses in references to the document, the address in the first reference first. They
// differ from the address where the document was read if a catalog or a redirect led there.
func (d *Document) Addresses() []string {
	if d.address == nil { // it is well-known
		return []string{d.URI}
	}
	return collect.Union([]string{d.address.String()}, d.otherAddresses...)
}

// ReferenceKind is the kind of a reference, which its element determines.
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

	// Namespace is the attribute namespace; nil if absent.
	Namespace *xmltree.Attr

	// Location is the attribute location or schemaLocation; nil if absent.
	// Code that rewrites the document replaces its value in the text.
	Location *xmltree.Attr

	// Target is the referenced document; nil if there is no location, or if
	// the document could not be read, which Load reports.
	Target *Document

	// Failed reports whether Target is nil because of an error that is in the
	// diagnostics. Names in its namespace may not resolve then.
	Failed bool
}
