package resolve

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// complete is pass 3: it computes inherited properties, base types before the types
// derived from them.
func (r *resolver) complete() {
	for _, t := range r.simple {
		r.completeSimple(t)
	}
	r.checkUnions()
	for _, g := range r.order {
		if group, ok := g.component.(*xsd.AttributeGroup); ok {
			r.completeAttributeGroup(group)
		}
	}
	r.breakGroupCycles()
	r.breakSubstitutionCycles()
	for _, t := range r.complex {
		r.completeComplex(t)
	}
	for _, g := range r.order {
		if d, ok := g.component.(*xsd.ElementDeclaration); ok {
			r.completeElement(d, make(map[*xsd.ElementDeclaration]bool))
		}
	}
}

// completeElement gives an element without a type the type of the head element of
// its substitution group, and reports cycles (part 1, section 3.3.6).
func (r *resolver) completeElement(d *xsd.ElementDeclaration, through map[*xsd.ElementDeclaration]bool) {
	if !r.inheritsType[d] {
		return
	}
	if through[d] {
		r.report(diag.Circular, d.Pos, "element %s is in its own substitution group", diag.Quote(d.Name.Local))
		d.Type = xsd.AnyType
		delete(r.inheritsType, d)
		r.leaveSubstitutionGroup(d)
		return
	}
	through[d] = true
	r.completeElement(d.SubstitutionHead, through)
	delete(r.inheritsType, d)
	if d.SubstitutionHead != nil { // else it was in a cycle and has a type now
		d.Type = d.SubstitutionHead.Type
	}
}

// breakSubstitutionCycles reports elements with a declared type that are in their
// own substitution group, and removes them from it. It follows each reference once.
func (r *resolver) breakSubstitutionCycles() {
	walks := make(map[*xsd.ElementDeclaration]int) // the walk that came to an element first
	order := make(map[*xsd.ElementDeclaration]int)
	for i, g := range r.order {
		if d, ok := g.component.(*xsd.ElementDeclaration); ok {
			order[d] = i
		}
	}
	for i, g := range r.order {
		at, _ := g.component.(*xsd.ElementDeclaration)
		for ; at != nil && walks[at] == 0; at = at.SubstitutionHead {
			walks[at] = i + 1
		}
		if at != nil && walks[at] == i+1 {
			r.breakSubstitutionCycle(at, order)
		}
	}
}

// breakSubstitutionCycle removes the first element with a declared type from the
// cycle that d is in.
func (r *resolver) breakSubstitutionCycle(d *xsd.ElementDeclaration, order map[*xsd.ElementDeclaration]int) {
	var first *xsd.ElementDeclaration
	for at := d; ; {
		if !r.inheritsType[at] && (first == nil || order[at] < order[first]) {
			first = at
		}
		if at = at.SubstitutionHead; at == d {
			break
		}
	}
	if first == nil {
		return // completeElement reports it
	}
	r.report(diag.Circular, first.Pos, "element %s is in its own substitution group", diag.Quote(first.Name.Local))
	r.leaveSubstitutionGroup(first)
}

// leaveSubstitutionGroup removes an element from its substitution group.
func (r *resolver) leaveSubstitutionGroup(d *xsd.ElementDeclaration) {
	head := d.SubstitutionHead
	head.Substitutes = slices.DeleteFunc(head.Substitutes, func(s *xsd.ElementDeclaration) bool { return s == d })
	d.SubstitutionHead = nil
}

// breakGroupCycles reports named groups that contain themselves (part 1, section
// 3.8.6) and removes the reference.
func (r *resolver) breakGroupCycles() {
	state := make(map[*xsd.ModelGroup]int) // 1 while it is being visited, 2 afterwards
	var visit func(g *xsd.ModelGroup)
	visit = func(g *xsd.ModelGroup) {
		if state[g] != 0 {
			return
		}
		state[g] = 1
		kept := g.Particles[:0]
		for _, p := range g.Particles {
			inner, ok := p.Term.(*xsd.ModelGroup)
			if ok && state[inner] == 1 {
				name := ""
				if inner.Definition != nil {
					name = inner.Definition.Name.Local
				}
				r.report(diag.Circular, p.Pos, "group %s contains itself", diag.Quote(name))
				continue
			}
			if ok {
				visit(inner)
			}
			kept = append(kept, p)
		}
		g.Particles = kept
		state[g] = 2
	}
	for _, g := range r.order {
		if group, ok := g.component.(*xsd.Group); ok {
			visit(group.Content)
		}
	}
}
