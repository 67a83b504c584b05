package xsd

// Nillable is an element that may be nil: absent, nil (xsi:nil="true") and
// present are three states (XML Schema part 1, section 2.6.2). The zero value
// is absent.
type Nillable[T any] struct {
	Value *T   // nil unless present
	Nil   bool // the element is there and nil; Value does not count then
}

// Pointer returns the value, nil if it is nil.
func (n Nillable[T]) Pointer() *T {
	if n.Nil {
		return nil
	}
	return n.Value
}

// NillableOf is a nil element for nil, else one that is present.
func NillableOf[T any](value *T) Nillable[T] { return Nillable[T]{Value: value, Nil: value == nil} }
