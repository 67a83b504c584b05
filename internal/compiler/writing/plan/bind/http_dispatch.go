package bind

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// enumeratedParams returns the parameters of a message that have enumerated
// values or a fixed value.
func enumeratedParams(in httpMessage, flat bool) []contract.DispatchParam {
	var all []contract.DispatchParam
	add := func(name string, e *xsd.ElementDeclaration) {
		if values := allowedValues(e); values != nil {
			all = append(all, contract.DispatchParam{Name: name, Values: values})
		}
	}
	for _, part := range in.parts {
		if !flat {
			add(part.Name, elementOfPart(part, ""))
		} else if c, ok := part.Element.Type.(*xsd.ComplexType); ok {
			for e := range c.Content.Elements() {
				add(e.Name.Local, e)
			}
		}
	}
	return all
}

// allowedValues returns the enumerated or fixed values of an element, nil if it
// has neither.
func allowedValues(e *xsd.ElementDeclaration) []string {
	t, ok := e.Type.(*xsd.SimpleType)
	switch {
	case !ok || t.Variety != xsd.Atomic:
		return nil
	case e.Fixed != nil:
		return []string{*e.Fixed}
	}
	return collect.Each(t.Enumeration(), func(f *xsd.Facet) string { return f.Value })
}

// distinguishPaths sets DispatchParams for operations of HTTP bindings that share
// a path: the parameters whose values distinguish them.
func (p *planner) distinguishPaths(s *ir.Service) {
	type location struct {
		binding     contract.Binding
		path, query string
	}
	found := make(map[location][]*ir.Wire)
	for _, op := range s.Operations {
		for _, w := range op.Wires {
			if p.bound[w].enumerated == nil || w.Send != contract.ContentDefault {
				continue
			}
			for _, b := range w.Bindings {
				at := location{b, w.Path, w.Query}
				found[at] = append(found[at], w)
			}
		}
	}
	for _, wires := range found {
		for _, w := range wires {
			if len(wires) > 1 {
				w.DispatchParams = p.distinguishing(w, wires)
			}
		}
	}
}

// distinguishing returns the parameters of w for which some other request has
// only different values.
func (p *planner) distinguishing(w *ir.Wire, others []*ir.Wire) []contract.DispatchParam {
	return slices.DeleteFunc(slices.Clone(p.bound[w].enumerated), func(g contract.DispatchParam) bool {
		return !slices.ContainsFunc(others, func(o *ir.Wire) bool {
			return slices.ContainsFunc(p.bound[o].enumerated, func(h contract.DispatchParam) bool {
				return h.Name == g.Name && !slices.ContainsFunc(h.Values, func(v string) bool { return slices.Contains(g.Values, v) })
			})
		})
	})
}
