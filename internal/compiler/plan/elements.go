package plan

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/naming"
	"example.com/quartet/internal/compiler/xsd"
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
func (p *planner) planElements() {
	for _, e := range p.model.Schemas.Elements {
		if e.Schema != nil && !e.Schema.WellKnown && p.needsElement(e) {
			p.planElement(e)
		}
	}
	p.sortElements()
}

func (p *planner) planElement(e *xsd.ElementDeclaration) {
	wire := wireName(e.Name)
	if e.Abstract || p.elements[wire] {
		return
	}
	if p.elements == nil {
		p.elements = make(map[ir.Name]bool)
	}
	p.elements[wire] = true // an invalid contract may declare it twice
	if !p.config.Elements {
		p.omit(e, wire)
		return
	}
	root := &ir.Element{Doc: e.Documentation, Wire: wire, Nillable: e.Nillable, Value: p.valueOf(e), Pos: e.Pos}
	p.origin[root] = originOf(&e.Info)
	p.pkg.Elements = append(p.pkg.Elements, root)
	p.nameElement(root)
}

// omit records that there is no variable for an element, and no type if only the
// variable needs that.
func (p *planner) omit(e *xsd.ElementDeclaration, wire ir.Name) {
	id := elementID(wire)
	p.omitted = append(p.omitted, id)
	if t, ok := e.Type.(*xsd.ComplexType); ok && t.Name.Local == "" && p.types[t] == nil {
		id.Kind = "element"
		p.omitted = append(p.omitted, id)
	}
}

// planElementType plans the anonymous type of an element. A package for a
// namespace has it even if no other declaration of this contract refers to it.
func (p *planner) planElementType(e *xsd.ElementDeclaration) {
	if t, ok := e.Type.(*xsd.ComplexType); ok && t != xsd.AnyType && !e.Abstract {
		p.structOf(t, ownerOf(e, nil))
	}
}

func (p *planner) sortElements() {
	slices.SortFunc(p.pkg.Elements, func(a, b *ir.Element) int {
		return cmp.Or(cmp.Compare(a.Wire.Space, b.Wire.Space), cmp.Compare(a.Wire.Local, b.Wire.Local))
	})
}

func (p *planner) needsElement(e *xsd.ElementDeclaration) bool {
	t, ok := e.Type.(*xsd.ComplexType)
	switch {
	case !ok || t == xsd.AnyType:
		return !p.partial()
	case t.Builtin:
		return false
	case p.types[t] != nil:
		return true
	}
	return !p.partial() && !p.unwrapped[t]
}

// valueOf plans the value of a document. Unlike setType, it does not affect the
// messages of operations.
func (p *planner) valueOf(e *xsd.ElementDeclaration) *ir.Result {
	r := &ir.Result{Kind: ir.OneResult}
	switch t := e.Type.(type) {
	case *xsd.SimpleType:
		r.Item.Scalar = p.simpleOf(t)
	case *xsd.ComplexType:
		if t == xsd.AnyType {
			r.Item.Scalar, p.pkg.ElementXSI = anyType, true // for xsi:type
			break
		}
		r.Item.Struct = p.structOf(t, ownerOf(e, nil))
		r.Item.Poly = p.holdsDerived(r.Item.Struct, t)
		p.pkg.ElementXSI = p.pkg.ElementXSI || r.Item.Poly
	}
	r.Must = r.Item.Scalar != nil && !e.Nillable
	return r
}

// markUnwrapped records that an operation takes or returns the content of a wrapper
// element of this anonymous type, so that the type needs no Go type.
func (p *planner) markUnwrapped(t *xsd.ComplexType) {
	if t.Name.Local != "" {
		return
	}
	if p.unwrapped == nil {
		p.unwrapped = make(map[*xsd.ComplexType]bool)
	}
	p.unwrapped[t] = true
}

// elementID identifies the variable of an element.
func elementID(e ir.Name) naming.ID {
	return naming.ID{Kind: naming.RootKind, Space: e.Space, Path: e.Local}
}

func (p *planner) nameElement(e *ir.Element) {
	p.candidates = append(p.candidates, &naming.Candidate{
		ID:   elementID(e.Wire),
		Decl: e, Want: "Element" + naming.GoName(e.Wire.Local), Suffix: "Root", Rank: rankRoot, Key: e.Wire.Space + " " + e.Wire.Local,
		Description: "the variable of the element " + quoted(e.Wire.Local), Pos: e.Pos, Set: func(name string) { e.Name = name },
	})
}

// indexElements sets the namespaces of element names. Namespaces that no message
// uses are only declared in the documents of these elements.
func (p *planner) indexElements() {
	for _, e := range p.pkg.Elements {
		if e.Wire.NS = p.number(e.Wire.Space); e.Wire.NS >= 0 {
			continue
		}
		more := p.pkg.ElementNamespaces
		n := slices.IndexFunc(more, func(t ir.TableEntry) bool { return t.Space == e.Wire.Space })
		if n < 0 {
			n = len(more)
			p.pkg.ElementNamespaces = append(more, ir.TableEntry{URI: e.Wire.Space, Prefix: "e" + strconv.Itoa(n+1), Space: e.Wire.Space})
		}
		e.Wire.NS = len(p.pkg.Namespaces) + n
	}
}
