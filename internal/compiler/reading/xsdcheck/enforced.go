package xsdcheck

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// NotEnforced returns notes on what package validate of the run-time does not check, although the schemas demand it.
func NotEnforced(set *xsd.Set) diag.List {
	n := unenforced{sizes: make(map[xsd.Term]int)}
	all := componentsOf(set)
	for _, t := range all.simple {
		for _, f := range t.Facets {
			n.facet(t, f)
		}
	}
	for _, t := range all.complex {
		if t.Content != nil && n.size(t.Content.Term) > maxParticles {
			n.note(t.Pos, "the content of %s is not checked, as it has more than %d particles", describe(t), maxParticles)
		}
	}
	return n.diags
}

// maxParticles is the maximum size of a content model that package validate checks.
const maxParticles = 1 << 16

type unenforced struct {
	diags diag.List
	sizes map[xsd.Term]int
}

func (n *unenforced) note(pos diag.Pos, format string, args ...any) {
	n.diags.Add(diag.New(diag.NotEnforced, pos, format, args...))
}

func (n *unenforced) facet(t *xsd.SimpleType, f *xsd.Facet) {
	switch {
	case f.Kind == lexical.Pattern:
		expr, err := pattern.Translate(f.Value)
		switch {
		case err != nil:
			n.note(f.Pos, "the pattern %s is not checked: %v", diag.Quote(f.Value), err)
		case expr.Relaxed:
			n.note(f.Pos, "the pattern %s repeats more often than package regexp allows: its largest repetition counts are not checked", diag.Quote(f.Value))
		}
	case f.Kind.IsBound() && boundOf(t, f) == nil: // only with --lenient
		n.note(f.Pos, "%s %s is not checked: it is not a value of the type", f.Kind, diag.Quote(f.Value))
	}
}

// size returns the number of particles, or a number that is too large: groups that refer to others twice grow without bounds.
func (n *unenforced) size(term xsd.Term) int {
	size, known := n.sizes[term]
	if known {
		return size
	}
	size = 1
	n.sizes[term] = size // an invalid group may contain itself
	switch term := term.(type) {
	case *xsd.ElementDeclaration:
		size += len(term.SubstitutionGroup())
	case *xsd.ModelGroup:
		for _, child := range term.Particles {
			size = min(size+n.size(child.Term), maxParticles+1)
		}
	}
	n.sizes[term] = size
	return size
}
