package resolve

import (
	"math/big"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// facetsOf lists the facets that apply to each primitive type (part 2, section
// 4.1.5).
var facetsOf = func() map[string][]xsd.FacetKind {
	length := []xsd.FacetKind{xsd.Length, xsd.MinLength, xsd.MaxLength, xsd.Pattern, xsd.Enumeration, xsd.WhiteSpace}
	ordered := []xsd.FacetKind{
		xsd.Pattern, xsd.Enumeration, xsd.WhiteSpace, xsd.MaxInclusive, xsd.MaxExclusive, xsd.MinInclusive, xsd.MinExclusive,
	}
	facets := map[string][]xsd.FacetKind{
		"boolean": {xsd.Pattern, xsd.WhiteSpace},
		"decimal": append(slices.Clone(ordered), xsd.TotalDigits, xsd.FractionDigits),
	}
	for _, name := range []string{"string", "hexBinary", "base64Binary", "anyURI", "QName", "NOTATION"} {
		facets[name] = length
	}
	for _, name := range []string{
		"float", "double", "duration", "dateTime", "time", "date", "gYearMonth", "gYear", "gMonthDay", "gDay", "gMonth",
	} {
		facets[name] = ordered
	}
	return facets
}()

var (
	listFacets  = []xsd.FacetKind{xsd.Length, xsd.MinLength, xsd.MaxLength, xsd.Pattern, xsd.Enumeration, xsd.WhiteSpace}
	unionFacets = []xsd.FacetKind{xsd.Pattern, xsd.Enumeration}
)

// checkFacets reports facets of t that do not apply to its type, have invalid
// values, or contradict each other.
func (r *resolver) checkFacets(t *xsd.SimpleType) {
	wrong := len(r.diags)
	for _, f := range t.Facets {
		switch {
		case !applies(t, f.Kind):
			r.report(diag.BadFacet, f.Pos, "facet %q does not apply to %s", f.Kind, describe(t.Base))
		case !r.validFacet(t, f):
			r.report(diag.BadFacet, f.Pos, "%s is not a valid value of facet %q", diag.Quote(f.Value), f.Kind)
		default:
			r.checkFixedFacet(t, f)
		}
	}
	r.checkRange(t, xsd.MinLength, xsd.MaxLength)
	r.checkRange(t, xsd.MinInclusive, xsd.MaxInclusive)
	r.checkRange(t, xsd.FractionDigits, xsd.TotalDigits)
	if r.lenient && len(r.diags) > wrong {
		t.Facets = slices.DeleteFunc(slices.Clone(t.Facets), func(f *xsd.Facet) bool {
			return slices.ContainsFunc(r.diags[wrong:], func(d diag.Diagnostic) bool { return d.Pos == f.Pos })
		})
	}
}

func applies(t *xsd.SimpleType, k xsd.FacetKind) bool {
	switch t.Variety {
	case xsd.List:
		return slices.Contains(listFacets, k)
	case xsd.Union:
		return slices.Contains(unionFacets, k)
	case xsd.Atomic:
		if t.Primitive != nil {
			return slices.Contains(facetsOf[t.Primitive.Name.Local], k)
		}
	}
	return true // anySimpleType, or the base was not resolved
}

// validFacet checks the lexical form of facet values that are numbers or keywords.
// Patterns and enumerations are checked by later stages.
func (r *resolver) validFacet(t *xsd.SimpleType, f *xsd.Facet) bool {
	value := strings.TrimSpace(f.Value)
	switch f.Kind {
	case xsd.Length, xsd.MinLength, xsd.MaxLength, xsd.FractionDigits:
		return isDigits(strings.TrimPrefix(value, "+"))
	case xsd.TotalDigits:
		return isDigits(strings.TrimPrefix(value, "+")) && strings.Trim(value, "+0") != ""
	case xsd.WhiteSpace:
		return value == "preserve" || value == "replace" || value == "collapse"
	case xsd.MinInclusive, xsd.MinExclusive, xsd.MaxInclusive, xsd.MaxExclusive:
		return t.Primitive == nil || t.Primitive.Name.Local != "decimal" || decimal(value) != nil
	}
	return true
}

// decimal returns the value of an xs:decimal, or nil if it is invalid or longer than
// 1000 digits.
func decimal(value string) *big.Rat {
	value = strings.TrimSpace(value)
	digits := strings.TrimLeft(value, "+-")
	if len(value)-len(digits) > 1 || len(digits) > 1000 || digits == "" || digits == "." || strings.Count(digits, ".") > 1 ||
		strings.Trim(digits, "0123456789.") != "" {
		return nil
	}
	rat, ok := new(big.Rat).SetString(value)
	if !ok {
		return nil
	}
	return rat
}

// checkFixedFacet reports a facet that changes the value of a fixed facet of a base
// type.
func (r *resolver) checkFixedFacet(t *xsd.SimpleType, f *xsd.Facet) {
	if f.Kind == xsd.Pattern || f.Kind == xsd.Enumeration {
		return
	}
	inherited := t.Base.Effective(f.Kind)
	if inherited == nil || !inherited.Fixed || strings.TrimSpace(inherited.Value) == strings.TrimSpace(f.Value) {
		return
	}
	d := r.report(diag.BadFacet, f.Pos, "facet %q is fixed to %s by %s", f.Kind, diag.Quote(inherited.Value), describe(t.Base))
	if !inherited.Pos.IsZero() {
		relate(d, inherited.Pos, "fixed here")
	}
}

// checkRange reports a pair of facets of t whose lower bound exceeds the upper.
func (r *resolver) checkRange(t *xsd.SimpleType, low, high xsd.FacetKind) {
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
	if min == nil || max == nil || min.Cmp(max) <= 0 {
		return
	}
	d := r.report(diag.BadFacet, l.Pos, "facet %q is larger than %q", low, high)
	relate(d, h.Pos, "the other facet")
}
