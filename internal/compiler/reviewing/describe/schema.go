package describe

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/lexical"
)

// use returns a reference to a type, and describes the type later. It is nil for an
// anonymous type, except the type of a global element, which may contain itself.
func (m *maker) use(t xsd.Type) *TypeRef {
	if name := t.Component().Name; !name.IsZero() {
		m.enqueue(t)
		return &TypeRef{Name: *m.name(name)}
	}
	_, isSimple := t.(*xsd.SimpleType)
	if e, ok := t.OwnerOf().(*xsd.ElementDeclaration); ok && e.Global && !isSimple {
		m.enqueue(t)
		return &TypeRef{Name: *m.name(e.Name), Element: true}
	}
	return nil
}

// array is the base of the arrays of SOAP encoding.
var array = xsd.QName{Space: wsdl11.EncodingSOAP11, Local: "Array"}

func (m *maker) enqueue(t xsd.Type) {
	c := t.Component()
	if c.Schema == nil || c.Schema.WellKnown && c.Name == array || m.queued[t] { // a built-in type has no schema
		return
	}
	m.queued[t] = true
	m.queue = append(m.queue, t)
}

// describeTypes describes the types in the queue, each followed by the types that it uses.
func (m *maker) describeTypes() {
	todo := m.queue
	slices.Reverse(todo)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo, m.queue = todo[:len(todo)-1], nil
		m.out.Types = append(m.out.Types, m.newType(t))
		slices.Reverse(m.queue)
		todo = append(todo, m.queue...)
	}
	m.queue = nil
}

func (m *maker) newType(t xsd.Type) *Type {
	info := t.Component()
	out := &Type{TypeRef: *m.use(t), Documentation: info.Documentation, Go: m.typeName(t)}
	for _, d := range m.derived[t] {
		if name := d.Component().Name; !name.IsZero() {
			out.Derived = append(out.Derived, m.name(name))
			m.enqueue(d)
		}
	}
	if base := t.BaseType(); base != nil && base != xsd.AnyType && base != xsd.AnySimpleType {
		out.Base = m.use(base)
	}
	switch t := t.(type) {
	case *xsd.SimpleType:
		out.Kind, out.Derivation = "simple", derivation(t.Derivation)
		out.Facets, out.Values = m.facets(t)
		out.Facets = slices.DeleteFunc(out.Facets, func(f *Facet) bool { return f.Name == "list" }) // Derivation has it
		m.variety(out, t)
	case *xsd.ComplexType:
		out.Kind, out.Abstract, out.Mixed = "complex", t.Abstract, t.Mixed()
		if out.Base != nil {
			out.Derivation = derivation(t.Derivation)
		}
		if e, ok := t.Owner.(*xsd.ElementDeclaration); ok && out.Documentation == "" {
			out.Documentation = e.Documentation
		}
		if item := t.Array(); item != nil {
			out.Array = item.Dimensions
		}
		out.Content = m.content(t)
	}
	return out
}

func derivation(d xsd.Derivation) string {
	return [...]string{xsd.Restriction: "restriction", xsd.Extension: "extension", xsd.ByList: "list", xsd.ByUnion: "union", xsd.Substitution: ""}[d]
}

// variety describes the items of a list and the members of a union.
func (m *maker) variety(out *Type, t *xsd.SimpleType) {
	if t.Variety == xsd.List && t.Item != nil && out.Base == nil {
		out.Base = m.use(t.Item)
	}
	if t.Variety != xsd.Union || t.Derivation != xsd.ByUnion {
		return
	}
	for _, member := range t.Members {
		if ref := m.use(member); ref != nil {
			out.Union = append(out.Union, &ref.Name)
		}
	}
}

// content returns the attributes and the content of a type, including its base.
func (m *maker) content(t *xsd.ComplexType) []*Node {
	owner := m.structs[t.Pos]
	if item := t.Array(); item != nil && item.Item != nil {
		n := &Node{Kind: Element, Name: "item", Min: 0, Max: Unbounded}
		m.setType(n, item.Item)
		if owner != nil && owner.Array != nil {
			m.setGo(n, owner.Array.Item)
		}
		return []*Node{n}
	}
	all := collect.Each(t.Attributes, func(use *xsd.AttributeUse) *Node { return m.attribute(owner, use) })
	if w := t.AnyAttribute; w != nil {
		n := &Node{Kind: AnyAttribute, Name: namespaces(w), Max: Unbounded, Documentation: w.Documentation}
		for s := owner; s != nil && n.Go == ""; s = s.Base {
			if s.AnyAttrs != nil {
				m.setGo(n, s.AnyAttrs)
			}
		}
		all = append(all, n)
	}
	if t.ContentKind == xsd.SimpleContent && t.Simple != nil {
		n := &Node{Kind: Value, Min: 1, Max: 1}
		m.setType(n, t.Simple)
		m.setGo(n, valueField(owner))
		all = append(all, n)
	}
	if t.Content != nil {
		all = append(all, m.particle(owner, t.Content)...)
	}
	return all
}

// valueField returns the field for the value of simple content.
func valueField(s *ir.Struct) *ir.Field {
	for ; s != nil; s = s.Base {
		if s.Simple && len(s.Fields) == 1 {
			return s.Fields[0]
		}
	}
	return nil
}

