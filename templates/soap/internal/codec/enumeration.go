package codec

import (
	"reflect"
	"slices"
)

// Values returns the values that the schema lists for a generated type T, in the order
// of the schema and each once (XML Schema part 2, section 4.3.5).
func Values[T comparable]() []T {
	t := reflect.TypeFor[T]()
	of := defined.find(t).Complete()
	if of == nil || of.Kind == KindNone || of.Kind > lastScalar {
		return nil
	}
	as := &scalars[of.Kind]
	if t.Kind() == reflect.Struct || t.Kind() != as.typ.Kind() {
		return nil
	}
	var values []T
	for _, text := range of.enumeration() {
		var v T
		err := readLexical("", text, func(d *Decoder) { as.read(d, pointerTo(&v)) })
		if err == nil && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// IsValue reports whether v is one of the Values of its type.
func IsValue[T comparable](v T) bool { return slices.Contains(Values[T](), v) }

// enumeration returns the values that the type lists: in the last step of its
// derivation that lists any, or in the anonymous members of a union.
func (t *Type) enumeration() []string {
	for steps := 0; t != nil && steps <= maxBaseDepth; t, steps = t.Details().Base, steps+1 {
		for f := t.Details().Facets; f != nil; f = f.Base {
			if len(f.Enumeration) > 0 {
				return f.Enumeration
			}
		}
		var values []string
		for _, m := range t.Details().Members {
			if m.Name == "" {
				values = append(values, m.enumeration()...)
			}
		}
		if values != nil {
			return values
		}
	}
	return nil
}
