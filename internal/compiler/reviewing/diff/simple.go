package diff

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// compareElementTypes compares the types of an element, unless they are compared as a pair.
func (c *comparer) compareElementTypes(at place, old, new xsd.Type) {
	if old == new {
		return // both are built in
	}
	oldSimple, oldOK := old.(*xsd.SimpleType)
	newSimple, newOK := new.(*xsd.SimpleType)
	switch {
	case oldOK && newOK:
		c.compareValues(at, oldSimple, newSimple)
	case isAny(old):
		f := c.wire("type-any", at, effect{newReader: breaks}, "the type is now %s, formerly any", describeType(new))
		c.overJSON(f, effect{breaks, anyOverJSON(new)})
	case isAny(new):
		f := c.wire("type-any", at, effect{oldReader: breaks}, "the type is now any, formerly %s", describeType(old))
		c.overJSON(f, effect{anyOverJSON(old), breaks})
	case oldOK || newOK:
		c.compareSimpleWithComplex(at, old, new)
	}
}

func isAny(t xsd.Type) bool { return t == xsd.Type(xsd.AnyType) }

// compareSimpleWithComplex compares a simple type with a complex one, which may have the same values and attributes.
func (c *comparer) compareSimpleWithComplex(at place, old, new xsd.Type) {
	oldText, newText := xsd.TextOf(old), xsd.TextOf(new)
	if oldText == nil || newText == nil {
		c.wire("content-kind", at, both, "the type is now %s, formerly %s", typesText(new, old)...)
		return
	}
	e := effect{}
	if complex, ok := new.(*xsd.ComplexType); ok {
		e = effect{requiredAttributes(complex), loses}
	}
	if complex, ok := old.(*xsd.ComplexType); ok {
		e = effect{loses, requiredAttributes(complex)}
	}
	c.wire("simple-content", at, e, "the type is now %s, formerly %s", typesText(new, old)...)
	c.compareValues(at, oldText, newText)
}

func requiredAttributes(t *xsd.ComplexType) level {
	if slices.ContainsFunc(t.Attributes, func(u *xsd.AttributeUse) bool { return u.Required }) {
		return breaks
	}
	return fine
}

// typesText describes two types, with their namespaces if they have the same name, or else with their kinds.
func typesText(a, b xsd.Type) []any {
	first, second := describeType(a), describeType(b)
	if x, y := xsd.TextOf(a), xsd.TextOf(b); first == second && x != nil && y != nil && kindOf(x) != kindOf(y) {
		return []any{first + " (" + kindText(x) + ")", second + " (" + kindText(y) + ")"}
	}
	if x, y := a.Component().Name.Space, b.Component().Name.Space; first == second && x != y {
		return []any{first + " in " + namespaceText(x), second + " in " + namespaceText(y)}
	}
	return []any{first, second}
}

// describeType names a type for a message: xs:int, "book", a list of xs:int.
func describeType(t xsd.Type) string {
	info := t.Component()
	if !info.Name.IsZero() {
		if info.Name.Space == xsd.Namespace {
			return "xs:" + info.Name.Local
		}
		return diag.Quote(info.Name.Local)
	}
	switch t := t.(type) {
	case *xsd.SimpleType:
		switch {
		case t.Variety == xsd.List && t.Item != nil:
			return "a list of " + describeType(t.Item)
		case t.Variety == xsd.Union:
			return "a union"
		case t.Base != nil:
			return "a restriction of " + describeType(t.Base)
		}
	case *xsd.ComplexType:
		return "a complex type"
	}
	return "an anonymous type"
}

// compareValues compares the simple types of an element, an attribute or text, unless they are compared as a pair.
func (c *comparer) compareValues(at place, old, new *xsd.SimpleType) {
	if old == new || old == nil || new == nil || c.isOwn(old, new) {
		return
	}
	if at.old.IsZero() || at.new.IsZero() {
		at.old, at.new = old.Pos, new.Pos
	}
	c.compareSimple(at, old, new)
}

