package typing

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// planElements collects the global elements that documents may have, and with the
// option Elements plans a variable for each, in the order of their names. These
// are all global elements of the contract except for
//
//   - elements of built-in schemas;
//   - abstract elements, which cannot be in a document;
//   - wrapper elements of operations whose children are the argument or the
//     result, unless their type is used elsewhere;
//   - if only selected operations are generated, elements whose types these do
//     not need.
func (p *Planner) planElements(o Options) {
	for _, e := range p.schemas.Elements {
		if e.Schema != nil && !e.Schema.WellKnown && p.needsElement(o, e) {
			p.planElement(o, e)
		}
	}
}

func (p *Planner) planElement(o Options, e *xsd.ElementDeclaration) {
	wire := WireName(e.Name)
	if e.Abstract || p.out.Documents[wire] {
		return
	}
	p.out.Documents[wire] = true // an invalid contract may declare it twice
	if !o.Elements {
		p.omit(e, wire)
		return
	}
	root := &ir.Element{Doc: e.Documentation, Wire: wire, Nillable: e.Nillable, Value: p.valueOf(e), Pos: e.Pos}
	p.out.Origins[root] = split.OriginOf(&e.Info)
	p.out.Elements = append(p.out.Elements, root)
	p.nameElement(root)
}

// omit records that there is no variable for an element, and no type if only the
// variable needs that.
func (p *Planner) omit(e *xsd.ElementDeclaration, wire ir.Name) {
	id := elementID(wire)
	p.out.Omitted = append(p.out.Omitted, id)
	if t, ok := e.Type.(*xsd.ComplexType); ok && t.Name.Local == "" && p.out.Types[t] == nil {
		id.Kind = "element"
		p.out.Omitted = append(p.out.Omitted, id)
	}
}

// planElementType plans the anonymous type of an element. A package for a
// namespace has it even if no other declaration of this contract refers to it.
func (p *Planner) planElementType(e *xsd.ElementDeclaration) {
	if t, ok := e.Type.(*xsd.ComplexType); ok && t != xsd.AnyType && !e.Abstract {
		p.StructOf(t, UserOf(e))
	}
}

func (p *Planner) needsElement(o Options, e *xsd.ElementDeclaration) bool {
	t, ok := e.Type.(*xsd.ComplexType)
	switch {
	case !ok || t == xsd.AnyType:
		return !o.Partial
	case t.Builtin:
		return false
	case p.out.Types[t] != nil:
		return true
	}
	return !o.Partial && !o.Unwrapped[t]
}

// valueOf plans the value of a document. Unlike SetType, it does not affect the
// messages of operations.
func (p *Planner) valueOf(e *xsd.ElementDeclaration) *ir.Result {
	r := &ir.Result{Kind: ir.OneResult}
	switch t := e.Type.(type) {
	case *xsd.SimpleType:
		r.Item.Scalar = p.simpleOf(t)
	case *xsd.ComplexType:
		if t == xsd.AnyType {
			r.Item.Scalar = AnyType
			break
		}
		r.Item.Struct = p.StructOf(t, UserOf(e))
		r.Item.Poly = p.holdsDerived(r.Item.Struct, t)
	}
	p.SetResultDefault(&r.Item, e)
	r.Must = r.Item.Scalar != nil && !e.Nillable
	return r
}

// elementID identifies the variable of an element.
func elementID(e ir.Name) naming.ID {
	return naming.ID{Kind: naming.RootKind, Space: e.Space, Path: e.Local}
}

func (p *Planner) nameElement(e *ir.Element) {
	p.out.Names = append(p.out.Names, &naming.Candidate{
		ID:   elementID(e.Wire),
		Decl: e, Want: "Element" + naming.GoName(e.Wire.Local), Lead: "Element", Suffix: "Root", Rank: naming.RankRoot,
		Description: "the variable of the element " + diag.Quote(e.Wire.Local), Pos: e.Pos, Set: func(name string) { e.Name = name },
	})
}
