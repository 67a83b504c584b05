package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
)

// owner is the component that an anonymous type is named after: an element, an
// attribute or a part of a message. parent is the struct that contains it, nil if
// it is global.
type owner struct {
	name   xsd.QName
	doc    string
	parent *ir.Struct
	pos    diag.Pos
}

func ownerOf(e *xsd.ElementDeclaration, parent *ir.Struct) owner {
	return owner{name: e.Name, doc: e.Documentation, parent: parent, pos: e.Pos}
}

// setType sets the Go type of a field for a type of the schema.
func (p *planner) setType(f *ir.Field, t xsd.Type, o owner) {
	f.Type = xsiTypeName(t)
	switch t := t.(type) {
	case *xsd.SimpleType:
		f.Scalar = p.scalar(t)
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
func (p *planner) structOf(t *xsd.ComplexType, o owner) *ir.Struct {
	if s := p.types[t]; s != nil {
		return s
	}
	if t.Builtin {
		p.unsupported(o.pos, "the type xs:%s of %s", t.Name.Local, quoted(o.name.Local))
		return &ir.Struct{}
	}
	s := &ir.Struct{Kind: "complex type", WSDLName: t.Name.Local, Doc: t.Documentation}
	p.origin[s] = originOf(&t.Info)
	p.types[t] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	s.Pos = t.Pos
	name := t.Name
	s.Type = wireName(name)
	if name.Local == "" {
		s.Kind, s.WSDLName, name, s.Pos = "element", o.name.Local, o.name, o.pos
		if s.Doc == "" {
			s.Doc = o.doc
		}
	}
	p.nameStruct(s, name, o.parent)
	p.fill(s, t)
	return s
}

// planTypes plans the types that no operation uses, unless only selected operations
// are generated.
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

// fill plans the fields of a struct for attributes and content. The struct of a
// type that is derived from a named type embeds the struct of that type. An
// extension adds fields; a restriction does not, as its values are values of the
// base (XML Schema part 1, section 3.4.2).
func (p *planner) fill(s *ir.Struct, t *xsd.ComplexType) {
	if s.Array = p.arrayOf(s, t); s.Array != nil {
		return
	}
	base, steps := derivation(t)
	if base != nil {
		s.Base = p.structOf(base, owner{})
		s.Mixed, s.AnyAttribute = s.Base.Mixed, s.Base.AnyAttribute
	}
	if len(steps) == 0 {
		s.Simple = s.Base.Simple
		return
	}
	p.fillAttributes(s, t, steps)
	p.fillText(s, t)
	if content := ownContent(steps); content != nil && !s.Simple {
		var before *xsd.Particle
		if base != nil {
			before = base.Content
		}
		p.fillContent(s, before, content)
	}
}

// fillAttributes adds the attributes of the steps of derivation to a struct. If
// several have the same name, the last one is used.
func (p *planner) fillAttributes(s *ir.Struct, t *xsd.ComplexType, steps []*xsd.ComplexType) {
	var uses []*xsd.AttributeUse
	for _, step := range steps {
		for _, use := range step.OwnAttributes {
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
			own = step.Content // that of xs:anyType
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

// fillText plans the field for text. Simple content, and mixed content without
// elements, is one field; other mixed content has text in its items.
func (p *planner) fillText(s *ir.Struct, t *xsd.ComplexType) {
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
		f := &ir.Field{Name: "Value", Doc: "The text of the element.", Pos: t.Pos}
		p.setType(f, text, owner{name: t.Name, parent: s, pos: t.Pos})
		f.Scalar = asText(f.Scalar)
		s.Fields = []*ir.Field{f}
	}
}

func (p *planner) attribute(s *ir.Struct, use *xsd.AttributeUse) {
	a := use.Attribute
	f := &ir.Field{Wire: wireName(a.Name), Doc: use.Documentation, Occurs: ir.Optional, Pos: use.Pos}
	p.setType(f, a.Type, owner{name: a.Name, doc: a.Documentation, parent: s, pos: use.Pos})
	if f.Doc == "" {
		f.Doc = a.Documentation
	}
	if use.Required {
		f.Occurs = ir.One
	}
	attributeDefault(f, use)
	p.attributeOf[f] = use
	s.Attrs = append(s.Attrs, f)
}

func wireName(q xsd.QName) ir.Name { return ir.Name{Local: q.Local, Space: q.Space} }

func quoted(name string) string { return diag.Quote(name) }

func (p *planner) unsupported(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.Unsupported, pos, format+" is not supported yet", args...))
}

func (p *planner) note(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.NotEnforced, pos, format, args...))
}
