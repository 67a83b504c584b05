package ir

// GoTypes returns the Go types of a plan as text.
type GoTypes struct {
	// Declared returns the name of a declared type in a package as a reader knows it. simple is the declaration, if the type is simple.
	Declared func(pkg *Package, name string, simple *Simple) string

	// Imported returns the name of a type of the run-time's package xsd, or of package io; nil: PACKAGE.NAME.
	Imported func(pkg, name string) string
}

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
	return t.form(r.Form(), &r.Item)
}

// Item returns the type of the items of a result that is a list.
func (t GoTypes) Item(r *Result) string {
	if r.Form() == AsPointers {
		return "*" + t.value(&r.Item)
	}
	return t.value(&r.Item)
}

// Field returns the type of a field.
func (t GoTypes) Field(f *Field) string { return t.form(f.Form(), f) }

// form returns the type that a form makes from the type of one occurrence.
func (t GoTypes) form(form Form, f *Field) string {
	if form == AsItems {
		return t.Field(f.Struct.Array.Item)
	}
	value := t.value(f)
	switch form {
	case AsPointer:
		return "*" + value
	case AsNillable:
		return t.imported("xsd", "Nillable") + "[" + value + "]"
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
		return t.Declared(f.Struct.Package, f.Struct.Interface, nil)
	case f.Struct != nil:
		return t.Struct(f.Struct)
	case f.Scalar != nil:
		return t.Scalar(f.Scalar)
	}
	return ""
}

// Struct returns the name of a struct.
func (t GoTypes) Struct(s *Struct) string { return t.Declared(s.Package, s.Name, nil) }

// Scalar returns the type of a simple value.
func (t GoTypes) Scalar(s *Scalar) string {
	switch {
	case s.Type != nil:
		return t.Declared(s.Type.Package, s.Type.Name, s.Type)
	case s.Item != nil:
		return "[]" + t.Scalar(s.Item)
	case s.Package != "":
		return t.imported(s.Package, s.Go)
	}
	return s.Go
}

func (t GoTypes) imported(pkg, name string) string {
	if t.Imported == nil {
		return pkg + "." + name
	}
	return t.Imported(pkg, name)
}
