package plan

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/naming"
	"example.com/quartet/internal/compiler/xsd"
)

// planElements plans a variable for each global element of the contract, in the
// order of their names, except for
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
	if e.Abstract || p.elementVars[wire] {
		return
	}
	if p.elementVars == nil {
		p.elementVars = make(map[ir.Name]bool)
	}
	p.elementVars[wire] = true // an invalid contract may declare it twice
	root := &ir.Element{Doc: e.Documentation, Wire: wire, Nillable: e.Nillable, Value: p.valueOf(e), Pos: e.Pos}
	p.origin[root] = originOf(&e.Info)
	p.pkg.Elements = append(p.pkg.Elements, root)
	p.nameElement(root)
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

func (p *planner) nameElement(e *ir.Element) {
	p.candidates = append(p.candidates, &naming.Candidate{
		ID:   naming.ID{Kind: naming.RootKind, Space: e.Wire.Space, Path: e.Wire.Local},
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
