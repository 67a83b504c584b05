package describe

import (
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
		owned: make(map[fieldKey]*ir.Field), faults: make(map[diag.Pos]*ir.Fault), values: make(map[diag.Pos]string),
	}
	for _, p := range append([]*ir.Package{pkg}, pkg.Packages...) {
		for _, s := range p.Structs {
			d.addStruct(s)
		}
		for _, s := range p.Simples {
			d.simples[s.Pos] = s
			for _, v := range s.Values {
				d.values[v.Pos] = v.Name
			}
		}
		for _, f := range p.Faults {
			d.faults[f.Pos] = f
		}
	}
	return d
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
		return d.types().Struct(s)
	}
	if s := d.simples[pos]; s != nil {
		return d.types().Declared(s.Package, s.Name, nil)
	}
	return ""
}

// types returns Go types as text.
func (d *declarations) types() ir.GoTypes {
	return ir.GoTypes{Declared: func(pkg *ir.Package, name string, _ *ir.Simple) string {
		if pkg == nil || pkg == d.pkg {
			return name
		}
		return pkg.Name + "." + name
	}}
}

// signature returns a method of the interface.
func (d *declarations) signature(op *ir.Operation) string {
	text := op.Name + "(ctx context.Context"
	if op.Request != nil {
		text += ", req "
	}
	return text + d.types().Signature(op)[len("("):]
}
