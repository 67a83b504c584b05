package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/xsd"
)

// Given is a parameter of an HTTP binding that has one of a few values: where
// operations share a path, it says which of them is meant.
type Given struct {
	Name   string
	Values []string
}

// givenIn returns the parameters of a message that have enumerations or a fixed
// value.
func givenIn(in carrier, flat bool) []Given {
	var all []Given
	for _, part := range in.parts {
		if flat {
			if c, ok := part.Element.Type.(*xsd.ComplexType); ok && c.Content != nil {
				all = appendGiven(all, c.Content)
			}
			continue
		}
		if values := onlyTexts(elementOfPart(part, "")); values != nil {
			all = append(all, Given{part.Name, values})
		}
	}
	return all
}

func appendGiven(all []Given, p *xsd.Particle) []Given {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		if values := onlyTexts(term); values != nil {
			all = append(all, Given{term.Name.Local, values})
		}
	case *xsd.ModelGroup:
		for _, child := range term.Particles {
			all = appendGiven(all, child)
		}
	}
	return all
}

// onlyTexts returns the only texts that an element has, nil if there are others.
func onlyTexts(e *xsd.ElementDeclaration) []string {
	t, ok := e.Type.(*xsd.SimpleType)
	switch {
	case !ok || t.Variety != xsd.Atomic:
		return nil
	case e.Fixed != nil:
		return []string{*e.Fixed}
	}
	var values []string
	for _, f := range t.Enumeration() {
		values = append(values, f.Value)
	}
	return values
}

// distinguishPaths gives the operations of HTTP bindings that share a path the
// values of parameters by which a server tells them apart.
func (s *Service) distinguishPaths() {
	type place struct {
		binding     Binding
		path, query string
	}
	found := make(map[place][]*Wire)
	for _, op := range s.Operations {
		for i := range op.Wires {
			w := &op.Wires[i]
			if w.given == nil || w.Send != ContentParameters {
				continue
			}
			for _, b := range w.Bindings {
				at := place{b, w.Path, w.Query}
				found[at] = append(found[at], w)
			}
		}
	}
	for _, wires := range found {
		for _, w := range wires {
			if len(wires) > 1 {
				w.Given = distinct(w, wires)
			}
		}
	}
}

// distinct returns the parameters of one request that others have with other
// values.
func distinct(w *Wire, others []*Wire) []Given {
	return slices.DeleteFunc(slices.Clone(w.given), func(g Given) bool {
		return !slices.ContainsFunc(others, func(o *Wire) bool {
			return slices.ContainsFunc(o.given, func(h Given) bool {
				return h.Name == g.Name && !slices.ContainsFunc(h.Values, func(v string) bool { return slices.Contains(g.Values, v) })
			})
		})
	})
}
