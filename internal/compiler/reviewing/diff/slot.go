package diff

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// compareContent compares the elements and wildcards of two types.
func (c *comparer) compareContent(at place, old, new *xsd.ComplexType) {
	if t := old.Content; t != nil && t == new.Content {
		return // both are xs:anyType
	}
	before := len(c.findings)
	m := matchContent(old, new)
	unknown := m.unknown(c.requests[typePair{old, new}]).worse(effectIf(isText(new), isText(old), breaks))
	for s, e := range alone(m.removed, m.added) {
		c.elementAlone(s, c.declared(s, memberName(at, e.element), e.element.Owner, e.pos, old, new), e, pick(s, m.new, m.old), unknown)
	}
	for _, p := range m.pairs {
		c.compareSlots(at, m, p, unknown)
	}
	c.compareWildcards(at, m.old.wildcards, m.new.wildcards, unknown)
	if isGroup(old, xsd.Sequence) && isGroup(new, xsd.Sequence) {
		for _, p := range m.moved() {
			c.wire("element-moved", elementPlace(at, p), checked, "the element is at a different place in the sequence")
		}
	}
	c.compareGroups(at, m, old, new, len(c.findings) > before)
	reordered := func(p slotPair) bool { return p.old.inOrder != p.new.inOrder }
	if isText(old) != isText(new) || slices.ContainsFunc(m.pairs, reordered) { // members, or in an array (#content)
		c.reformed(before)
	}
}

// isText reports whether readers take the content of a type as text, in which they refuse elements.
func isText(t *xsd.ComplexType) bool {
	base, derived := t.Base.(*xsd.ComplexType)
	return t.Mixed() && !hasElements(t) && (!derived || isAny(base) || isText(base))
}

func hasElements(t xsd.Type) bool {
	complex, ok := t.(*xsd.ComplexType)
	return ok && complex.Content != nil && len(contentOf(complex).slots)+len(contentOf(complex).wildcards) > 0
}

func elementPlace(at place, p slotPair) place {
	return place{memberName(at, p.old.element), p.old.pos, p.new.pos}
}

// memberName returns the name of an element after the type or group that declares it, so that a difference that many types
// inherit is one finding, or after the type with the reference to a global element.
func memberName(at place, e *xsd.ElementDeclaration) string {
	if e.Owner == nil {
		return at.component + ", element " + e.Name.Local
	}
	return elementName(e)
}

// declaring returns the position of the type that would declare an element or attribute in the version that does not have it.
// owner declares it: the type t, or a type that t inherits it from. other is the type that is compared with t. The result is
// the position of other, or of its base type with the name of the owner.
func declaring(owner xsd.Component, t, other xsd.Type, name func(xsd.QName) xsd.QName) diag.Pos {
	ownerType, ok := owner.(xsd.Type)
	if !ok || ownerType == t {
		return other.Component().Pos
	}
	for base := other.BaseType(); base != nil; base = base.BaseType() {
		if base.Component().Name == name(ownerType.Component().Name) {
			return base.Component().Pos
		}
	}
	return other.Component().Pos
}

// unknown is the effect of an element that the reader does not know: it is ignored, but a server refuses a request that may
// have unknown elements and no parameter.
func (m *matched) unknown(request bool) effect {
	if !request {
		return ignored
	}
	oldSends, newSends := false, false // a parameter that both versions know
	for _, p := range m.pairs {
		if p.old.element.Name == p.new.element.Name && len(p.old.element.Substitutes)+len(p.new.element.Substitutes) == 0 {
			oldSends, newSends = oldSends || p.old.min > 0, newSends || p.new.min > 0
		}
	}
	return ignored.worse(effectIf(!oldSends && len(m.new.slots) > 0, !newSends && len(m.old.slots) > 0, breaks))
}

