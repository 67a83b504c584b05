package resolve

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// checkFacets reports facets of t that do not apply to its type, have invalid
// values, or contradict each other.
func (r *resolver) checkFacets(t *xsd.SimpleType) {
	wrong := len(r.diags)
	for _, f := range t.Facets {
		switch {
		case !applies(t, f.Kind):
			r.report(diag.BadFacet, f.Pos, "facet %q does not apply to %s", f.Kind, xsd.Describe(t.Base))
		case !r.validFacet(t, f):
			r.report(diag.BadFacet, f.Pos, "%s is not a valid value of facet %q", diag.Quote(f.Value), f.Kind)
		default:
			r.checkFixedFacet(t, f)
		}
	}
	for _, pair := range lexical.Ranges {
		r.checkRange(t, pair[0], pair[1])
	}
	if r.lenient && len(r.diags) > wrong {
		t.Facets = slices.DeleteFunc(slices.Clone(t.Facets), func(f *xsd.Facet) bool {
			return slices.ContainsFunc(r.diags[wrong:], func(d diag.Diagnostic) bool { return d.Pos == f.Pos })
		})
	}
}

func applies(t *xsd.SimpleType, k lexical.FacetKind) bool {
	switch t.Variety {
	case xsd.List:
		return k.Applies(lexical.String)
	case xsd.Union:
		return k == lexical.Pattern || k == lexical.Enumeration
	case xsd.Atomic:
		if t.Primitive != nil {
			return k.Applies(lexical.PrimitiveOf(t.Primitive.Name.Local))
		}
	}
	return true // anySimpleType, or the base was not resolved
}

// validFacet checks the lexical form of facet values that are numbers or keywords.
// Patterns and enumerations are checked by later stages.
func (r *resolver) validFacet(t *xsd.SimpleType, f *xsd.Facet) bool {
	value := strings.TrimSpace(f.Value)
	switch k := f.Kind; {
	case k.IsNumber():
		n, ok := lexical.Number(value)
		return ok && (n > 0 || k != lexical.TotalDigits)
	case k == lexical.WhiteSpace:
		_, ok := lexical.SpaceOf(value)
		return ok
	case k.IsBound():
		return t.Primitive == nil || t.Primitive.Name.Local != "decimal" || decimal(value) != nil
	}
	return true
}

// decimal returns the value of an xs:decimal, or nil if it is invalid or longer than 1000 digits.
func decimal(value string) *lexical.Value {
	value = strings.TrimSpace(value)
	v, ok := lexical.Parse(lexical.Decimal, value, nil)
	if !ok || len(strings.TrimLeft(value, "+-")) > 1000 {
		return nil
	}
	return &v
}

// checkFixedFacet reports a facet that changes the value of a fixed facet of a base
// type.
func (r *resolver) checkFixedFacet(t *xsd.SimpleType, f *xsd.Facet) {
	if f.Kind == lexical.Pattern || f.Kind == lexical.Enumeration {
		return
	}
	inherited := t.Base.Effective(f.Kind)
	if inherited == nil || !inherited.Fixed || strings.TrimSpace(inherited.Value) == strings.TrimSpace(f.Value) {
		return
	}
	d := r.report(diag.BadFacet, f.Pos, "facet %q is fixed to %s by %s", f.Kind, diag.Quote(inherited.Value), xsd.Describe(t.Base))
	if !inherited.Pos.IsZero() {
		relate(d, inherited.Pos, "fixed here")
	}
}

// checkRange reports a pair of facets of t whose lower bound exceeds the upper.
func (r *resolver) checkRange(t *xsd.SimpleType, low, high lexical.FacetKind) {
	var l, h *xsd.Facet
	for _, f := range t.Facets {
		switch f.Kind {
		case low:
			l = f
		case high:
			h = f
		}
	}
	if l == nil || h == nil {
		return
	}
	min, max := decimal(l.Value), decimal(h.Value)
	if min == nil || max == nil {
		return
	}
	if order, _ := min.Compare(max); order <= 0 {
		return
	}
	relate(r.report(diag.BadFacet, l.Pos, "facet %q is larger than %q", low, high), h.Pos, "the other facet")
}
