package describe

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// declarations are the Go declarations of a plan, by the positions of the components.
type declarations struct {
	pkg     *ir.Package
	structs map[diag.Pos]*ir.Struct
	simples map[diag.Pos]*ir.Simple
	fields  map[diag.Pos]*ir.Field
	owned   map[fieldKey]*ir.Field
	faults  map[diag.Pos]*ir.Fault
	headers map[diag.Pos]*ir.Header
	values  map[diag.Pos]string
}

// fieldKey identifies a field of a struct. A component in a group or attribute group may have fields in several structs.
type fieldKey struct {
	owner *ir.Struct
	pos   diag.Pos
}

func declarationsOf(pkg *ir.Package) *declarations {
	d := &declarations{
		pkg: pkg, structs: make(map[diag.Pos]*ir.Struct), simples: make(map[diag.Pos]*ir.Simple), fields: make(map[diag.Pos]*ir.Field),
		owned: make(map[fieldKey]*ir.Field), faults: make(map[diag.Pos]*ir.Fault), headers: make(map[diag.Pos]*ir.Header), values: make(map[diag.Pos]string),
	}
	for _, p := range append([]*ir.Package{pkg}, pkg.Packages...) {
		d.add(p)
	}
	return d
}

func (d *declarations) add(pkg *ir.Package) {
	for _, s := range pkg.Structs {
		d.addStruct(s)
	}
	for _, s := range pkg.Simples {
		d.simples[s.Pos] = s
		for _, v := range s.Values {
			d.values[v.Pos] = v.Name
		}
	}
	for _, f := range pkg.Faults {
		d.faults[f.Pos] = f
	}
	for _, h := range pkg.Headers {
		d.headers[h.Pos] = h
	}
}

func (d *declarations) addStruct(s *ir.Struct) {
	if (s.Kind == "complex type" || s.Kind == "element") && d.structs[s.Pos] == nil {
		d.structs[s.Pos] = s
	}
	for ; s != nil; s = s.Base {
		for _, list := range [][]*ir.Field{s.Attrs, s.Elements(), {s.AnyAttrs}} {
			for _, f := range list {
				if f == nil {
					continue
				}
				if d.fields[f.Pos] == nil {
					d.fields[f.Pos] = f
				}
				d.owned[fieldKey{s, f.Pos}] = f
			}
		}
	}
}

// field returns the field for a component, nil if there is none.
func (d *declarations) field(owner *ir.Struct, pos diag.Pos) *ir.Field {
	for s := owner; s != nil; s = s.Base {
		if f := d.owned[fieldKey{s, pos}]; f != nil {
			return f
		}
	}
	return d.fields[pos]
}

// typeName returns the Go type for a type of the contract; empty if there is no declaration.
func (d *declarations) typeName(t xsd.Type) string {
	pos := t.Component().Pos
	if pos.IsZero() {
		return ""
	}
	if s := d.structs[pos]; s != nil {
		return d.structName(s)
	}
	if s := d.simples[pos]; s != nil {
		return d.qualified(s.Package, s.Name)
	}
	return ""
}

func (d *declarations) qualified(pkg *ir.Package, name string) string {
	if pkg == nil || pkg == d.pkg {
		return name
	}
	return pkg.Name + "." + name
}

func (d *declarations) structName(s *ir.Struct) string { return d.qualified(s.Package, s.Name) }

// fieldType returns the Go type of a field.
func (d *declarations) fieldType(f *ir.Field) string { return inForm(f.Form(), d.valueType(f)) }

func inForm(form ir.Form, value string) string {
	switch form {
	case ir.AsPointer:
		return "*" + value
	case ir.AsNillable:
		return "xsd.Nillable[" + value + "]"
	case ir.AsSlice:
		return "[]" + value
	case ir.AsPointers:
		return "[]*" + value
	}
	return value
}

// valueType returns the Go type of one occurrence.
func (d *declarations) valueType(f *ir.Field) string {
	switch {
	case f.Group != nil:
		return d.structName(f.Group)
	case f.Items != nil:
		return d.structName(f.Items)
	case f.Poly:
		return d.qualified(f.Struct.Package, f.Struct.Interface)
	case f.Struct != nil:
		return d.structName(f.Struct)
	case f.Scalar != nil:
		return d.scalar(f.Scalar)
	}
	return ""
}

func (d *declarations) scalar(s *ir.Scalar) string {
	switch {
	case s.Type != nil && !s.Type.Undeclared:
		return d.qualified(s.Type.Package, s.Type.Name)
	case s.Item != nil:
		return "[]" + d.scalar(s.Item)
	case s.Package != "":
		return s.Package + "." + s.Go
	}
	return s.Go
}

// resultType returns the Go type of a result.
func (d *declarations) resultType(r *ir.Result) string {
	switch {
	case r == nil:
		return ""
	case r.Array != nil:
		return d.fieldType(r.Array.Array.Item)
	}
	return inForm(r.Form(), d.valueType(&r.Item))
}

// signature returns a method of the interface.
func (d *declarations) signature(op *ir.Operation) string {
	var b strings.Builder
	b.WriteString(op.Name + "(ctx context.Context")
	if op.Request != nil {
		b.WriteString(", req *" + d.structName(op.Request))
	}
	b.WriteString(")")
	if result := d.resultType(op.Result); result != "" {
		return b.String() + " (" + result + ", error)"
	}
	return b.String() + " error"
}