// compareSimple compares two simple types: first their kinds, and if these are the same, the facets.
func (c *comparer) compareSimple(at place, old, new *xsd.SimpleType) {
	if old == new {
		return
	}
	oldKind, newKind := kindOf(old), kindOf(new)
	if oldKind != newKind {
		e := effect{readKind(old, new), readKind(new, old)}
		rule := "type-changed"
		switch {
		case e.newReader == fine && (e.oldReader > fine || xsd.DerivedFrom(old.BuiltinBase(), new.BuiltinBase())):
			rule = "type-widened"
		case e.oldReader == fine && (e.newReader > fine || xsd.DerivedFrom(new.BuiltinBase(), old.BuiltinBase())):
			rule = "type-narrowed"
		}
		c.overJSON(c.wire(rule, at, e, "the type is now %s, formerly %s", typesText(new, old)...), formsOverJSON(e, old, new))
		return
	}
	switch old.Variety {
	case xsd.List:
		if old.Item != nil && new.Item != nil {
			c.compareValues(at, old.Item, new.Item)
		}
	case xsd.Union:
		c.compareMembers(at, old, new)
	}
	c.compareFacets(at, old, new)
}

// kindOf returns the kind of a simple type: the name of its built-in base, "list" or "union".
func kindOf(t *xsd.SimpleType) string {
	switch t.Variety {
	case xsd.List:
		return "list"
	case xsd.Union:
		return "union"
	}
	return t.BuiltinBase().Name.Local
}

func kindText(t *xsd.SimpleType) string {
	if t.Variety == xsd.Atomic {
		return "xs:" + kindOf(t)
	}
	return "a " + kindOf(t)
}

// textKinds are the kinds whose Go type is a string, so that a reader accepts any text.
var textKinds = map[string]bool{
	"string": true, "normalizedString": true, "token": true, "language": true, "NMTOKEN": true, "Name": true, "NCName": true,
	"ID": true, "IDREF": true, "ENTITY": true, "anyURI": true, "anySimpleType": true, "union": true, "NOTATION": true,
}

// readKind returns the effect on a reader of values of another type. Facets matter only to readers that check messages.
func readKind(writer, reader *xsd.SimpleType) level {
	l := readBase(writer, reader)
	if l == fine && restricts(reader, writer) {
		return strict
	}
	return l
}

// restricts reports whether some values of a writer's type violate the facets of a reader's type.
func restricts(reader, writer *xsd.SimpleType) bool {
	if reader.Variety == xsd.Atomic && writer.Variety == xsd.Atomic {
		e := enumerationEffect(writer, reader).worse(patternEffect(patterns(writer), patterns(reader)))
		for _, kind := range append(slices.Clone(lexical.Lengths), lexical.TotalDigits) {
			e = e.worse(boundEffect(boundOf(writer, kind), boundOf(reader, kind)))
		}
		return e.newReader > fine || !boundsWithin(writer, reader)
	}
	for t := reader; t != nil && !t.Builtin; t = t.Base {
		if slices.ContainsFunc(t.Facets, func(f *xsd.Facet) bool { return !f.Kind.IsBound() && f.Kind != lexical.WhiteSpace }) {
			return true
		}
	}
	return !boundsWithin(writer, reader)
}

// readBase is readKind for a reader's type without facets.
func readBase(writer, reader *xsd.SimpleType) level {
	w, r := kindOf(writer), kindOf(reader)
	switch {
	case r == "anySimpleType":
		return fine
	case r == "union":
		if unionHas(reader, writer) {
			return fine
		}
		return strict
	case r == "list": // its built-in base is xs:anySimpleType
		if reader.Item != nil && w != "union" {
			return readKind(writer, reader.Item)
		}
	case xsd.DerivedFrom(writer.BuiltinBase(), reader.BuiltinBase()) && w != "list" && w != "union":
		return fine
	case r == "string", r == "normalizedString", r == "token":
		return fine
	case textKinds[r]:
		return strict
	case isNumber(w) && isNumber(r):
		return readNumber(writer, reader)
	}
	return breaks
}