// elementAlone reports an element that the other version, which has other, does not have.
func (c *comparer) elementAlone(s side, at place, e slot, other content, unknown effect) {
	present, missing := s.otherReader(unknown), fine
	switch {
	case takenBy(other.wildcards, e.element.Name.Space):
		present = fine
	case other.mistakes(e.element.Name):
		present = breaks
	}
	rule, what := s.rule("element")+"-optional", "the optional element"
	switch {
	case e.choice != nil:
		rule, what, present = s.rule("choice-alternative"), "the alternative", max(present, strict)
		if e.needed {
			missing = strict
		}
	case e.min > 0:
		rule, what, missing = s.rule("element")+"-required", "the required element", absent(e)
	case e.grouped:
		missing = strict
	}
	c.wire(rule, at, s.effect(present, missing), "%s %s", what, s.is())
}

// mistakes reports whether a reader refuses an element because its name differs only in case or namespace from a known one.
func (c content) mistakes(name xsd.QName) bool {
	return c.folded[folded(name.Local)]
}

// takenBy reports whether a wildcard matches elements of a namespace, so that they are kept as markup.
func takenBy(wildcards []*xsd.Particle, namespace string) bool {
	return slices.ContainsFunc(wildcards, func(p *xsd.Particle) bool { return p.Term.(*xsd.Wildcard).Allows(namespace) })
}

func (c *comparer) compareSlots(at place, m matched, p slotPair, unknown effect) {
	at = elementPlace(at, p)
	old, new := p.old.element, p.new.element
	switch {
	case old.Name == new.Name:
	case old.Name.Local == new.Name.Local:
		c.wire("element-form", at, m.renamed(p, unknown), "the element is now in %s", movedText(old.Name, new.Name)).cause = movedText(old.Name, new.Name)
	default:
		c.wire("element-renamed", at, m.renamed(p, unknown), "the element is now named %s", diag.Quote(new.Name.Local))
	}
	before := len(c.findings)
	if s := side(p.new.choice != nil); s != side(p.old.choice != nil) {
		e := s.effect(fine, strict)
		if p.old.max != 1 || p.new.max != 1 || p.old.grouped || p.new.grouped {
			e = checked
		}
		c.wire("choice-"+pick(s, "left", "entered"), at, occurrenceEffect(p).worse(e), "the element is %s one of several alternatives", pick(s, "no longer", "now"))
	} else if p.old.min != p.new.min || p.old.max != p.new.max {
		c.compareOccurrence(at, p)
	}
	if (p.old.max == 1) != (p.new.max == 1) && !p.old.inOrder && !p.new.inOrder { // an array in one version only
		c.reformed(before)
	}
	c.compareElements(at, p, unknown)
}

// compareElements compares element declarations, except their names and occurrence.
func (c *comparer) compareElements(at place, p slotPair, unknown effect) {
	old, new := p.old.element, p.new.element
	c.compareDeclared(at, p)
	c.compareAbstract(at, old, new, unknown)
	matters := c.derivations(old.Type, new.Type)
	if len(old.Substitutes) > 0 && len(new.Substitutes) > 0 {
		matters = matters.With(xsd.Substitution)
	}
	c.compareSets(at, "element-block", "block", old.Block, new.Block, matters)
	c.compareSubstitutes(at, p, unknown)
}

// compareDeclared compares what elements contain that are not replaced by others. Nobody writes abstract ones.
func (c *comparer) compareDeclared(at place, p slotPair) {
	old, new := p.old.element, p.new.element
	defer func(limit effect) { c.limit = limit }(c.limit)
	if old.Abstract {
		c.limit.newReader = fine
	}
	if new.Abstract {
		c.limit.oldReader = fine
	}
	if old.Nillable != new.Nillable {
		c.compareNillable(at, p)
	}
	c.compareDefaults(at, "element", old.Default, new.Default, old.Fixed, new.Fixed)
	c.compareConstraints(at, old, new)
	c.compareElementTypes(at, old.Type, new.Type)
}

// renamed is the effect of another name: a reader refuses the message if it requires the element, or if the name differs only in
// case or namespace from one that it knows. Other readers ignore the element.
func (m *matched) renamed(p slotPair, unknown effect) effect {
	if strings.EqualFold(p.old.element.Name.Local, p.new.element.Name.Local) {
		return effect{mistaken, mistaken}
	}
	mistakes := effectIf(m.new.mistakes(p.old.element.Name), m.old.mistakes(p.new.element.Name), breaks)
	return unknown.worse(effect{newReader: absent(p.new), oldReader: absent(p.old)}).worse(mistakes)
}

