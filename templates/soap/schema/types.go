package schema

import "example.com/quartet/templates/soap/internal/codec"

// Array is the array that an item belongs to.
type Array = codec.Array

// ArrayStyle reads and writes arrays of SOAP encoding (SOAP 1.1, section 5.4.2).
type ArrayStyle = codec.ArrayStyle

// Base is a type from which other types of the contract are derived. Fields with values of any of them have an interface
// type.
type Base = codec.Base

// DecodeError is the reason why a document cannot be read: it is not
// well-formed XML, breaks Namespaces in XML, or does not hold what a Go value
// needs. It has the fields Line and Column, both from 1, Path, which is the path
// of the element, for example "Envelope/Body/item[3]/code", and Message.
type DecodeError = codec.DecodeError

// Decoder reads one XML document that is held in memory as UTF-8. It accepts
// well-formed, namespace-well-formed documents without a document type
// declaration (XML 1.0, fifth edition; Namespaces in XML 1.0, third edition).
//
// The first error is kept: from then on every method returns at once, with zero
// values, so that a caller checks for errors once, at the end. Results do not
// refer to the document. A Decoder is for one goroutine.
type Decoder = codec.Decoder

// Element is a global element of the contract, with the type of its
// value. With --elements there is one variable for each; it reads and writes documents that
// have the element as their root, and so goes to and from RawXML, too. It may
// be used by many goroutines at once.
//
// What is needed less often are functions: NameOfElement, AppendElement and
// validate.Element. A method is compiled for each element of the contract, a
// function for those that it is called for.
//
// The first document that is read or written panics if the description does not fit T.
// Handlers and clients do not check elements: a program has only the variables it names.
type Element[T any] = codec.Element[T]

// ElementInfo is an Element without its type.
type ElementInfo = codec.ElementInfo

// ElementName is an expanded XML name: NS is the number of a namespace, that is its
// ID or its index in contract.Contract.Namespaces, where 0 is "no namespace".
type ElementName = codec.ElementName

// ElementTable is what the elements of a contract have in common.
type ElementTable = codec.ElementTable

// Encoder writes one XML document in UTF-8: into memory or, with stream, in
// pieces to a sink. The first error is kept; what has been written must then
// not be used. An Encoder is for one goroutine.
type Encoder = codec.Encoder

// EncodeError is a Go value without a representation in XML. It has the fields Path, which is the element or attribute as it
// would be written, and Message.
type EncodeError = codec.EncodeError

// Kind says what a row describes, and how its value is read and written.
type Kind = codec.Kind

// Limits are the limits of a decoder. A field that is 0 has its default value. Depth is how many elements may be nested
// (64), Attributes how many one element may have with its namespace declarations (256), NameLength the bytes of a name
// (1024), Items how many items all lists of a document may have together (1048576). Memory is how many bytes the decoded
// values may take: without it a handler allows 16 MiB and eight times the size of the document, and a client does not
// count.
type Limits = codec.Limits

// More has the properties that few rows have. There are many rows in a program, so
// these are apart.
type More = codec.More

// Namespace is one entry of a contract's namespace table. Names in it are
// written with Prefix; an empty prefix is the default namespace.
type Namespace = codec.Namespace

// Occurs is how often an element or attribute may be there.
type Occurs = codec.Occurs

// Place is where the value of a field is.
type Place = codec.Place

// Record is a value of a type without a Go type: one that a program has described
// at run time, or a message whose content methods take and return as separate
// values. Its fields are in slots, in
// the order of the rows, the base's first; a slot is reached by its place
// as the field of a struct is by its offset. It holds a pointer to what the field
// of a struct would be: nil is the zero value.
type Record = codec.Record

// Row describes one field of a Go struct: row i is for field i. Rows for groups
// and for inherited attributes have no field; see Kind.
type Row = codec.Row

// SimpleName has the name of a simple type whose Go type has another one.
type SimpleName = codec.SimpleName

// Table holds the types of a package.
type Table = codec.Table

// Type describes a type of the schema: a complex type, a simple type with a
// defined Go type, the items of a repeated group, or the members of a
// substitution group. Its rows are apart, as types may refer to each other: a
// Table joins both.
type Type = codec.Type

// TypeRows joins a type and its rows.
type TypeRows = codec.TypeRows

// Value describes the value of an element that a message or a document has: a result, a header block, the detail of a
// fault, the root of a document. It is not copied once it is in use.
type Value = codec.Value
