package ir

// GoTypes returns the Go types of a plan as text. The function returns the name of a declared type in a package as a reader knows
// it. simple is the declaration, if the type is simple.
type GoTypes func(pkg *Package, name string, simple *Simple) string

// Signature returns the parameter and the result of a method.
func (t GoTypes) Signature(op *Operation) string {
	text := "("
	if op.Request != nil {
		text += "*" + t.Struct(op.Request)
	}
	if op.Result == nil {
		return text + ") error"
	}
	return text + ") (" + t.Result(op.Result) + ", error)"
}

// Result returns the type of a result, "" without one.
func (t GoTypes) Result(r *Result) string {
	switch {
	case r == nil:
		return ""
	case r.Array != nil:
		return t.Field(r.Array.Array.Item)
	}
	return form(r.Form(), t.value(&r.Item))
}

// Field returns the type of a field.
func (t GoTypes) Field(f *Field) string { return form(f.Form(), t.value(f)) }

// form returns the type that a form makes from the type of a value.
func form(f Form, value string) string {
	switch f {
	case AsPointer:
		return "*" + value
	case AsNillable:
		return "xsd.Nillable[" + value + "]"
	case AsSlice:
		return "[]" + value
	case AsPointers:
		return "[]*" + value
	}
	return value
}

// value returns the type of one occurrence.
func (t GoTypes) value(f *Field) string {
	switch {
	case f.Group != nil:
		return t.Struct(f.Group)
	case f.Items != nil:
		return t.Struct(f.Items)
	case f.Poly:
		return t(f.Struct.Package, f.Struct.Interface, nil)
	case f.Struct != nil:
		return t.Struct(f.Struct)
	case f.Scalar != nil:
		return t.Scalar(f.Scalar)
	}
	return ""
}

// Struct returns the name of a struct.
func (t GoTypes) Struct(s *Struct) string { return t(s.Package, s.Name, nil) }

// Scalar returns the type of a simple value.
func (t GoTypes) Scalar(s *Scalar) string {
	if s.Type != nil {
		return t(s.Type.Package, s.Type.Name, s.Type)
	}
	switch {
	case s.Item != nil:
		return "[]" + t.Scalar(s.Item)
	case s.Package != "":
		return s.Package + "." + s.Go
	}
	return s.Go
}