// movedText describes the change of a name's namespace. It is the cause of the findings about all names of the namespace.
func movedText(old, new xsd.QName) string {
	return namespaceText(new.Space) + ", formerly in " + namespaceText(old.Space)
}

func namespaceText(uri string) string {
	if uri == "" {
		return "no namespace"
	}
	return "namespace " + diag.Quote(uri)
}

func (c *comparer) compareOccurrence(at place, p slotPair) {
	e := occurrenceEffect(p)
	switch {
	case p.old.min == 0 && p.new.min > 0:
		c.wire("element-required", at, e, "the element is now required%s", rangeText(p))
	case p.old.min > 0 && p.new.min == 0:
		c.wire("element-optional", at, e, "the element is now optional%s", rangeText(p))
	case p.old.max == 1 && p.new.max != 1:
		c.wire("element-repeated", at, e, "the element may now be repeated%s", rangeText(p))
	case p.old.max != 1 && p.new.max == 1:
		c.wire("element-single", at, e, "the element may no longer be repeated%s", rangeText(p))
	default:
		c.wire("element-occurs", at, e, "the element may occur a different number of times%s", rangeText(p))
	}
}

// single reports whether a reader takes an element only once. Mixed content is a list of anything.
func single(s slot) bool { return s.max == 1 && !s.mixed }

func rangeText(p slotPair) string {
	return fmt.Sprintf(" (%s, was %s)", occursText(p.new), occursText(p.old))
}

func occursText(s slot) string {
	if s.min == s.max {
		return fmt.Sprintf("%d", s.min)
	}
	return fmt.Sprintf("%d to %s", s.min, maxText(s.max))
}

// occurrenceEffect returns the effect of changed bounds: a reader refuses a message without a required element, or with a
// second element if its type holds one value. Other bounds matter only to readers that check messages.
func occurrenceEffect(p slotPair) effect {
	return effect{newReader: readOccurrence(p.old, p.new), oldReader: readOccurrence(p.new, p.old)}
}

func readOccurrence(writer, reader slot) level {
	switch {
	case writer.min == 0 && absent(reader) == breaks, writer.max != 1 && single(reader):
		return breaks
	case writer.min < reader.min, exceeds(writer.max, reader.max):
		return strict
	}
	return fine
}

// absent returns the effect of a message without an element on a reader. An element of a substitution group is a pointer in
// Go, which may be nil.
func absent(s slot) level {
	switch {
	case s.min == 0, s.element.Abstract && len(s.element.Substitutes) == 0:
		return fine
	case s.mixed, single(s) && len(s.element.Substitutes) > 0:
		return strict
	}
	return breaks
}

func exceeds(a, b int) bool { return b != xsd.Unbounded && (a == xsd.Unbounded || a > b) }

func (c *comparer) compareNillable(at place, p slotPair) {
	if p.new.element.Nillable {
		c.wire("element-nillable", at, effect{oldReader: readNil(p.old)}, "the element may now be nil")
	} else {
		c.wire("element-not-nillable", at, effect{newReader: readNil(p.new)}, "the element may no longer be nil")
	}
}

// readNil returns the effect of xsi:nil on a reader. An element that is a pointer in Go is absent then.
func readNil(s slot) level {
	if s.mixed || single(s) && (s.min == 0 || len(s.element.Substitutes) > 0) {
		return strict
	}
	return breaks
}

// compareDefaults compares default and fixed values. Fixed values are not checked by default.
func (c *comparer) compareDefaults(at place, kind string, oldDefault, newDefault, oldFixed, newFixed *string) {
	if textOf(oldFixed) != textOf(newFixed) {
		c.wire(kind+"-fixed", at, effectIf(newFixed != nil, oldFixed != nil, strict), "the fixed value is now %s, formerly %s", textOf(newFixed), textOf(oldFixed))
		return
	}
	if oldFixed == nil && newFixed == nil && textOf(oldDefault) != textOf(newDefault) {
		c.wire(kind+"-default", at, harmless, "the default is now %s, formerly %s", textOf(newDefault), textOf(oldDefault))
	}
}

func textOf(value *string) string {
	if value == nil {
		return "none"
	}
	return diag.Quote(*value)
}
