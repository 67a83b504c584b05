package typing

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// Path says where a schema declares a component. The Go name of a type is made from its path and from nothing else, so that
// another type does not change it unless both have the same name.
type Path struct {
	ID          naming.ID
	Go          string   // the name in Go that the path makes
	Choices     []string // those that parts of it make; see naming.Joined
	Description string   // such as "element x" or "items of the type t"
	Doc         string   // the documentation of the element or attribute that an anonymous type belongs to
	Depth       int      // the number of names in the path
}

// pathOf returns the path of a component: the names of all declarations that it is in, the outermost first, and its own. An
// anonymous type has the path of the element or attribute that it belongs to.
func pathOf(c xsd.Component) Path {
	var p Path
	var locals, words []string
	last, shortest := "", 2 // an element and its owner
	for _, s := range stepsTo(c) {
		if len(locals) == 0 {
			p.ID.Space, p.ID.Owner = s.space, s.kind+":"
		}
		switch s.kind {
		case "items", "text":
			shortest++
			p.ID.Kind, p.Description = "type", s.kind+" of the "+p.Description
		default:
			p.ID.Kind, p.Description, p.Doc = s.kind, s.kind+" "+s.local, s.doc
		}
		locals, words, last = append(locals, s.local), append(words, s.word), s.kind
	}
	if last == "" { // the contract does not declare it
		return Path{ID: naming.ID{Kind: "type", Space: naming.AnyNamespace}, Go: "Value", Description: "value", Depth: 1}
	}
	p.ID.Path, p.Depth = strings.Join(locals, "/"), len(locals)
	p.Go, p.Choices = naming.Joined(words, shortest)
	if p.Depth == 1 {
		p.ID.Owner = ""
	}
	return p
}

// step is one name of a path.
type step struct {
	kind, space, local string
	word               string // the name in Go
	doc                string
}

// stepsTo returns the names of a path.
func stepsTo(c xsd.Component) []step {
	switch c := c.(type) {
	case *xsd.ElementDeclaration:
		return append(stepsTo(c.Owner), declared("element", &c.Info))
	case *xsd.AttributeDeclaration:
		return append(stepsTo(c.Owner), declared("attribute", &c.Info))
	case *xsd.Group:
		return []step{declared("group", &c.Info)}
	case *xsd.AttributeGroup:
		return []step{declared("attribute group", &c.Info)}
	case *xsd.ComplexType:
		if c.Name.Local == "" {
			return stepsTo(c.Owner)
		}
		return []step{declared("type", &c.Info)}
	case *xsd.SimpleType:
		return stepsToSimple(c)
	}
	return nil
}

func stepsToSimple(t *xsd.SimpleType) []step {
	if t.Name.Local != "" {
		return []step{declared("type", &t.Info)}
	}
	outer := stepsTo(t.Owner)
	switch t.Owner.(type) {
	case *xsd.SimpleType:
		return append(outer, step{kind: "items", local: "items", word: "Item"})
	case *xsd.ComplexType:
		return append(outer, step{kind: "text", local: "text", word: "Value"})
	}
	return outer
}

func declared(kind string, info *xsd.Info) step {
	return step{kind: kind, space: info.Name.Space, local: info.Name.Local, word: naming.GoName(info.Name.Local), doc: info.Documentation}
}
