package sample

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// number returns 1, or another number for a seed, or the nearest one that the facets allow.
func (m *rowMaker) number(kind schema.Kind, facets []*schema.Facets) string {
	first := int64(1 + m.upTo(100))
	v := numberOf(kind, facets, first, int64(m.item))
	for item := m.item; item > 0 && !within(v, facets); {
		item /= 2
		v = numberOf(kind, facets, first, int64(item))
	}
	if !within(v, facets) {
		v = m.between(v, facets)
	}
	if m.limit != 0 {
		v = m.extremeNumber(kind, facets, v)
	}
	var text string
	switch f, _ := v.Float64(); {
	case math.IsInf(f, 0) && (kind == codec.KindFloat32 || kind == codec.KindFloat64):
		text = lex.NotFinite(f) // instead of all digits
	case v.IsInt():
		text = v.RatString()
	default:
		text = strings.TrimRight(v.FloatString(12), "0")
	}
	if p, ok := m.pattern(text, facets); ok {
		text = p
	}
	all := append(facetsOf(facets), numeric(facets)...)
	if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrSyntax) || !hold(text, all) {
		m.exclude(all)
	}
	return text
}

// numeric returns the bounds and the numbers of digits that facets have.
func numeric(facets []*schema.Facets) (all []facet) {
	for _, b := range bounds(facets) {
		all = append(all, facet{b.text, func(text string) bool {
			v, ok := new(big.Rat).SetString(text)
			return !ok || b.allows(v)
		}})
	}
	for _, f := range facets {
		if most, err := strconv.Atoi(f.TotalDigits); err == nil {
			all = append(all, facet{"totalDigits " + f.TotalDigits, func(text string) bool {
				if strings.Contains(text, ".") {
					text = strings.TrimRight(text, "0")
				}
				return len(strings.TrimLeft(strings.ReplaceAll(text, ".", ""), "-+0")) <= most
			}})
		}
	}
	return all
}

// numberOf returns a number for an item, or the nearest one that the facets allow, if they leave enough numbers.
func numberOf(kind schema.Kind, facets []*schema.Facets, first, item int64) *big.Rat {
	v := big.NewRat(first+item, 1)
	if kind == codec.KindNegativeInteger || kind == codec.KindNonPositiveInteger {
		v.Neg(v)
	}
	return nearest(v, facets, item)
}

// nearest returns v, or the number of an item that is nearest to it within the bounds.
func nearest(v *big.Rat, facets []*schema.Facets, item int64) *big.Rat {
	for _, b := range bounds(facets) {
		past := item
		if b.exclusive {
			past++
		}
		if !b.allows(v) {
			v.Add(b.limit, big.NewRat(past*int64(b.sign), 1))
		}
	}
	return v
}

// between returns a number in the middle of the bounds, or v if there are not two. Numbers of items are nearer to the lower one.
func (m *rowMaker) between(v *big.Rat, facets []*schema.Facets) *big.Rat {
	var low, high *big.Rat
	for _, b := range bounds(facets) {
		switch {
		case b.sign > 0 && (low == nil || low.Cmp(b.limit) < 0):
			low = b.limit
		case b.sign < 0 && (high == nil || high.Cmp(b.limit) > 0):
			high = b.limit
		}
	}
	if low == nil || high == nil {
		return v
	}
	part := new(big.Rat).Sub(high, low)
	return part.Add(low, part.Mul(part, big.NewRat(1, 2<<(m.item%itemsApart))))
}

// rowBound is a limit of numbers.
type rowBound struct {
	text      string // such as "minInclusive 1"
	limit     *big.Rat
	sign      int // 1 for the lowest number, -1 for the highest one
	exclusive bool
}

// bounds returns the bounds that facets have.
func bounds(facets []*schema.Facets) (all []rowBound) {
	add := func(name, text string, sign int, exclusive bool) {
		if limit, ok := new(big.Rat).SetString(text); ok {
			all = append(all, rowBound{name + " " + text, limit, sign, exclusive})
		}
	}
	for _, f := range facets {
		add("minInclusive", f.MinInclusive, 1, false)
		add("minExclusive", f.MinExclusive, 1, true)
		add("maxInclusive", f.MaxInclusive, -1, false)
		add("maxExclusive", f.MaxExclusive, -1, true)
	}
	return all
}

// allows reports whether a number is on the right side of a rowBound.
func (b rowBound) allows(v *big.Rat) bool {
	order := v.Cmp(b.limit) * b.sign
	return order > 0 || order == 0 && !b.exclusive
}

// within reports whether a number is within all bounds.
func within(v *big.Rat, facets []*schema.Facets) bool {
	return !slices.ContainsFunc(bounds(facets), func(b rowBound) bool { return !b.allows(v) })
}
