package xsd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"example.com/quartet/templates/soap/internal/lex"
)

// Nillable is an element that may be nil: absent, nil (xsi:nil="true") and
// present are three states (XML Schema part 1, section 2.6.2). The zero value
// is absent.
type Nillable[T any] struct {
	Value *T   // nil unless present
	Nil   bool // the element has xsi:nil; Value is then ignored
}

// Present returns an element that is present.
func Present[T any](value T) Nillable[T] { return Nillable[T]{Value: &value} }

// Nil returns an element that is nil.
func Nil[T any]() Nillable[T] { return Nillable[T]{Nil: true} }

// NillableOf returns a nil element if value is nil, and else an element that is
// present.
func NillableOf[T any](value *T) Nillable[T] { return Nillable[T]{Value: value, Nil: value == nil} }

// Get returns the value, and whether the element is present and not nil.
func (n Nillable[T]) Get() (value T, ok bool) {
	if p := n.Pointer(); p != nil {
		return *p, true
	}
	return value, false
}

// Or returns the value, other if the element is absent or nil.
func (n Nillable[T]) Or(other T) T {
	if p := n.Pointer(); p != nil {
		return *p
	}
	return other
}

// IsAbsent reports whether there is no element.
func (n Nillable[T]) IsAbsent() bool { return !n.Nil && n.Value == nil }

// Pointer returns the value, nil if it is nil or absent.
func (n Nillable[T]) Pointer() *T {
	if n.Nil {
		return nil
	}
	return n.Value
}

// String returns the value as package fmt prints it, "nil" or "absent".
func (n Nillable[T]) String() string {
	switch {
	case n.Nil:
		return "nil"
	case n.Value == nil:
		return "absent"
	}
	return fmt.Sprint(*n.Value)
}

// nilJSON is a nil element in JSON. No value is the same: the name is not one of
// a Go field.
const nilJSON = `{"xsi:nil":true}`

// MarshalJSON returns the value in JSON, null for an absent element, as for
// other optional fields, and {"xsi:nil":true} for one that is nil. NaN and
// infinite numbers are the strings "NaN", "INF" and "-INF".
func (n Nillable[T]) MarshalJSON() ([]byte, error) {
	if n.Nil {
		return []byte(nilJSON), nil
	}
	if v := reflect.ValueOf(n.Value).Elem(); v.CanFloat() {
		if name := lex.NotFinite(v.Float()); name != "" {
			return []byte(strconv.Quote(name)), nil
		}
	}
	return json.Marshal(n.Value)
}

// UnmarshalJSON reads what MarshalJSON returns.
func (n *Nillable[T]) UnmarshalJSON(data []byte) error {
	var compact bytes.Buffer
	if json.Compact(&compact, data) == nil && compact.String() == nilJSON {
		*n = Nil[T]()
		return nil
	}
	*n = Nillable[T]{}
	if v := reflect.ValueOf(new(T)).Elem(); v.CanFloat() {
		if number, ok := lex.ParseNotFinite(string(data)); ok {
			v.SetFloat(number)
			n.Value = v.Addr().Interface().(*T)
			return nil
		}
	}
	return json.Unmarshal(data, &n.Value)
}
