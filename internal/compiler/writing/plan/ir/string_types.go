package ir

import "strings"

// Go types, as the text of a plan has them.

func (p *printer) result(r *Result) string {
	if r.Array != nil {
		return p.fieldType(r.Array.Array.Item)
	}
	return form(r.Form(), p.valueType(&r.Item))
}

func (p *printer) fieldType(f *Field) string { return form(f.Form(), p.valueType(f)) }

// form prints the Go type that a form makes from the type of a value.
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

func (p *printer) valueType(f *Field) string {
	switch {
	case f.Group != nil:
		return p.structName(f.Group)
	case f.Items != nil:
		return p.structName(f.Items)
	case f.Poly:
		return p.qualified(f.Struct.Package, f.Struct.Interface)
	case f.Struct != nil:
		return p.structName(f.Struct)
	}
	return p.scalar(f.Scalar)
}

func (p *printer) scalar(s *Scalar) string {
	switch {
	case s.Type != nil:
		return p.qualified(s.Type.Package, s.Type.Name)
	case s.Item != nil:
		return "[]" + p.scalar(s.Item)
	}
	if s.Package != "" {
		return s.Package + "." + s.Go
	}
	return s.Go
}

func (p *printer) structName(s *Struct) string { return p.qualified(s.Package, s.Name) }

// qualified prints a Go name, with its package if that is another one.
func (p *printer) qualified(pkg *Package, name string) string {
	if pkg == nil || pkg == p.pkg {
		return name
	}
	return p.pkg.Alias(pkg) + "." + name
}

// lexical prints how values are read and written: ", as Token". It returns "" if the Go
// type says it, and for a declared type, which has its own line.
func lexical(s *Scalar) string {
	if s.Type != nil {
		return ""
	}
	if s.Item != nil {
		return lexical(s.Item)
	}
	switch s.Kind {
	case "", "String", "Base64", s.Go, strings.ToUpper(s.Go[:1]) + s.Go[1:]:
		return ""
	}
	return ", as " + s.Kind
}
