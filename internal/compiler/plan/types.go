package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// owner is what gives an anonymous type its name: an element, an attribute or a
// part of a message, and the struct that it stands in, nil for a global one.
type owner struct {
	name   xsd.QName
	doc    string
	parent *Struct
	pos    diag.Pos
}

func ownerOf(e *xsd.ElementDeclaration, parent *Struct) owner {
	return owner{name: e.Name, doc: e.Documentation, parent: parent, pos: e.Pos}
}

// typed gives a field its type. This is the one place where a type of the
// schema becomes one of Go; pos is where the field is.
func (p *planner) typed(f *Field, t xsd.Type, o owner, pos diag.Pos) {
	f.Type = typeOnWire(t)
	switch t := t.(type) {
	case *xsd.SimpleType:
		f.Scalar = p.scalar(t, pos, o.name.Local)
	case *xsd.ComplexType:
		if t == xsd.AnyType {
			f.Scalar = anyType
			p.anyType, p.pkg.Nil = true, true // for xsi:type
			return
		}
		f.Struct = p.structOf(t, o)
		f.Poly = p.holdsDerived(f.Struct, t)
		p.pkg.Nil = p.pkg.Nil || f.Poly
	}
}

// structOf plans the Go struct for a complex type.
func (p *planner) structOf(t *xsd.ComplexType, o owner) *Struct {
	if s := p.types[t]; s != nil {
		return s
	}
	if t.Builtin {
		p.unsupported(o.pos, "the type xs:%s of %s", t.Name.Local, quoted(o.name.Local))
		return &Struct{}
	}
	s := &Struct{Kind: "complex type", WSDLName: t.Name.Local, Doc: t.Documentation, home: homeOf(&t.Info)}
	p.types[t] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	s.pos = t.Pos
	name := t.Name
	if name.Local == "" {
		s.Kind, s.WSDLName, name, s.pos = "element", o.name.Local, o.name, o.pos
		if s.Doc == "" {
			s.Doc = o.doc
		}
	}
	p.nameStruct(s, name, o.parent)
	p.fill(s, t)
	return s
}

// planTypes plans the types that no operation uses: whoever shares a contract
// shares all of its types. Who takes a part of it takes what that needs.
func (p *planner) planTypes() {
	if p.partial() {
		return
	}
	for _, t := range p.model.Schemas.Types {
		if schema := t.Component().Schema; schema == nil || schema.WellKnown {
			continue
		}
		switch t := t.(type) {
		case *xsd.ComplexType:
			p.structOf(t, owner{})
		case *xsd.SimpleType:
			p.simpleOf(t)
		}
	}
}

// fill gives a struct its attributes and its content. A type that is derived
// from a named one embeds that one's struct and adds what an extension adds; a
// restriction adds nothing, as its values are values of the base (XML Schema
// part 1, section 3.4.2).
func (p *planner) fill(s *Struct, t *xsd.ComplexType) {
	if s.Array = p.arrayOf(s, t); s.Array != nil {
		return
	}
	base, parts := derivation(t)
	if base != nil {
		s.Base = p.structOf(base, owner{})
		s.Base.Extended = true
		s.Mixed, s.AnyAttribute = s.Base.Mixed, s.Base.AnyAttribute
	}
	if len(parts) == 0 {
		s.Simple = s.Base.Simple
		return
	}
	p.fillAttributes(s, t, parts)
	p.fillText(s, t)
	if content := ownContent(parts); content != nil && !s.Simple {
		var before *xsd.Particle
		if base != nil {
			before = base.Content
		}
		p.fillContent(s, before, content)
	}
}

// fillAttributes gives a struct the attributes of some steps of derivation. The
// last one of a name counts.
func (p *planner) fillAttributes(s *Struct, t *xsd.ComplexType, parts []*xsd.ComplexType) {
	var uses []*xsd.AttributeUse
	for _, part := range parts {
		for _, use := range part.OwnAttributes {
			uses = slices.DeleteFunc(uses, func(u *xsd.AttributeUse) bool { return u.Attribute.Name == use.Attribute.Name })
			if !use.Prohibited {
				uses = append(uses, use)
			}
		}
	}
	for _, use := range uses {
		p.attribute(s, use)
	}
	if t.AnyAttribute == nil {
		return
	}
	if s.AnyAttribute == nil {
		s.AnyAttrs = &Field{Name: "AnyAttrs", Doc: "Attributes that the contract leaves open.", pos: t.AnyAttribute.Pos}
		s.AnyAttribute = wildcardOf(t.AnyAttribute)
	} else if t.OwnAnyAttribute != nil {
		s.AnyAttribute = wildcardOf(t.AnyAttribute)
	}
}

// ownContent returns the content of some steps of derivation, one after the
// other; nil if there is none.
func ownContent(parts []*xsd.ComplexType) *xsd.Particle {
	all := &xsd.ModelGroup{Compositor: xsd.Sequence}
	for _, part := range parts {
		own := part.OwnContent
		if own == nil && part.Base == xsd.AnyType && part.Derivation == xsd.Extension {
			own = part.Content // anything
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

// fillText decides what becomes of text: it is the value of the struct where
// there is nothing else, and in its items where it may stand between elements.
func (p *planner) fillText(s *Struct, t *xsd.ComplexType) {
	only := t.Mixed() && p.isEmptyGroup(t.Content)
	switch {
	case t.ContentKind != xsd.SimpleContent && !only:
		s.Mixed = t.Mixed()
	case s.Base != nil && s.Base.Simple:
		s.Simple = true
	default:
		s.Simple = true
		text := t.Simple
		if only {
			text = xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "string"}).(*xsd.SimpleType)
		}
		f := &Field{Name: "Value", Doc: "The text of the element.", pos: t.Pos}
		p.typed(f, text, owner{name: t.Name, parent: s, pos: t.Pos}, t.Pos)
		f.Scalar = asText(f.Scalar)
		s.Fields = []*Field{f}
	}
}

func (p *planner) attribute(s *Struct, use *xsd.AttributeUse) {
	a := use.Attribute
	f := &Field{Wire: wireName(a.Name), Doc: use.Documentation, Occurs: Optional, pos: use.Pos}
	p.typed(f, a.Type, owner{name: a.Name, doc: a.Documentation, parent: s, pos: use.Pos}, use.Pos)
	if f.Doc == "" {
		f.Doc = a.Documentation
	}
	if use.Required {
		f.Occurs = One
	}
	f.attributeDefault(use)
	s.Attrs = append(s.Attrs, f)
}

func wireName(q xsd.QName) Name { return Name{Local: q.Local, uri: q.Space} }

func quoted(name string) string { return diag.Quote(name) }

func (p *planner) unsupported(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.Unsupported, pos, format+" is not supported yet", args...))
}

func (p *planner) note(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.NotEnforced, pos, format, args...))
}