func (m *maker) attribute(owner *ir.Struct, use *xsd.AttributeUse) *Node {
	a := use.Attribute
	n := &Node{Kind: Attribute, Name: a.Name.Local, Namespace: m.namespace(a.Name.Space), Max: 1, Default: use.Default, Fixed: use.Fixed, Documentation: use.Documentation}
	if use.Required {
		n.Min = 1
	}
	n.Documentation = cmp.Or(n.Documentation, a.Documentation)
	m.setType(n, a.Type)
	m.setGo(n, m.field(owner, use.Pos))
	return n
}

// particle returns the nodes of a particle. A sequence that occurs once is not a node of its
// own.
func (m *maker) particle(owner *ir.Struct, p *xsd.Particle) []*Node {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		return []*Node{m.element(owner, p, term)}
	case *xsd.Wildcard:
		n := &Node{Kind: Any, Name: namespaces(term), Min: p.Min, Max: p.Max, Documentation: term.Documentation}
		m.setGo(n, m.field(owner, p.Pos))
		return []*Node{n}
	case *xsd.ModelGroup:
		return m.group(owner, p, term)
	}
	return nil
}

func (m *maker) group(owner *ir.Struct, p *xsd.Particle, g *xsd.ModelGroup) []*Node {
	all := slices.Concat(collect.Each(g.Particles, func(child *xsd.Particle) []*Node { return m.particle(owner, child) })...)
	once := p.Min == 1 && p.Max == 1
	if len(all) == 0 || once && g.Compositor != xsd.Choice {
		return all
	}
	n := &Node{Kind: Kind(g.Compositor.String()), Min: p.Min, Max: p.Max, Documentation: g.Documentation, Content: all}
	if f := m.fields[fieldKey{owner, p.Pos}]; owner != nil && f != nil && f.Items != nil {
		m.setGo(n, f)
	}
	return []*Node{n}
}

func (m *maker) element(owner *ir.Struct, p *xsd.Particle, e *xsd.ElementDeclaration) *Node {
	n := m.declaration(e)
	n.Min, n.Max = p.Min, p.Max
	f := m.field(owner, p.Pos)
	if f == nil {
		f = m.field(owner, e.Pos)
	}
	m.setGo(n, f)
	return n
}

// declaration describes an element that occurs once.
func (m *maker) declaration(e *xsd.ElementDeclaration) *Node {
	n := &Node{
		Kind: Element, Name: e.Name.Local, Namespace: m.namespace(e.Name.Space), Min: 1, Max: 1, Nillable: e.Nillable, Abstract: e.Abstract,
		Default: e.Default, Fixed: e.Fixed, Documentation: e.Documentation,
	}
	m.setType(n, e.Type)
	if e.Global {
		for _, member := range e.SubstitutionGroup() {
			n.Members = append(n.Members, m.name(member.Name))
			m.use(member.Type)
		}
	}
	return n
}

// setType sets the type of a node: a reference, or the content of an anonymous type.
func (m *maker) setType(n *Node, t xsd.Type) {
	if n.Type = m.use(t); n.Type != nil {
		return
	}
	switch t := t.(type) {
	case *xsd.ComplexType:
		if t.ContentKind == xsd.ElementContent || t.ContentKind == xsd.MixedContent || len(t.Attributes) > 0 || t.Simple != nil {
			n.Content = m.content(t)
		}
		if t.Base != nil && t.Base != xsd.AnyType {
			n.Type = m.use(t.Base)
		}
	case *xsd.SimpleType:
		n.Facets, n.Values = m.facets(t)
		if b := namedBase(t); b != nil {
			n.Type = m.use(b)
		}
	}
}

// namedBase returns the nearest base type with a name.
func namedBase(t *xsd.SimpleType) *xsd.SimpleType {
	for t != nil && t.Name.IsZero() {
		if t.Variety == xsd.List && t.Item != nil && t.Derivation == xsd.ByList {
			return t.Item
		}
		t = t.Base
	}
	return t
}

func (m *maker) setGo(n *Node, f *ir.Field) {
	if f != nil {
		n.Go, n.GoType = f.Name, m.types().Field(f)
	}
}

// facets returns the effective facets of a type, including inherited ones, and its values.
func (m *maker) facets(t *xsd.SimpleType) (facets []*Facet, values []*Enum) {
	if t.Builtin {
		return nil, nil
	}
	if t.Variety == xsd.List {
		facets = append(facets, &Facet{"list", ""})
	}
	for kind := range lexical.FacetKind(len(lexical.FacetNames)) {
		if f := t.Effective(kind); (kind.IsNumber() || kind.IsBound()) && f != nil && f.Pos != (diag.Pos{}) { // facets of built-in types have no position
			facets = append(facets, &Facet{kind.String(), f.Value})
		}
	}
	for _, step := range t.Patterns() {
		var all []string
		for _, f := range step {
			if f.Pos != (diag.Pos{}) {
				all = append(all, f.Value)
			}
		}
		if len(all) > 0 {
			facets = append(facets, &Facet{"pattern", strings.Join(all, "|")})
		}
	}
	return facets, collect.Each(t.Enumeration(), func(f *xsd.Facet) *Enum { return &Enum{f.Value, m.names[f.Pos], f.Documentation} })
}

// namespaces returns the namespaces that a wildcard allows, as in the schema.
func namespaces(w *xsd.Wildcard) string {
	switch w.Constraint {
	case xsd.AnyNamespace:
		return "##any"
	case xsd.NotNamespace:
		return "##other"
	}
	return collect.Joined(w.Namespaces, " ", func(space string) string { return cmp.Or(space, "##local") })
}
