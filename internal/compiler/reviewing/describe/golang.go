package describe

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// declarations are the Go declarations of a plan, by the positions of the components.
type declarations struct {
	pkg     *ir.Package
	structs map[diag.Pos]*ir.Struct
	names   map[diag.Pos]string // of structs, simple types, faults and values
	fields  map[fieldKey]*ir.Field
}

// fieldKey identifies a field of a struct. A component in a group or attribute group may have fields in several structs: the first
// one has also a key without an owner.
type fieldKey struct {
	owner *ir.Struct
	pos   diag.Pos
}

func declarationsOf(pkg *ir.Package) *declarations {
	d := &declarations{pkg, make(map[diag.Pos]*ir.Struct), make(map[diag.Pos]string), make(map[fieldKey]*ir.Field)}
	for _, p := range append([]*ir.Package{pkg}, pkg.Packages...) {
		for _, s := range p.Structs {
			d.addStruct(s)
		}
		for _, s := range p.Simples {
			d.names[s.Pos] = d.types().Declared(s.Package, s.Name, nil)
			for _, v := range s.Values {
				d.names[v.Pos] = v.Name
			}
		}
		for _, f := range p.Faults {
			for _, message := range f.Messages {
				d.names[message] = f.Name
			}
		}
	}
	return d
}

func (d *declarations) addStruct(s *ir.Struct) {
	if (s.Kind == "complex type" || s.Kind == "element") && d.structs[s.Pos] == nil {
		d.structs[s.Pos], d.names[s.Pos] = s, d.types().Struct(s)
	}
	for ; s != nil; s = s.Base {
		for _, f := range slices.Concat(s.Attrs, s.Elements(), []*ir.Field{s.AnyAttrs}) {
			if f == nil {
				continue
			}
			if first := (fieldKey{nil, f.Pos}); d.fields[first] == nil {
				d.fields[first] = f
			}
			d.fields[fieldKey{s, f.Pos}] = f
		}
	}
}

// field returns the field for a component, nil if there is none.
func (d *declarations) field(owner *ir.Struct, pos diag.Pos) *ir.Field {
	for s := owner; s != nil; s = s.Base {
		if f := d.fields[fieldKey{s, pos}]; f != nil {
			return f
		}
	}
	return d.fields[fieldKey{nil, pos}]
}

// typeName returns the Go type for a type of the contract; empty if there is no declaration.
func (d *declarations) typeName(t xsd.Type) string {
	if pos := t.Component().Pos; !pos.IsZero() {
		return d.names[pos]
	}
	return ""
}

// types returns Go types as text.
func (d *declarations) types() ir.GoTypes {
	return ir.GoTypes{Declared: func(pkg *ir.Package, name string, _ *ir.Simple) string { return pkg.QualifiedName(name) }}
}

// signature returns a method of the interface.
func (d *declarations) signature(op *ir.Operation) string {
	text := op.Name + "(ctx context.Context"
	if op.Request != nil {
		text += ", req "
	}
	return text + d.types().Signature(op)[len("("):]
}
