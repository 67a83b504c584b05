package validate

import (
	"slices"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
)

// Values returns the values that the schema lists for a generated type T, in the order of the schema and each once (XML Schema
// part 2, section 4.3.5). It returns nil if T is not an enumeration whose values Go has as strings or numbers.
func Values[T comparable]() []T {
	builtin, texts := enumeration(codec.TypeOf(new(T)))
	return codec.ReadValues[T](builtin, texts)
}

// IsValue reports whether v is one of the Values of its type.
func IsValue[T comparable](v T) bool { return slices.Contains(Values[T](), v) }

// enumeration returns the values of a simple type, and the name of the built-in type that it is derived from.
func enumeration(d *schema.Type) (builtin string, texts []string) {
	if d == nil || !d.Simple || d.Table() == nil {
		return "", nil
	}
	m, err := modelOf(d.Table(), nil)
	if err != nil {
		return "", nil
	}
	e := m.elementFor(described{typ: d})
	if e == nil {
		return "", nil
	}
	return e.typ.builtin().Name.Local, e.typ.enumeration()
}

// enumeration returns the values that the type lists: in the last step of its derivation that lists any, or in the anonymous
// members of a union.
func (t *xsdType) enumeration() []string {
	for ; t != nil; t = t.base {
		for _, f := range t.facets() {
			if f.kind == lexical.Enumeration {
				return f.values
			}
		}
		var values []string
		if t == t.root {
			for _, m := range t.Members {
				if m.Name.Local == "" {
					values = append(values, typeOf(m).enumeration()...)
				}
			}
		}
		if values != nil {
			return values
		}
	}
	return nil
}
