package plan

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// Element is a package-level variable for a global element, that reads and
// writes documents with this root.
type Element struct {
	Package  *Package // for a namespace; nil: the service's
	Name     string   // the variable
	Doc      string
	Wire     Name // its namespace is that of Package.Namespaces, or of ElementNamespaces behind them
	Nillable bool
	Value    *Result

	home home
	pos  diag.Pos
}

// planElements plans a variable for each global element of the contract, in the
// order of their names. There is none for
//
//   - elements of schemas that are built in;
//   - abstract elements, which are in no document;
//   - wrappers of operations whose content is the argument or the result, where
//     nothing else needs a Go type for them;
//   - of a part of the contract, elements whose types nothing in it needs.
func (p *planner) planElements() {
	for _, e := range p.model.Schemas.Elements {
		if e.Schema != nil && !e.Schema.WellKnown && p.wantsElement(e) {
			p.planElement(e)
		}
	}
	p.sortElements()
}

func (p *planner) planElement(e *xsd.ElementDeclaration) {
	wire := wireName(e.Name)
	if e.Abstract || p.roots[wire] {
		return
	}
	if p.roots == nil {
		p.roots = make(map[Name]bool)
	}
	p.roots[wire] = true // a flawed contract may have two
	root := &Element{Doc: e.Documentation, Wire: wire, Nillable: e.Nillable, Value: p.valueOf(e), pos: e.Pos, home: homeOf(&e.Info)}
	p.pkg.Elements = append(p.pkg.Elements, root)
	p.nameElement(root)
}

func (p *planner) sortElements() {
	slices.SortFunc(p.pkg.Elements, func(a, b *Element) int {
		return cmp.Or(cmp.Compare(a.Wire.uri, b.Wire.uri), cmp.Compare(a.Wire.Local, b.Wire.Local))
	})
}

func (p *planner) wantsElement(e *xsd.ElementDeclaration) bool {
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

// valueOf plans the value of a document. It is not what typed does: that this
// type of value is in a document changes nothing in the messages of operations.
func (p *planner) valueOf(e *xsd.ElementDeclaration) *Result {
	r := &Result{Kind: OneResult}
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

// noteUnwrapped notes that an operation takes or returns the content of a wrapper of
// this type, so that no Go type is needed for it.
func (p *planner) noteUnwrapped(t *xsd.ComplexType) {
	if t.Name.Local != "" {
		return
	}
	if p.unwrapped == nil {
		p.unwrapped = make(map[*xsd.ComplexType]bool)
	}
	p.unwrapped[t] = true
}

func (p *planner) nameElement(e *Element) {
	p.named = append(p.named, candidate{
		id:   identity{rootKind, e.Wire.uri, e.Wire.Local},
		decl: e, want: "Element" + GoName(e.Wire.Local), suffix: "Root", rank: rankRoot, key: e.Wire.uri + " " + e.Wire.Local,
		what: "the variable of the element " + quoted(e.Wire.Local), pos: e.pos, set: func(name string) { e.Name = name },
	})
}

// indexElements gives elements the namespaces of their names. Those that no
// message uses are declared in documents alone.
func (p *planner) indexElements() {
	for _, e := range p.pkg.Elements {
		if e.Wire.NS = p.number(e.Wire.uri); e.Wire.NS >= 0 {
			continue
		}
		more := p.pkg.ElementNamespaces
		n := slices.IndexFunc(more, func(t TableEntry) bool { return t.uri == e.Wire.uri })
		if n < 0 {
			n = len(more)
			p.pkg.ElementNamespaces = append(more, TableEntry{URI: e.Wire.uri, Prefix: "e" + strconv.Itoa(n+1), uri: e.Wire.uri})
		}
		e.Wire.NS = len(p.pkg.Namespaces) + n
	}
}
