package xsd

// Nillable is an element that may be nil: absent, nil (xsi:nil="true") and
// present are three states (XML Schema part 1, section 2.6.2). The zero value
// is absent.
type Nillable[T any] struct {
	Value *T   // nil unless present
	Nil   bool // the element has xsi:nil; Value is then ignored
}

// Pointer returns the value, nil if it is nil.
func (n Nillable[T]) Pointer() *T {
	if n.Nil {
		return nil
	}
	return n.Value
}

// NillableOf returns a nil element if value is nil, and else an element that is
// present.
func NillableOf[T any](value *T) Nillable[T] { return Nillable[T]{Value: value, Nil: value == nil} }
