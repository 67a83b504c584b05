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

// The methods are compiled for each T that a contract has, and the compiler makes up to three functions more of each method.
// So there are few methods, none is inlined into these functions, and code that does not depend on T is in other functions.

// Get returns the value, and whether the element is present and not nil.
//
//go:noinline
func (n Nillable[T]) Get() (value T, ok bool) {
	if n.Nil || n.Value == nil {
		return value, false
	}
	return *n.Value, true
}

// Or returns the value, other if the element is absent or nil.
//
//go:noinline
func (n Nillable[T]) Or(other T) T {
	if n.Nil || n.Value == nil {
		return other
	}
	return *n.Value
}

// String returns the value as package fmt prints it, "nil" or "absent".
//
//go:noinline
func (n Nillable[T]) String() string { return nillableText(n.Value, n.Nil) }

// MarshalJSON returns the value in JSON, null for an absent element, as for
// other optional fields, and {"xsi:nil":true} for one that is nil. NaN and
// infinite numbers are the strings "NaN", "INF" and "-INF".
//
//go:noinline
func (n Nillable[T]) MarshalJSON() ([]byte, error) { return nillableJSON(n.Value, n.Nil) }

// UnmarshalJSON reads what MarshalJSON returns.
//
//go:noinline
func (n *Nillable[T]) UnmarshalJSON(data []byte) (err error) {
	n.Nil, err = readNillable(data, &n.Value)
	return err
}

func nillableText(pointer any, isNil bool) string {
	v := reflect.ValueOf(pointer)
	switch {
	case isNil:
		return "nil"
	case v.IsNil():
		return "absent"
	}
	return fmt.Sprint(v.Elem().Interface())
}

// nilJSON is a nil element in JSON. No value is the same: the name is not one of
// a Go field.
const nilJSON = `{"xsi:nil":true}`

func nillableJSON(pointer any, isNil bool) ([]byte, error) {
	if isNil {
		return []byte(nilJSON), nil
	}
	if v := reflect.ValueOf(pointer).Elem(); v.CanFloat() {
		if name := lex.NotFinite(v.Float()); name != "" {
			return []byte(strconv.Quote(name)), nil
		}
	}
	return json.Marshal(pointer)
}

// readNillable reads JSON into the pointer to which pointer points, and returns whether the element is nil.
func readNillable(data []byte, pointer any) (isNil bool, err error) {
	to := reflect.ValueOf(pointer).Elem()
	to.SetZero()
	var compact bytes.Buffer
	if json.Compact(&compact, data) == nil && compact.String() == nilJSON {
		return true, nil
	}
	if v := reflect.New(to.Type().Elem()); v.Elem().CanFloat() {
		text, _ := strconv.Unquote(string(data))
		if number, ok := lex.ParseNotFinite(text); ok {
			v.Elem().SetFloat(number)
			to.Set(v)
			return false, nil
		}
	}
	return false, json.Unmarshal(data, pointer)
}
