package schema

import (
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// AnyTypeText returns the character content, but not of the elements in
// it.
func AnyTypeText(v xsd.AnyType) string { return codec.AnyTypeText(v) }

// Append appends to doc a document, in UTF-8 and without an XML declaration: the
// element name with the value v, which is a pointer to a struct that was generated,
// or a *Record. With an error it returns doc as it was. It allocates nothing if
// there is room. It may be called by many goroutines at once.
//
// The document declares the namespaces of the package that describes the struct,
// and xsi if it is used. Append does not know how the contract declares the
// element: it never writes xsi:type for v itself, and never a nil element. An Element, which
// "quartet generate --elements" declares for each global element, does.
//
// A value without a representation in XML is an *EncodeError. What the schema
// says about values is not checked; package validate does that.
func Append(doc []byte, name xsd.QName, v any) ([]byte, error) { return codec.Append(doc, name, v) }

// AppendElement is Marshal for a buffer of the caller's: it appends the document
// to doc, and allocates nothing if there is room. With an error it returns doc
// as it was.
func AppendElement[T any](doc []byte, element Element[T], value T) ([]byte, error) {
	return codec.AppendElement(doc, element, value)
}

// DecodeRows reads the current element, whose type is t, into v: a pointer to a
// new value of t's Go type, or a Record of the type.
func DecodeRows(d *Decoder, t *Type, v any) { codec.DecodeRows(d, t, v) }

// Define joins types and rows. A package calls it once for each of its tables, when
// it is initialized; a program that makes descriptions calls it before it uses
// them. Any goroutine may call it, also while others use the tables that t imports.
// t must not be changed any more. It is kept as long as the program runs if it has
// Go types, and as long as the tables that it imports.
func Define(t *Table) { codec.Define(t) }

// EncodeRows writes attributes and content of an element whose start tag is open,
// and does not close the element: v is a pointer to a value of t's Go type, or a Record of
// the type. The encoder has an error if v is another value.
func EncodeRows(e *Encoder, t *Type, v any) { codec.EncodeRows(e, t, v) }

// MarshalJSON returns a value as package jsonhttp sends it, with the names of the
// contract, and UnmarshalJSON reads all of it again: v is a pointer to a struct that
// was generated, a list of such structs or of pointers to them, or a *Record. It
// returns an error for another value, and for one that the contract or XML does not
// allow. Any goroutine may call it while nothing changes v.
func MarshalJSON(v any) ([]byte, error) { return codec.MarshalJSON(v) }

// NameOfElement returns the name of an element.
func NameOfElement[T any](element Element[T]) xsd.QName { return codec.NameOfElement(element) }

// NamespaceURI returns the URI of a namespace, "" for none.
func NamespaceURI(table []Namespace, ns int) string { return codec.NamespaceURI(table, ns) }

// NewDecoder returns a decoder for doc, whose names are looked up in ns. The
// document must not change until Release.
func NewDecoder(doc []byte, ns []Namespace, limits Limits) *Decoder {
	return codec.NewDecoder(doc, ns, limits)
}

// NewEncoder returns an encoder that writes names in the namespaces of ns. If
// xsi is set, root elements declare the prefix xsi.
func NewEncoder(ns []Namespace, xsi bool) *Encoder { return codec.NewEncoder(ns, xsi) }

// NewRecord returns a record of a type that has no Go type.
func NewRecord(t *Type) *Record { return codec.NewRecord(t) }

// RawXMLName returns the name of the element; the zero name if x does not start
// with one.
func RawXMLName(x xsd.RawXML) xsd.QName { return codec.RawXMLName(x) }

// RawXMLText returns the character content of the element, but not of the
// elements in it.
func RawXMLText(x xsd.RawXML) string { return codec.RawXMLText(x) }

// ToUTF8 returns an XML document as UTF-8, without a byte-order mark. The
// encoding is given by, in this order, a byte-order mark, the charset parameter
// of the media type, and the XML declaration (RFC 7303 section 3); without any
// of these it is UTF-8. Without the parameter, a declaration of another encoding
// than the one that the bytes show is an error. A UTF-8 document is not copied, and not checked: the
// decoder does that.
//
// The error is a charset.UnsupportedError or a *DecodeError.
func ToUTF8(doc []byte, parameter string) ([]byte, error) { return codec.ToUTF8(doc, parameter) }

// TypeOf returns the description of a value of a generated Go type, or of a
// pointer to one. It returns nil if no package that is part of the program
// describes that Go type: if it is one of Go itself, or of package xsd, which an
// alias of a contract may refer to. Any goroutine may call it.
func TypeOf(v any) *Type { return codec.TypeOf(v) }

// Unmarshal reads a document whose root is the element name into v, which is a
// pointer to a struct that was generated, or a *Record. It replaces the value at
// v, unless there is an error. The document may have any encoding that messages
// may have. Unmarshal may be called by many goroutines at once.
//
// The same is an error as in a message, with the same limits as the default ones
// of a message: XML that is not well-formed, what a Go value cannot hold, what
// must be there and is not. So is an xsi:type of the root that names another
// known type than the type of v. Errors in the content of the document are
// *DecodeError.
func Unmarshal(doc []byte, name xsd.QName, v any) error { return codec.Unmarshal(doc, name, v) }

// UnmarshalJSON reads what MarshalJSON returns into v: a pointer to a struct that was
// generated or to a list of them, or a *Record. It replaces the value, unless there
// is an error. Members that are not known, or missing, are errors, and the default
// limits of a message are those of the text. Errors in the text are *DecodeError.
func UnmarshalJSON(data []byte, v any) error { return codec.UnmarshalJSON(data, v) }
