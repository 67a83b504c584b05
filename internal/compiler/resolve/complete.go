package resolve

import (
	"slices"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// complete makes pass 3: everything that is inherited, bases before what is
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
	r.breakGroups()
	r.breakHeads()
	for _, t := range r.complex {
		r.completeComplex(t)
	}
	for _, g := range r.order {
		if d, ok := g.component.(*xsd.ElementDeclaration); ok {
			r.completeElement(d, nil)
		}
	}
}

// completeElement gives an element without a type the type of the head of its
// substitution group, and finds circles among heads (part 1, section 3.3.6).
func (r *resolver) completeElement(d *xsd.ElementDeclaration, through map[*xsd.ElementDeclaration]bool) {
	if !r.heads[d] {
		return
	}
	if through[d] {
		r.report(diag.Circular, d.Pos, "element %s is in its own substitution group", diag.Quote(d.Name.Local))
		d.Type = xsd.AnyType
		delete(r.heads, d)
		r.cutHead(d)
		return
	}
	if through == nil {
		through = make(map[*xsd.ElementDeclaration]bool)
	}
	through[d] = true
	r.completeElement(d.SubstitutionHead, through)
	delete(r.heads, d)
	if d.SubstitutionHead == nil {
		return // it was in a circle, and has its type
	}
	d.Type = d.SubstitutionHead.Type
}

// breakHeads finds elements with types of their own that are in their own
// substitution groups, and cuts the circle.
func (r *resolver) breakHeads() {
	for _, g := range r.order {
		d, ok := g.component.(*xsd.ElementDeclaration)
		if !ok || d.SubstitutionHead == nil || r.heads[d] {
			continue
		}
		seen := make(map[*xsd.ElementDeclaration]bool)
		for head := d.SubstitutionHead; head != nil && !seen[head]; head = head.SubstitutionHead {
			if seen[head] = true; head == d {
				r.report(diag.Circular, d.Pos, "element %s is in its own substitution group", diag.Quote(d.Name.Local))
				r.cutHead(d)
				break
			}
		}
	}
}

// cutHead takes an element out of the group that it is a member of.
func (r *resolver) cutHead(d *xsd.ElementDeclaration) {
	head := d.SubstitutionHead
	head.Substitutes = slices.DeleteFunc(head.Substitutes, func(s *xsd.ElementDeclaration) bool { return s == d })
	d.SubstitutionHead = nil
}

// breakGroups finds named groups that contain themselves (part 1, section
// 3.8.6) and cuts the circle.
func (r *resolver) breakGroups() {
	state := make(map[*xsd.ModelGroup]int) // 1 while it is being looked at, 2 when done
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
