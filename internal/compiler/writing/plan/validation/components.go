package validation

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// namedComponent is a component with its own definition.
type namedComponent struct {
	kind string
	name xsd.QName
	c    any
	info *xsd.Info
}

// namedComponents returns all needed components that have a name, unsorted.
func (w *needs) namedComponents() []namedComponent {
	var all []namedComponent
	add := func(kind string, info *xsd.Info, c any) {
		if info.Name.Local != "" && (kind != "type" || xsd.Builtin(info.Name) == nil) { // the schema for schemas, which some contracts include, declares built-in types
			all = append(all, namedComponent{kind, info.Name, c, info})
		}
	}
	for c := range w.needed {
		switch c := c.(type) {
		case *xsd.SimpleType:
			add("type", &c.Info, c)
		case *xsd.ComplexType:
			add("type", &c.Info, c)
		case *xsd.ElementDeclaration:
			if c.Global {
				add("element", &c.Info, c)
			}
		case *xsd.AttributeDeclaration:
			add("attribute", &c.Info, c)
		case *xsd.ModelGroup:
			if c.Definition != nil {
				add("group", &c.Definition.Info, c)
			}
		}
	}
	return all
}

// needWhole adds all components of the namespaces that have packages.
func (w *needs) needWhole() {
	need := func(info *xsd.Info, c any) {
		if info.Schema != nil && w.in.PackageFor(split.OriginOf(info)) != nil {
			w.need(c)
		}
	}
	set := w.in.Schemas
	for _, t := range set.Types {
		need(t.Component(), t)
	}
	for _, e := range set.Elements {
		need(&e.Info, e)
	}
	for _, a := range set.Attributes {
		need(&a.Info, a)
	}
	for _, g := range set.Groups {
		if g.Content != nil && g.Content.Definition == g {
			need(&g.Info, g.Content)
		}
	}
	w.needReferences()
}

func componentPos(c any) diag.Pos {
	if g, ok := c.(*xsd.ModelGroup); ok && g.Definition != nil {
		return g.Definition.Pos
	}
	if c, ok := c.(xsd.Component); ok {
		return c.Component().Pos
	}
	return diag.Pos{}
}
