package diff

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

func (c *comparer) compareAttributes(at place, old, new *xsd.ComplexType) {
	pairs, removed, added := matchAttributes(old.Attributes, new.Attributes)
	for _, u := range added {
		at := place{attributeName(at, u.Attribute), declaring(u.Attribute.Owner, new, old, c.was), u.Pos}
		if u.Required {
			c.wire("attribute-added-required", at, effect{breaks, loses}, "the required attribute is new")
		} else {
			c.wire("attribute-added-optional", at, effect{oldReader: loses}, "the optional attribute is new")
		}
	}
	for _, u := range removed {
		at := place{attributeName(at, u.Attribute), u.Pos, declaring(u.Attribute.Owner, old, new, c.moved)}
		if u.Required {
			c.wire("attribute-removed-required", at, effect{loses, breaks}, "the required attribute is removed")
		} else {
			c.wire("attribute-removed-optional", at, effect{newReader: loses}, "the optional attribute is removed")
		}
	}
	for _, p := range pairs {
		c.compareUses(place{attributeName(at, p.old.Attribute), p.old.Pos, p.new.Pos}, p)
	}
	c.compareAnyAttribute(at, old.AnyAttribute, new.AnyAttribute)
}

// attributeName names an attribute of a type as memberName names an element.
func attributeName(at place, a *xsd.AttributeDeclaration) string {
	if a.Owner != nil {
		at.component = ownerName(a.Owner)
	}
	return at.component + ", attribute " + a.Name.Local
}

type usePair struct{ old, new *xsd.AttributeUse }

// matchAttributes pairs attributes by name, then those that differ in the namespace or the case of letters.
func matchAttributes(old, new []*xsd.AttributeUse) (pairs []usePair, removed, added []*xsd.AttributeUse) {
	taken := make(map[*xsd.AttributeUse]bool)
	partner := make(map[*xsd.AttributeUse]*xsd.AttributeUse)
	for _, same := range []func(a, b xsd.QName) bool{
		func(a, b xsd.QName) bool { return a == b },
		func(a, b xsd.QName) bool { return strings.EqualFold(a.Local, b.Local) },
	} {
		for _, o := range old {
			for _, n := range new {
				if partner[o] == nil && !taken[n] && same(o.Attribute.Name, n.Attribute.Name) {
					partner[o], taken[n] = n, true
				}
			}
		}
	}
	for _, o := range old {
		if n := partner[o]; n != nil {
			pairs = append(pairs, usePair{o, n})
		} else {
			removed = append(removed, o)
		}
	}
	for _, n := range new {
		if !taken[n] {
			added = append(added, n)
		}
	}
	return pairs, removed, added
}

func (c *comparer) compareUses(at place, p usePair) {
	old, new := p.old, p.new
	if old.Attribute.Name != new.Attribute.Name {
		e := effect{loses, loses}
		if old.Required {
			e.oldReader = breaks
		}
		if new.Required {
			e.newReader = breaks
		}
		if old.Attribute.Name.Local != new.Attribute.Name.Local {
			c.wire("attribute-renamed", at, e, "the attribute is now named %s", diag.Quote(new.Attribute.Name.Local))
		} else {
			moved := movedText(old.Attribute.Name, new.Attribute.Name)
			c.wire("attribute-form", at, e, "the attribute is now in %s", moved).cause = moved
		}
	}
	switch {
	case new.Required && !old.Required:
		c.wire("attribute-required", at, effect{newReader: breaks}, "the attribute is now required")
	case old.Required && !new.Required:
		c.wire("attribute-optional", at, effect{oldReader: breaks}, "the attribute is now optional")
	}
	c.compareDefaults(at, "attribute", old.Default, new.Default, old.Fixed, new.Fixed)
	c.compareDocs(at, old.Attribute.Documentation+old.Documentation, new.Attribute.Documentation+new.Documentation)
	c.compareValues(at, old.Attribute.Type, new.Attribute.Type)
	c.compareArrays(at, old.ArrayType, new.ArrayType)
}

// compareArrays compares the items and the dimensions of arrays in SOAP encoding. A message names the type of its items.
func (c *comparer) compareArrays(at place, old, new *xsd.ArrayType) {
	if old == nil || new == nil {
		return
	}
	o, n := old.Item.Component().Name, new.Item.Component().Name
	if c.moved(o) != n || old.Dimensions != new.Dimensions {
		c.wire("array-type", at, both, "the array is now one of %s%s, formerly of %s%s", describeType(new.Item), new.Dimensions, describeType(old.Item), old.Dimensions)
	}
}

func (c *comparer) compareAnyAttribute(at place, old, new *xsd.Wildcard) {
	switch {
	case old == nil && new == nil, old == new:
	case old == nil:
		c.wire("any-attribute-added", place{at.component, at.old, new.Pos}, effect{oldReader: loses}, "other attributes are now allowed")
	case new == nil:
		c.wire("any-attribute-removed", place{at.component, old.Pos, at.new}, effect{newReader: loses}, "other attributes are no longer allowed")
	case wildcardText(old, c.spaces) != wildcardText(new, nil):
		e := effect{readWildcard(old, new, c.spaces), readWildcard(new, old, c.oldSpaces)}
		c.wire("any-attribute-changed", place{at.component, old.Pos, new.Pos}, e, "the other attributes that are allowed are now %s, formerly %s", wildcardText(new, nil), wildcardText(old, nil))
	}
}
