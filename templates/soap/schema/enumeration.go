package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Values returns the values that the schema lists for a generated type T, in the
// order of the schema and each once (XML Schema part 2, section 4.3.5). It returns
// nil if T is not an enumeration whose values Go has as strings or numbers.
func Values[T comparable]() []T {
	t := reflect.TypeFor[T]()
	of := defined.find(t)
	if of == nil {
		return nil
	}
	var values []T
	for _, text := range of.enumeration() {
		var v T
		if setText(reflect.ValueOf(&v).Elem(), of.Kind.collapse(text)) && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// IsValue reports whether v is one of the Values of its type.
func IsValue[T comparable](v T) bool { return slices.Contains(Values[T](), v) }

// enumeration returns the values that the type lists: those of the last step of
// its derivation that lists any, or those of the anonymous members of a union.
func (t *Type) enumeration() []string {
	for steps := 0; t != nil && steps <= maxBaseDepth; t, steps = t.Facts().Base, steps+1 {
		for f := t.Facts().Facets; f != nil; f = f.Base {
			if len(f.Enumeration) > 0 {
				return f.Enumeration
			}
		}
		var values []string
		for _, m := range t.Facts().Members {
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

// collapse returns text with white space as it is read for the kind (XML Schema
// part 2, section 4.3.6).
func (k Kind) collapse(text string) string {
	switch k {
	case KindString:
		return text
	case KindNormalizedString:
		return strings.Map(func(r rune) rune {
			if lex.IsSpaceRune(r) {
				return ' '
			}
			return r
		}, text)
	}
	return strings.Join(strings.FieldsFunc(text, lex.IsSpaceRune), " ")
}

// setText sets v to a string or a number. It reports false if text is not one, or
// v has another type.
func setText(v reflect.Value, text string) bool {
	var err error
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(strings.TrimPrefix(text, "+"), 10, v.Type().Bits())
		v.SetUint(n)
	case v.CanFloat():
		var f float64
		f, err = strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(f)
	default:
		return false
	}
	return err == nil
}
