package codec

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// Element is a global element of the contract, with the type of its value.
type Element[T any] struct {
	Info *ElementInfo
}

// ElementInfo is an Element without its type. All work is done here:
// contracts have thousands of elements, and what has a type parameter is
// compiled for each.
type ElementInfo struct {
	Name     ElementName
	Table    *ElementTable
	Value    *Value
	Nillable bool

	checked atomic.Bool
}

// ElementTable is what the elements of a contract have in common.
type ElementTable struct {
	Namespaces []Namespace
	More       []Namespace // namespaces that no message uses
	XSI        bool        // documents declare the prefix xsi

	// Types are those that xsi:type may name, and what validate.Element compares
	// with. Generated tables have them. nil: those that the package of the declared
	// type knows, and no element can be validated.
	Types *Table

	once sync.Once
	all  []Namespace
}

// With returns the namespace table for documents whose root has a name in the
// namespace ns.
func (t *ElementTable) With(ns int) []Namespace {
	if entryOf(t.Namespaces, ns) != nil {
		return t.Namespaces
	}
	t.once.Do(func() { t.all = append(t.Namespaces[:len(t.Namespaces):len(t.Namespaces)], t.More...) })
	return t.all
}

// Marshal returns a document: the element with the value, in UTF-8, without an
// XML declaration, with all namespaces declared that are in use. A nil value is
// a nil element; it is an error if the contract has none of that kind. A value
// without a representation in XML is an *EncodeError. What the schema says
// about values is not checked: validate.Element does that.
func (s *Element[T]) Marshal(value T) ([]byte, error) {
	return AppendElement(nil, *s, value)
}

// Unmarshal reads a document whose root is the element, in any encoding that
// messages may have. The errors are the same as in a message, with its default
// limits: XML that is not well-formed, a value that the Go type cannot hold, a
// required element or attribute that is missing. Errors are *DecodeError, except
// errors of the encoding.
func (s *Element[T]) Unmarshal(doc []byte) (T, error) {
	s.Info.check((*T)(nil))
	v, err := s.Info.unmarshal(doc)
	value, _ := v.(T)
	return value, err
}

// NameOfElement returns the name of an element.
func NameOfElement[T any](element Element[T]) xsd.QName { return element.Info.qname() }

// AppendElement is Marshal for a buffer of the caller's.
func AppendElement[T any](doc []byte, element Element[T], value T) ([]byte, error) {
	element.Info.check((*T)(nil))
	return element.Info.append(doc, value)
}

// check compares the description with the Go type of the values, of which zero is a nil
// pointer, and with the types that may be there instead.
func (s *ElementInfo) check(zero any) {
	if s.checked.Load() {
		return
	}
	if t := reflect.TypeOf(zero); t != reflect.TypeOf(s.Value.Zero) {
		panic(fmt.Sprintf("schema: element %s of %v: Zero is a %T, not a %v", s.Name.Local, t.Elem(), s.Value.Zero, t))
	}
	s.Value.Check()
	if s.Table.Types != nil {
		s.Table.Types.CheckValue(s.Value)
	}
	s.checked.Store(true)
}

func (s *ElementInfo) qname() xsd.QName {
	return xsd.QName{Space: NamespaceURI(s.Table.With(s.Name.NS), s.Name.NS), Local: s.Name.Local}
}

func (s *ElementInfo) append(doc []byte, value any) ([]byte, error) {
	absent := s.Value.Absent(value)
	if absent && !s.Nillable {
		return doc, &EncodeError{Path: s.Name.Local, Message: "the element must have a value, which is nil"}
	}
	return appendDocument(doc, s.Table.With(s.Name.NS), s.Table.XSI, func(e *Encoder) { s.write(e, value, absent) })
}

func (s *ElementInfo) write(e *Encoder, value any, absent bool) {
	path, r := []ElementName{s.Name}, ElementValue{Type: s.Value, Value: value, Absent: absent}
	e.LimitTo(path, r)
	EncodeDocument(e, path, r, true)
}

// unmarshal returns nil for a nil element, and with every error.
func (s *ElementInfo) unmarshal(doc []byte) (value any, err error) {
	err = readDocument(doc, s.Table.With(s.Name.NS), s.Table.Types, func(d *Decoder) { value = s.read(d) })
	if err != nil {
		return nil, err
	}
	return value, nil
}

func (s *ElementInfo) read(d *Decoder) any {
	switch {
	case !d.Is(s.Name):
		d.FailTag("the element %s is expected here", s.qname())
	case d.IsNil() && !s.Nillable:
		d.FailTag(nilNotAllowed)
	default:
		return s.Value.Take(d)
	}
	return nil
}
