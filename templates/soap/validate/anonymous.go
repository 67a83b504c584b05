package validate

import (
	"maps"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// anonymousType is a type that struct tags do not name: a simple type, an anonymous complex type, or what is repeated in a
// content model. A description belongs to the type that has its attributes and elements. If several types have them, the name of
// the Go type decides: it is made of the names of the outer type or element and of the element itself, as in StopLine for the
// type of the element line in stop.
type anonymousType struct {
	typ    *component.Type
	group  *component.Particle // the content of typ, or what is repeated in it; nil: it is the type itself
	name   string              // local name of the type, or of its element or attribute
	path   string              // see lexical.PlainName
	names  namedTypes
	groups bool // something is repeated in it

	constraints []component.Constraint // of its element
}

// find returns the type of values without a name, nil if there is none.
func (m *model) find(d *schema.Type) *anonymousType {
	for _, s := range d.Table().Simple {
		if d.Zero != nil && reflect.TypeOf(s.Type) == reflect.TypeOf(d.Zero) {
			if t := m.Set.Type(s.Name); t != nil {
				return &anonymousType{typ: t, name: s.Name.Local}
			}
		}
	}
	name, names := lexical.PlainName(d.GoTypeName()), m.namesOf(d)
	if global := m.findGlobal(d, name, names); global != nil {
		return global
	}
	var best *anonymousType
	rank := 0
	all := m.anonymous()
	for i := range all {
		if r := all[i].rank(d, name, names); r > rank {
			best, rank = &all[i], r
		}
	}
	return best
}

// findGlobal returns the global simple type with a name, or the anonymous type of the global element with the name; nil if there
// is none or the name is empty.
func (m *model) findGlobal(d *schema.Type, name string, names namedTypes) *anonymousType {
	if name == "" {
		return nil
	}
	for t, e := range m.Set.Globals {
		switch {
		case e != nil && !d.Simple && lexical.PlainName(e.Name.Local) == name:
			if t = e.Declaration().Type; t.Name.Local == "" && namesIn(t).equal(names) {
				return &anonymousType{typ: t, name: e.Name.Local, constraints: e.Declaration().Constraints}
			}
		case t != nil && d.Simple && t.Simple && lexical.PlainName(t.Name.Local) == name:
			return &anonymousType{typ: t, name: t.Name.Local}
		}
	}
	return nil
}

// rank says how well the type fits a description: 0 means not at all.
func (a *anonymousType) rank(d *schema.Type, name string, names namedTypes) int {
	named := name != "" && a.path == name
	switch {
	case a.typ.Simple && a.group == nil != d.Simple:
		return 0
	case d.Simple && !named:
		return 0
	case !named && !a.names.equal(names):
		return 0
	}
	rank := 2
	if a.isWhole() {
		rank--
	}
	if a.names.equal(names) {
		rank += 8
	}
	if named {
		rank += 4
	}
	if maps.Equal(a.names, names) {
		rank += 2
	}
	if a.groups == slices.ContainsFunc(d.Rows(), func(r schema.Row) bool { return r.Kind == codec.KindItems }) {
		rank++
	}
	return rank
}

// isWhole reports whether group is the content of typ as a whole, not repeated. A value is then one of its elements, or text.
func (a *anonymousType) isWhole() bool {
	return a.group != nil && a.group.Max == 1 && a.group.Element == nil
}

// anonymousTypes returns the types that tags do not name.
func anonymousTypes(set *component.Set) []anonymousType {
	c := anonymousCollector{seen: make(map[any]bool)}
	for t, e := range set.Globals {
		if e != nil {
			c.add(e.Declaration().Type, e.Name.Local, lexical.PlainName(e.Name.Local), e.Declaration().Constraints...)
		} else {
			c.within(t, t.Name.Local, lexical.PlainName(t.Name.Local))
		}
	}
	return c.all
}

// anonymousCollector collects types, each once.
type anonymousCollector struct {
	all  []anonymousType
	seen map[any]bool
}

// add adds a type without a name, and the types in it. constraints are the identity constraints of its element.
func (c *anonymousCollector) add(t *component.Type, name, path string, constraints ...component.Constraint) {
	if t == nil || t.Name.Local != "" || c.seen[t] {
		return
	}
	a := anonymousType{typ: t, name: name, path: path, constraints: constraints}
	if !t.Simple {
		a.names, a.groups = namesIn(t), repeats(t.Definition().Content)
	}
	c.all = append(c.all, a)
	c.within(t, name, path)
}

// within adds the types in a type. Inherited ones are left out: they belong to its base.
func (c *anonymousCollector) within(t *component.Type, name, path string) {
	if c.seen[t] {
		return
	}
	c.seen[t] = true
	d := t.Definition()
	for _, use := range d.Attributes {
		c.add(use.Type, use.Name.Local, path+lexical.PlainName(use.Name.Local))
	}
	c.add(d.Item, name, path)
	c.add(d.Items, name, path)
	if t.Simple || d.Content == nil || d.Content.Size >= component.MaxParticles {
		return
	}
	c.addGroup(t, d.Content, path)
	c.particle(t, d.Content, d.Base.Definition().Content, path)
}

// addGroup adds the content of a type, or what is repeated in it.
func (c *anonymousCollector) addGroup(t *component.Type, p *component.Particle, path string) {
	path += "item"
	if p.Element != nil {
		path = lexical.PlainName(p.Element.Name.Local) + "group"
	}
	names := make(namedTypes)
	names.addElements(p)
	groups := slices.ContainsFunc(p.Particles, repeats)
	c.all = append(c.all, anonymousType{typ: t, group: p, name: "value", path: path, names: names, groups: groups})
}

func (c *anonymousCollector) particle(t *component.Type, p, inherited *component.Particle, path string) {
	if p == inherited || c.seen[p] {
		return
	}
	c.seen[p] = true
	if e := p.Element; e != nil {
		if !e.Global {
			c.add(e.Declaration().Type, e.Name.Local, path+lexical.PlainName(e.Name.Local), e.Declaration().Constraints...)
		}
		if e.Substitutes() == nil {
			return
		}
	}
	if p.Kind != component.WildcardTerm && (p.Max != 1 || p.Element != nil) {
		c.addGroup(t, p, path)
	}
	for _, child := range p.Particles {
		c.particle(t, child, inherited, path)
	}
}

// repeats reports whether a content model has groups that may be there several times. It does not look into one that is too large.
func repeats(p *component.Particle) bool {
	return p != nil && p.Kind >= component.Sequence && p.Size < component.MaxParticles && (p.Max != 1 || slices.ContainsFunc(p.Particles, repeats))
}

// anonymousElement returns an element of a type that was found for a description. The repeated part of a content model is in
// it once.
func (m *model) anonymousElement(a *anonymousType, d *schema.Type) *xsdElement {
	if a.group == nil {
		return valueElement(a.name, a.typ, a.constraints...)
	}
	once := *a.group
	once.Min, once.Max = 1, 1
	if a.isWhole() || slices.ContainsFunc(d.Rows(), func(r schema.Row) bool { return r.Kind == codec.KindText }) {
		once = component.Particle{Kind: component.Choice, Max: 1}
		for p := range a.group.All {
			if p.Kind < component.Sequence {
				once.Particles = append(once.Particles, p)
			}
		}
	}
	e := valueElement(a.name, component.NewType(false, &component.Definition{
		Base: builtin("anyType").Type, By: component.Restriction, Mixed: a.typ.Definition().Mixed,
		Content: component.GroupOf(component.Sequence, &once),
	}))
	e.typ.encoded = m.encoded[a.typ]
	return e
}

// namedTypes maps attributes and elements to the names of their types. For a simple type it has the name of the built-in type
// that it is or is derived from.
type namedTypes map[string]xsd.QName

// equal reports whether the names are the same.
func (n namedTypes) equal(other namedTypes) bool {
	return maps.EqualFunc(n, other, func(xsd.QName, xsd.QName) bool { return true })
}

// namesIn returns the attributes and elements of a complex type.
func namesIn(t *component.Type) namedTypes {
	names := make(namedTypes)
	d := t.Definition()
	for _, use := range d.Attributes {
		names["@"+use.Name.String()] = nameOfType(use.Type)
	}
	switch {
	case d.Items != nil:
		names["[]"] = nameOfType(d.Items)
	case d.Text != nil:
		names["text"] = nameOfType(d.Text)
	default:
		names.addElements(d.Content)
	}
	return names
}

func nameOfType(t *component.Type) xsd.QName {
	for t.Simple && t.Name.Space != xsd.Namespace {
		t = t.Definition().Base
	}
	return t.Name
}

// addElements adds the elements in a content model.
func (n namedTypes) addElements(content *component.Particle) {
	for p := range content.All {
		switch {
		case p.Wildcard != nil:
			n["*"] = xsd.QName{}
		case p.Element != nil:
			elements := p.Element.Substitutes()
			if elements == nil {
				elements = []*component.Element{p.Element}
			}
			for _, e := range elements {
				n[e.Name.String()] = nameOfType(e.Declaration().Type)
			}
		}
	}
}

// namesOf returns the attributes and elements that are described.
func (m *model) namesOf(d *schema.Type) namedTypes {
	names := make(namedTypes)
	m.addRows(names, d, 0)
	return names
}

func (m *model) addRows(names namedTypes, d *schema.Type, depth int) {
	if depth > maxDepth {
		return
	}
	rows := d.Rows()
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Kind == codec.KindBase, r.Kind == codec.KindItems, r.Kind == codec.KindMember:
			m.addRows(names, r.Of, depth+1)
		case r.Kind == codec.KindBaseAttributes:
			inherited := make(namedTypes)
			m.addRows(inherited, r.Of, depth+1)
			for name, typ := range inherited {
				if name[0] == '@' {
					names[name] = typ
				}
			}
		case r.Kind > codec.KindBaseAttributes || r.At == schema.AtAttachment:
		case r.At == schema.AtContent:
			names["text"] = m.rowType(r)
		case r.At == schema.AtItem:
			names["[]"] = m.rowType(r)
		case r.Name != "" && r.At == schema.AtAttribute:
			names["@"+m.nameOf(r, d.Table()).String()] = m.rowType(r)
		case r.Name != "":
			names[m.nameOf(r, d.Table()).String()] = m.rowType(r)
		default:
			names["*"] = xsd.QName{}
		}
	}
}

// rowType returns the name of the type of a row, as namedTypes have it.
func (m *model) rowType(r *schema.Row) xsd.QName {
	if r.Of != nil && !r.Of.Simple {
		return m.own(r.Of.QName())
	}
	return xsd.QName{Space: xsd.Namespace, Local: r.Kind.TypeName()}
}
