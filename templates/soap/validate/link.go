package validate

import (
	"example.com/quartet/templates/soap/xsd"
)

// link works out what a type inherits, its base first.
func (p *xsdParser) link(t *xsdType) {
	if builtinTypes()[t.name] == t {
		return
	}
	switch t.linking {
	case linked:
		return
	case beingLinked:
		p.fail("the type %s is derived from itself", t.name)
	}
	p.enter()
	defer p.leave()
	t.linking = beingLinked
	p.link(t.base)
	if t.complex {
		p.linkComplex(t)
	} else {
		p.linkSimple(t)
	}
	t.linking = linked
}

// plain returns the type that an anonymous restriction without facets is.
func (t *xsdType) plain() *xsdType {
	if t != nil && !t.complex && t.name == (xsd.QName{}) && len(t.facets) == 0 && t.item == nil && len(t.members) == 0 && t.base != nil {
		return t.base
	}
	return t
}

func (p *xsdParser) linkComplex(t *xsdType) {
	t.content, t.text = t.own, t.text.plain()
	for i := range t.attributes {
		t.attributes[i].typ = t.attributes[i].typ.plain()
	}
	if t.by != byExtension {
		return
	}
	base := t.base
	t.attributes = append(base.attributes[:len(base.attributes):len(base.attributes)], t.attributes...)
	switch {
	case t.own == nil:
		t.content = base.content
	case base.content != nil:
		t.content = &xsdParticle{kind: sequenceParticle, min: 1, max: 1, children: []*xsdParticle{base.content, t.own}}
	}
}

func (p *xsdParser) linkSimple(t *xsdType) {
	if t.base != nil && t.base.complex && t.base.name != anyTypeName {
		p.fail("the simple type %s is derived from a complex one", t.name)
	}
	switch {
	case t.variety == listVariety:
		p.link(t.item)
		t.item, t.space = t.item.plain(), collapseSpace
	case t.variety == unionVariety:
		for i, m := range t.members {
			p.link(m)
			t.members[i] = m.plain()
		}
	case t.base != nil && !t.base.complex:
		t.variety, t.primitive, t.item, t.members, t.space = t.base.variety, t.base.primitive, t.base.item, t.base.members, t.base.space
	}
	for i := range t.facets {
		if f := &t.facets[i]; f.kind == whiteSpaceFacet {
			t.space = spaceNames[f.values[0]]
		}
	}
}

// linkElements makes the lists of those that substitute others.
func (p *xsdParser) linkElements() {
	for _, e := range p.elements {
		if e.head != nil {
			e.head.members = append(e.head.members, e)
		}
	}
}