// unionHas reports whether a type, or one that it restricts, is a member of a union.
func unionHas(union, t *xsd.SimpleType) bool {
	for ; t != nil; t = t.Base {
		if slices.ContainsFunc(union.Members, func(m *xsd.SimpleType) bool { return m == t || !t.Name.IsZero() && m.Name == t.Name }) {
			return true
		}
	}
	return false
}

var numberKinds = map[string]bool{"float": true, "double": true, "decimal": true}

func isNumber(kind string) bool {
	if numberKinds[kind] {
		return true
	}
	t, ok := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: kind}).(*xsd.SimpleType)
	return ok && t.Primitive != nil && t.Primitive.Name.Local == "decimal"
}

// readNumber returns the effect on a reader of numbers of another type: a number that does not fit its Go type is refused.
func readNumber(writer, reader *xsd.SimpleType) level {
	w, r := kindOf(writer), kindOf(reader)
	switch {
	case r == "float" && w == "double":
		return breaks
	case r == "float" || r == "double":
		return fine
	case w == "float" || w == "double":
		return breaks
	case w == "decimal" && writer.Primitive == writer.BuiltinBase() && r != "decimal":
		return breaks
	}
	if !boundsWithin(writer, reader.BuiltinBase()) {
		return breaks
	}
	return fine
}

// boundsWithin reports whether the bounds of a reader's type allow all numbers that the bounds of a writer's type allow.
func boundsWithin(writer, reader *xsd.SimpleType) bool {
	lowest, highest := bounds(writer)
	from, to := bounds(reader)
	return (from == nil || lowest != nil && lowest.Cmp(from) >= 0) && (to == nil || highest != nil && highest.Cmp(to) <= 0)
}

// bounds returns the minimum and the maximum of a decimal type, nil for a missing bound. An exclusive bound counts as
// inclusive.
func bounds(t *xsd.SimpleType) (lowest, highest *big.Rat) {
	atLeast := func(v *big.Rat) {
		if v != nil && (lowest == nil || v.Cmp(lowest) > 0) {
			lowest = v
		}
	}
	atMost := func(v *big.Rat) {
		if v != nil && (highest == nil || v.Cmp(highest) < 0) {
			highest = v
		}
	}
	for ; t != nil; t = t.Base {
		for _, f := range t.Facets {
			switch f.Kind {
			case lexical.MinInclusive, lexical.MinExclusive:
				atLeast(rat(f.Value))
			case lexical.MaxInclusive, lexical.MaxExclusive:
				atMost(rat(f.Value))
			case lexical.TotalDigits:
				if n, err := strconv.Atoi(strings.TrimSpace(f.Value)); err == nil && n > 0 && n <= 100 {
					nines := strings.Repeat("9", n)
					atLeast(rat("-" + nines))
					atMost(rat(nines))
				}
			}
		}
	}
	return lowest, highest
}

// rat returns the value of a decimal, nil if it is invalid or has too many digits to be compared.
func rat(text string) *big.Rat {
	text = strings.TrimSpace(text)
	if len(text) > 100 || strings.ContainsAny(text, "eE/_xXpP") {
		return nil
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return v
}

// compareMembers compares the members of unions. Values of unions are strings in Go.
func (c *comparer) compareMembers(at place, old, new *xsd.SimpleType) {
	for s, m := range alone(old.Members, new.Members) {
		if !hasMember(pick(s, new, old), m, c.elsewhere(s, m.Name)) {
			c.wire(s.rule("union-member"), at, s.effect(strict, fine), "the union %s has the member %s", pick(s, "no longer", "now"), describeType(m))
		}
	}
}

// hasMember reports whether a union has a member with the name that m has in its version, or an anonymous one like m.
func hasMember(union, m *xsd.SimpleType, name xsd.QName) bool {
	for _, other := range union.Members {
		if other.Name != name {
			continue
		}
		if !m.Name.IsZero() || sameFacets(other, m) {
			return true
		}
	}
	return false
}
