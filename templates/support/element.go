package support

import (
	"bytes"
	"sync"
)

// SchemaElement is a global element of the contract, with the type of its
// value. There is one variable for each; it reads and writes documents that
// have the element as their root, and so goes to and from RawXML, too. It may
// be used by many goroutines at once.
type SchemaElement[T any] struct {
	name     ElementName
	table    *ElementTable
	codec    ResultCodec[T]
	nillable bool
}

// ElementTable is what the elements of a contract have in common.
//
//quartet:internal
type ElementTable struct {
	Namespaces []Namespace
	More       []Namespace // that no message uses
	XSI        bool        // documents declare the prefix xsi

	once sync.Once
	all  []Namespace
}

// with returns the namespace table for documents whose root has a name in the
// namespace ns.
func (t *ElementTable) with(ns int) []Namespace {
	if ns < len(t.Namespaces) {
		return t.Namespaces
	}
	t.once.Do(func() { t.all = append(t.Namespaces[:len(t.Namespaces):len(t.Namespaces)], t.More...) })
	return t.all
}

// Name returns the name of the element.
func (s *SchemaElement[T]) Name() QName {
	return QName{Space: s.table.with(s.name.NS)[s.name.NS].URI, Local: s.name.Local}
}

// Marshal returns a document: the element with the value, in UTF-8, without an
// XML declaration, with all namespaces declared that are in use. A nil value is
// a nil element; it is an error if the contract has none of that kind. A value
// without a representation in XML is an *EncodeError. What the schema says
// about values is not checked: Validate does that.
func (s *SchemaElement[T]) Marshal(value T) ([]byte, error) {
	absent := s.codec.Absent != nil && s.codec.Absent(value)
	if absent && !s.nillable {
		return nil, &EncodeError{Path: s.name.Local, Message: "the element must have a value, which is nil"}
	}
	e := NewEncoder(s.table.with(s.name.NS), s.table.XSI)
	defer e.Release()
	encodeDocument(e, []ElementName{s.name}, reply{absent: absent, encode: func(e *Encoder) { s.codec.write(e, value) }})
	if e.Err() != nil {
		return nil, e.Err()
	}
	return bytes.Clone(e.Bytes()), nil
}

// Unmarshal reads a document whose root is the element, in any encoding that
// messages may have. The same is an error as in a message, with the same limits
// as the default ones of a message: XML that is not well-formed, what a Go value
// cannot hold, what must be there and is not. Other errors than those of the
// encoding are *DecodeError.
func (s *SchemaElement[T]) Unmarshal(doc []byte) (value T, err error) {
	text, err := toUTF8(doc, "")
	if err != nil {
		return value, err
	}
	d := NewDecoder(text, s.table.with(s.name.NS), Limits{})
	defer d.Release()
	if d.Root() {
		value = s.read(d)
	}
	d.End()
	if d.Err() != nil {
		return *new(T), d.Err()
	}
	return value, nil
}

func (s *SchemaElement[T]) read(d *Decoder) (value T) {
	switch isNil := d.tag.mode == tagNil || d.tag.mode == tagNilClosed; {
	case !d.Is(s.name):
		d.failTag("the element %s is expected here", s.Name())
	case isNil && !s.nillable:
		d.failTag("xsi:nil on an element that must have a value")
	default:
		value = s.codec.Decode(d)
	}
	return value
}
