package diff

import (
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// compareTypes compares two types, but not the types that they refer to.
func (c *comparer) compareTypes(p typePair) {
	if isBuiltin(p.old) || isBuiltin(p.new) {
		return
	}
	c.compareDocs(placeOfTypes(p), p.old.Component().Documentation, p.new.Component().Documentation)
	switch old := p.old.(type) {
	case *xsd.SimpleType:
		if new, ok := p.new.(*xsd.SimpleType); ok && c.isOwn(old, new) {
			c.compareSimple(placeOfTypes(p), old, new)
		}
	case *xsd.ComplexType:
		if new, ok := p.new.(*xsd.ComplexType); ok && !isAny(old) && !isAny(new) {
			c.compareComplex(placeOfTypes(p), old, new)
		}
	}
}

// isOwn reports whether two simple types are compared at their own position: both have the same name, apart from a renamed
// namespace. Otherwise the element or attribute has another type.
func (c *comparer) isOwn(old, new *xsd.SimpleType) bool {
	return c.moved(old.Name) == new.Name && !old.Name.IsZero()
}

func placeOfTypes(p typePair) place {
	return place{typeName(p.old), p.old.Component().Pos, p.new.Component().Pos}
}

// typeName returns the name of a type, or of the component that contains an anonymous type.
func typeName(t xsd.Type) string {
	if name := t.Component().Name; !name.IsZero() {
		return "type " + name.Local
	}
	switch owner := t.OwnerOf().(type) {
	case *xsd.ElementDeclaration:
		return elementName(owner)
	case *xsd.AttributeDeclaration:
		return "attribute " + owner.Name.Local
	case xsd.Type:
		return typeName(owner)
	}
	return "anonymous type"
}

func ownerName(o xsd.Component) string {
	switch o := o.(type) {
	case xsd.Type:
		return typeName(o)
	case *xsd.Group:
		return "group " + o.Name.Local
	case *xsd.AttributeGroup:
		return "attribute group " + o.Name.Local
	}
	return o.Component().Name.Local
}

func (c *comparer) compareComplex(at place, old, new *xsd.ComplexType) {
	if s := side(new.Abstract); old.Abstract != new.Abstract {
		c.wire("type-abstract", at, s.effect(fine, breaks), "the type is %s abstract", pick(s, "no longer", "now"))
	}
	if old.ContentKind != new.ContentKind {
		c.compareKinds(at, old, new)
	}
	if old.ContentKind == xsd.SimpleContent && new.ContentKind == xsd.SimpleContent {
		c.compareValues(at, old.Simple, new.Simple)
	}
	c.compareDerivation(at, old, new)
	before := len(c.findings)
	c.compareAttributes(at, old, new)
	if old.Simple != nil && new.Simple != nil && hasAttributes(old) != hasAttributes(new) {
		c.reformed(before)
	}
	if old.Content != nil || new.Content != nil {
		c.compareContent(at, old, new)
	}
}

var kindNames = [...]string{"empty content", "simple content", "element content", "mixed content"}

// compareKinds compares types with different kinds of content. Added and removed elements are compared separately.
func (c *comparer) compareKinds(at place, old, new *xsd.ComplexType) {
	if old.ContentKind == xsd.SimpleContent || new.ContentKind == xsd.SimpleContent {
		c.wire("content-kind", at, both, "the type now has %s, formerly %s", kindNames[new.ContentKind], kindNames[old.ContentKind])
		return
	}
	if s := side(new.Mixed()); old.Mixed() || new.Mixed() {
		c.wire(s.rule("mixed"), at, s.effect(loses, fine), "the type %s has mixed content", pick(s, "no longer", "now"))
	}
}

// compareDerivation compares the derivation of types, which matters only where xsi:type names a type.
func (c *comparer) compareDerivation(at place, old, new *xsd.ComplexType) {
	oldBase, newBase := baseName(old), baseName(new)
	if oldBase != newBase && !old.Name.IsZero() && !new.Name.IsZero() {
		c.wire("base-type", at, harmless, "the type is now derived from %s, formerly from %s", newBase, oldBase)
	}
	c.compareSets(at, "type-block", "block", old.Block, new.Block, c.derivations(old, new))
	c.compareSets(at, "type-final", "final", old.Final, new.Final, 0)
	if old.Builtin || new.Builtin || old.Name.IsZero() {
		return
	}
	oldNames, newNames := namesOf(c.oldDerived[old]), namesOf(c.newDerived[new])
	for s, t := range alone(c.oldDerived[old], c.newDerived[new]) {
		name, own, other := c.elsewhere(s, t.Component().Name), pick(s, old, new), pick(s, new, old)
		known := pick(s, c.new, c.old).Schemas.Type(name)
		if pick(s, newNames, oldNames)[name] || known != nil && xsd.DerivedFrom(known, other) || isBlocked(own, t) {
			continue
		}
		e := s.effect(c.undeclared(t, known, other, pick(s, c.newDerived, c.oldDerived)), fine)
		c.wire(s.rule("derived-type"), s.at(at.component, t.Component().Pos, at.old, at.new), e, "the type %s is %s derived from it",
			diag.Quote(t.Component().Name.Local), pick(s, "no longer", "now"))
	}
}

// undeclared returns the effect of a type t that xsi:type names: a reader reads the declared type if it does not know the
// name, and refuses a type that it knows and that is not derived from the declared one, if others are.
func (c *comparer) undeclared(t, known xsd.Type, declared *xsd.ComplexType, derived map[xsd.Type][]xsd.Type) level {
	if known != nil && len(derived[declared]) > 0 || declared.Abstract || isText(declared) && hasElements(t) {
		return breaks
	}
	return loses
}

func namesOf(types []xsd.Type) map[xsd.QName]bool { return collect.Set(types, nameOf) }

func nameOf(t xsd.Type) xsd.QName { return t.Component().Name }

func baseName(t *xsd.ComplexType) string {
	if t.Base == nil || t.Base == xsd.Type(xsd.AnyType) {
		return "no other type"
	}
	if name := t.Base.Component().Name; !name.IsZero() {
		return diag.Quote(name.Local)
	}
	return "an anonymous type"
}

// derivations returns how types are derived from both of two types.
func (c *comparer) derivations(old, new xsd.Type) xsd.DerivationSet {
	return c.derivationsOf(isOld, old) & c.derivationsOf(isNew, new)
}

func (c *comparer) derivationsOf(s side, t xsd.Type) xsd.DerivationSet {
	all, known := c.derivedBy[s][t]
	if known {
		return all
	}
	for _, d := range pick(s, c.oldDerived, c.newDerived)[t] {
		by := xsd.Restriction
		if complex, ok := d.(*xsd.ComplexType); ok {
			by = complex.Derivation
		}
		all = all.With(by) | c.derivationsOf(s, d)
	}
	c.derivedBy[s][t] = all
	return all
}

// compareSets compares the values of block or final. Only the derivations in matters are used.
func (c *comparer) compareSets(at place, rule, attribute string, old, new xsd.DerivationSet, matters xsd.DerivationSet) {
	if old == new {
		return
	}
	c.wire(rule, at, effectIf(new&^old&matters != 0, old&^new&matters != 0, strict), "%s is now %s, formerly %s", attribute, setText(new), setText(old))
}

func setText(s xsd.DerivationSet) string {
	text := ""
	for d, name := range []string{"restriction", "extension", "list", "union", "substitution"} {
		if s.Has(xsd.Derivation(d)) {
			text += " " + name
		}
	}
	if text == "" {
		return "empty"
	}
	return diag.Quote(text[1:])
}
