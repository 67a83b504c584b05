package diff

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// constraintName is the name of an identity constraint of an element in a version.
type constraintName struct {
	side  side
	local string
}

// compareConstraints compares the identity constraints of an element. Only a reader that checks messages against the schema
// notices them.
func (c *comparer) compareConstraints(at place, old, new *xsd.ElementDeclaration) {
	named := make(map[constraintName]*xsd.IdentityConstraint)
	for s, k := range alone(old.Constraints, new.Constraints) {
		named[constraintName{s, k.Name.Local}] = k
	}
	for s, k := range alone(old.Constraints, new.Constraints) {
		other := named[constraintName{!s, k.Name.Local}]
		switch {
		case other == nil:
			c.wire(s.rule("constraint"), s.at(at.component, k.Pos, at.old, at.new), s.effect(fine, strict), "the %s %s %s",
				constraintKinds[k.Kind], diag.Quote(k.Name.Local), s.is())
		case s == isNew: // as for the other version
		case !c.sameValues(k, other):
			c.wire("constraint-changed", place{at.component, k.Pos, other.Pos}, checked, "the %s %s selects other values", constraintKinds[other.Kind], diag.Quote(k.Name.Local))
		case k.Kind != other.Kind:
			e := checked
			switch {
			case k.Kind == xsd.Unique && other.Kind == xsd.Key:
				e.oldReader = fine
			case k.Kind == xsd.Key && other.Kind == xsd.Unique:
				e.newReader = fine
			}
			c.wire("constraint-changed", place{at.component, k.Pos, other.Pos}, e, "%s is now a %s, formerly a %s", diag.Quote(k.Name.Local), constraintKinds[other.Kind], constraintKinds[k.Kind])
		}
	}
}

var constraintKinds = [...]string{xsd.Key: "key", xsd.KeyRef: "keyref", xsd.Unique: "unique constraint"}

// sameValues reports whether two constraints refer to the same values.
func (c *comparer) sameValues(old, new *xsd.IdentityConstraint) bool {
	if (old.Refer == nil) != (new.Refer == nil) || old.Refer != nil && old.Refer.Name.Local != new.Refer.Name.Local {
		return false
	}
	samePath := func(a, b xsd.XPath) bool { return expanded(a, c.spaces) == expanded(b, nil) }
	return samePath(old.Selector, new.Selector) && slices.EqualFunc(old.Fields, new.Fields, samePath)
}

// expanded returns an expression without white space, and with namespaces in place of prefixes. moved has the namespaces that
// others replace.
func expanded(path xsd.XPath, moved map[string]string) string {
	var b strings.Builder
	for _, token := range xsd.PathTokens(path.Text) {
		if prefix, local, ok := strings.Cut(token, ":"); ok && prefix != "" {
			uri, _ := path.Scope.LookupPrefix(prefix)
			token = "{" + spaceIn(moved, uri) + "}" + local
		}
		b.WriteString(token)
	}
	return b.String()
}
