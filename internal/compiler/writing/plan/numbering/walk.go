package numbering

import "example.com/quartet/internal/compiler/writing/plan/ir"

// nameVisitor has the functions that walkNames calls. Functions that are nil are
// not called.
type nameVisitor struct {
	name      func(n *ir.Name, attr bool) // a name in messages; attr: of an attribute
	element   func(f *ir.Field)
	wire      func(w *ir.Wire)
	structure func(s *ir.Struct)
}

// walkNames visits all names in messages, with the structs and fields that have them.
func (p *planner) walkNames(v nameVisitor) {
	for _, s := range p.pkg.Services {
		for _, op := range s.Operations {
			for _, w := range op.Wires {
				v.visitWire(w)
			}
			if op.Result != nil {
				v.visitElement(&op.Result.Item)
			}
		}
	}
	for _, f := range p.pkg.Faults {
		v.visitName(&f.Wire, false)
		v.visitElement(&f.Detail.Item)
	}
	for _, h := range p.pkg.Headers {
		v.visitName(&h.Wire, false)
		v.visitElement(&h.Value.Item)
	}
	for e := range p.in.Documents {
		if e.Space == "" { // other namespaces can be added for elements
			v.visitName(&e, false)
		}
	}
	for _, s := range p.pkg.Structs {
		p.walkStruct(s, v)
	}
}

// walkStruct visits all names in the rows of a struct, and the struct.
func (p *planner) walkStruct(s *ir.Struct, v nameVisitor) {
	if p.in.Identified[s] {
		v.visitName(&s.Type, false)
	}
	for _, f := range s.Attrs {
		v.visitName(&f.Wire, true)
	}
	for _, f := range s.Elements() {
		if !s.NoCodec {
			v.visitElement(f)
		}
	}
	for _, a := range s.Attachments {
		if a.Kind == ir.AttachedXML && a.Field.Group == nil {
			v.visitElement(a.Field)
		}
	}
	if s.Array != nil {
		v.visitName(&s.Array.ItemType, false)
	}
	if v.structure != nil {
		v.structure(s)
	}
}

func (v nameVisitor) visitWire(w *ir.Wire) {
	v.visitName(&w.In, false)
	for i := range w.Members {
		v.visitName(&w.Members[i], false)
	}
	for i := range w.Out {
		v.visitName(&w.Out[i], false)
	}
	for i := range w.Parts {
		v.visitName(&w.Parts[i].Name, false)
	}
	if v.wire != nil {
		v.wire(w)
	}
}

// visitElement visits a field and its names.
func (v nameVisitor) visitElement(f *ir.Field) {
	v.visitName(&f.Wire, false)
	if f.Encoded {
		v.visitName(&f.Type, false)
	}
	if v.element != nil {
		v.element(f)
	}
}

func (v nameVisitor) visitName(n *ir.Name, attr bool) {
	if n.Local != "" && v.name != nil {
		v.name(n, attr)
	}
}
