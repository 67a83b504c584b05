package sample

import (
	"cmp"
	"math/big"
	"regexp/syntax"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
	"example.com/quartet/templates/soap/xsd"
)

// facets are the facets of a simple type and of its bases (XML Schema part 2, section 4.3).
type facets struct {
	builtin             string // local name of the built-in type that it is derived from, in one or more steps; "" for a list and a union
	primitive           string // and of the primitive one
	isReference         bool   // it is wsi:swaRef, or derived from that
	whiteSpace          string
	min, max            int // length in characters, octets or items; max -1: no bound
	digits              int // at most; -1: any number
	fraction            int // digits after the point at most; -1: any number
	bounds              []bound
	patterns            [][]*syntax.Regexp // of each step that has some, without the patterns of built-in types
	enumeration         []component.Value  // of the last step that has some
	patternTexts, texts []string           // what the contract says, for errors
}

// bound is a limit of numbers or times.
type bound struct {
	text      string
	limit     *big.Rat // nil if it is not a number
	sign      int      // 1 for the lowest value, -1 for the highest one
	exclusive bool
}

// allows reports whether a number is on the right side of a bound.
func (b *bound) allows(v *big.Rat) bool {
	order := v.Cmp(b.limit) * b.sign
	return order > 0 || order == 0 && !b.exclusive
}

// facetsOf returns the facets of a type.
func (s *Sampler) facetsOf(t *component.Type) *facets {
	if f := s.facets[t]; f != nil {
		return f
	}
	f := &facets{max: -1, digits: -1, fraction: -1}
	s.facets[t] = f
	for ; t != nil && t != anySimpleType && t != anyType; t = t.Definition().Base {
		own := t.Name.Space == xsd.Namespace
		f.isReference = f.isReference || t.Name == xsd.QName{Space: "http://ws-i.org/profiles/basic/1.1/xsd", Local: "swaRef"}
		if d := t.Definition(); own && d.Variety == component.Atomic {
			f.primitive = t.Name.Local
			if f.builtin == "" {
				f.builtin = t.Name.Local
			}
		}
		if f.builtin == "integer" || f.primitive == "integer" {
			f.fraction = 0
		}
		if step := t.Definition().Facets; step != nil {
			f.add(step, own)
		}
	}
	return f
}

// add adds the facets of one step.
func (f *facets) add(step *component.Facets, isBuiltin bool) {
	for _, one := range step.List() {
		n, isNumber := lexical.Number(one.Value)
		switch k := one.Kind; {
		case k == lexical.Pattern:
			continue // see addPatterns
		case k.IsBound():
			limit, _ := new(big.Rat).SetString(one.Value)
			b := bound{one.Value, limit, 1, k == lexical.MinExclusive || k == lexical.MaxExclusive}
			if k.IsUpper() {
				b.sign = -1
			}
			f.bounds = append(f.bounds, b)
		case !isNumber:
			continue
		case k == lexical.TotalDigits:
			f.digits = lower(f.digits, n)
		case !k.IsLength():
			f.fraction = lower(f.fraction, n)
		default:
			if k <= lexical.MinLength {
				f.min = max(f.min, n)
			}
			if k != lexical.MinLength {
				f.max = lower(f.max, n)
			}
		}
		if !isBuiltin {
			f.texts = append(f.texts, one.Kind.String()+" "+one.Value)
		}
	}
	f.whiteSpace = cmp.Or(f.whiteSpace, step.WhiteSpace)
	if f.enumeration == nil {
		f.enumeration = step.Enumeration
	}
	if !isBuiltin && len(step.Patterns) > 0 {
		f.addPatterns(step.Patterns)
	}
}

func (f *facets) addPatterns(patterns []string) {
	var all []*syntax.Regexp
	for _, p := range patterns {
		if translated, err := pattern.Translate(p); err == nil {
			if e, err := syntax.Parse(translated.Go, syntax.Perl); err == nil {
				all = append(all, e)
			}
		}
	}
	f.patternTexts = append(f.patternTexts, "pattern "+strings.Join(patterns, " or "))
	if len(all) > 0 {
		f.patterns = append(f.patterns, all)
	}
}

// lower returns the lower one of two bounds, of which a may be -1 for none.
func lower(a, b int) int {
	if a < 0 {
		return b
	}
	return min(a, b)
}
