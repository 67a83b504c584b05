package typing

import (
	"cmp"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// User is what has a type: an element, an attribute or a part of a message. Messages name it.
type User struct {
	name xsd.QName
	pos  diag.Pos
}

// UserOf returns an element as a User.
func UserOf(e *xsd.ElementDeclaration) User { return User{e.Name, e.Pos} }

// SetType sets the Go type of a field for a type of the schema.
func (p *Planner) SetType(f *ir.Field, t xsd.Type, by User) {
	f.Type = xsiTypeName(t)
	switch t := t.(type) {
	case *xsd.SimpleType:
		f.Scalar = p.scalar(t)
	case *xsd.ComplexType:
		if t == xsd.AnyType {
			f.Scalar = AnyType
			p.out.AnyType = true
			return
		}
		f.Struct = p.StructOf(t, by)
		f.Poly = p.holdsDerived(f.Struct, t)
	}
}

// StructOf plans the Go struct for a complex type.
func (p *Planner) StructOf(t *xsd.ComplexType, by User) *ir.Struct {
	if s := p.out.Types[t]; s != nil {
		return s
	}
	if t.Builtin {
		p.unsupported(by.pos, "the type xs:%s of %s", t.Name.Local, diag.Quote(by.name.Local))
		return &ir.Struct{}
	}
	s := &ir.Struct{Kind: "complex type", WSDLName: t.Name.Local, Doc: t.Documentation}
	p.out.Origins[s] = split.OriginOf(&t.Info)
	p.out.Types[t] = s
	p.out.Structs = append(p.out.Structs, s)
	s.Pos, s.Type = t.Pos, WireName(t.Name)
	if e, ok := t.Owner.(*xsd.ElementDeclaration); ok && t.Name.Local == "" {
		s.Kind, s.WSDLName, s.Pos, s.Doc = "element", e.Name.Local, e.Pos, cmp.Or(s.Doc, e.Documentation)
	}
	p.nameStruct(s, pathOf(t))
	p.fill(s, t)
	return s
}

// fill plans the fields of a struct for attributes and content. The struct of a
// type that is derived from a named type embeds the struct of that type. An
// extension adds fields; a restriction does not, as its values are values of the
// base (XML Schema part 1, section 3.4.2).
func (p *Planner) fill(s *ir.Struct, t *xsd.ComplexType) {
	if s.Array = p.arrayOf(s, t); s.Array != nil {
		return
	}
	base, steps := derivation(t)
	if base != nil {
		s.Base = p.StructOf(base, User{})
		s.Simple, s.Mixed, s.AnyAttribute = s.Base.Simple, s.Base.Mixed, s.Base.AnyAttribute
		p.contents[s] = p.contents[s.Base]
	}
	if len(steps) == 0 {
		if c := p.contents[s]; c != nil {
			p.contents[s] = p.extend(c)
			p.contents[s].restricted = true
		}
		s.Order = restrictedOrder(s, t)
		return
	}
	p.fillAttributes(s, t, steps)
	p.fillContent(s, t, ownContent(steps))
}

// fillAttributes adds the attributes of the steps of derivation to a struct. If
// several have the same name, the last one is used.
func (p *Planner) fillAttributes(s *ir.Struct, t *xsd.ComplexType, steps []*xsd.ComplexType) {
	last := make(map[xsd.QName]*xsd.ComplexType) // the last step that has the attribute
	for _, step := range steps {
		for _, use := range step.OwnAttributes {
			last[use.Attribute.Name] = step
		}
	}
	for _, step := range steps {
		for _, use := range step.OwnAttributes {
			if last[use.Attribute.Name] == step && !use.Prohibited {
				p.attribute(s, use)
			}
		}
	}
	if t.AnyAttribute == nil {
		return
	}
	if s.AnyAttribute == nil {
		s.AnyAttrs = &ir.Field{Name: "AnyAttrs", Doc: "Attributes that the contract does not declare (xs:anyAttribute).", Pos: t.AnyAttribute.Pos}
		s.AnyAttribute = wildcardOf(t.AnyAttribute)
	} else if t.OwnAnyAttribute != nil {
		s.AnyAttribute = wildcardOf(t.AnyAttribute)
	}
}

// ownContent returns the content of the steps of derivation as a sequence; nil if
// there is none.
func ownContent(steps []*xsd.ComplexType) *xsd.Particle {
	all := &xsd.ModelGroup{Compositor: xsd.Sequence}
	for _, step := range steps {
		own := step.OwnContent
		if own == nil && step.Base == xsd.AnyType && step.Derivation == xsd.Extension {
			own = step.Content // the content of xs:anyType
		}
		if own != nil {
			all.Particles = append(all.Particles, own)
		}
	}
	switch len(all.Particles) {
	case 0:
		return nil
	case 1:
		return all.Particles[0]
	}
	return &xsd.Particle{Min: 1, Max: 1, Term: all, Pos: all.Particles[0].Pos}
}

// fillContent plans the fields for what a type adds to the content of its base, which is own, nil for no elements. The fields of
// the base remain, even if a restriction forbids what they hold, unless they cannot be beside the fields of the type.
func (p *Planner) fillContent(s *ir.Struct, t *xsd.ComplexType, own *xsd.Particle) {
	text := t.ContentKind == xsd.SimpleContent || t.Mixed() && p.empty.Has(t.Content)
	switch {
	case text && (s.Simple || s.Mixed), t.Mixed() && s.Mixed && own == nil: // the base has a field for all of it
	case text:
		s.Simple, s.ReplacesBase = true, p.contents[s] != nil
		delete(p.contents, s)
		p.fillText(s, t)
	case t.Mixed():
		s.Simple, s.Mixed = false, true
		p.fillItems(s, t.Content)
	case own != nil:
		s.Simple, s.Mixed, s.ReplacesBase = false, false, s.Simple
		p.fillElements(s, t, own)
	}
}

// fillText plans the field for the value of simple content, or for the text of mixed content without elements.
func (p *Planner) fillText(s *ir.Struct, t *xsd.ComplexType) {
	text := t.Simple
	if text == nil {
		text = xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "string"}).(*xsd.SimpleType)
	}
	f := &ir.Field{Name: ir.ValueField, Pos: t.Pos}
	p.SetType(f, text, User{t.Name, t.Pos})
	f.Scalar = asText(f.Scalar)
	s.Fields = []*ir.Field{f}
}

func (p *Planner) attribute(s *ir.Struct, use *xsd.AttributeUse) {
	a := use.Attribute
	f := &ir.Field{Wire: WireName(a.Name), Doc: use.Documentation, Occurs: ir.Optional, Pos: use.Pos}
	p.SetType(f, a.Type, User{a.Name, use.Pos})
	f.Doc = cmp.Or(f.Doc, a.Documentation)
	if use.Required {
		f.Occurs = ir.One
	}
	attributeDefault(f, use)
	p.out.AttributeOf[f] = use
	s.Attrs = append(s.Attrs, f)
}

// WireName returns a qualified name without a number.
func WireName(q xsd.QName) ir.Name { return ir.Name{Local: q.Local, Space: q.Space} }
