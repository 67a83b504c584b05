package diff

import (
	"example.com/quartet/internal/compiler/reading/xsd"
)

// carried returns the directions of the declarations that no message uses. In a contract they matter only for Go code. In a
// schema without a contract, they describe documents that both sides read and write.
func (c *comparer) carried() direction {
	if c.old.IsSchema() && c.new.IsSchema() {
		return inRequest | inResult
	}
	return 0
}

// roots compares the global elements of two schemas, which documents have as roots.
func (c *comparer) roots() {
	d := c.carried()
	if d == 0 {
		return
	}
	c.direction = d
	pairs, removed, added := matchBy(c.old.Schemas.Elements, c.new.Schemas.Elements,
		func(e *xsd.ElementDeclaration) any { return e.Name },
		func(e *xsd.ElementDeclaration) any { return e.Name.Local })
	for s, e := range alone(removed, added) {
		at := s.at(elementName(e), e.Pos, mainPos(c.old), mainPos(c.new))
		switch {
		case e.Abstract:
		case s == isNew:
			c.addition("root-added", at, OldClients|NewClients, "the root of documents is new")
		default:
			c.wire("root-removed", at, effect{newReader: breaks}, "the root of documents is removed")
		}
	}
	for _, p := range pairs {
		at := place{elementName(p[0]), p[0].Pos, p[1].Pos}
		if p[0].Name != p[1].Name {
			c.messageElement(at, p[0].Name, p[1].Name)
		}
		c.rootElements(p[0], p[1], d)
	}
}
