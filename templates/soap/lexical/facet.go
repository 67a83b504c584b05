package lexical

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// FacetKind is one of the twelve constraining facets (part 2, section 4.3).
type FacetKind uint8

const (
	Length FacetKind = iota
	MinLength
	MaxLength
	Pattern
	Enumeration
	WhiteSpace
	MinInclusive
	MinExclusive
	MaxInclusive
	MaxExclusive
	TotalDigits
	FractionDigits
)

// FacetNames are the local names of the elements of facets, in the order of the constants. It must not be changed.
var FacetNames = [...]string{
	"length", "minLength", "maxLength", "pattern", "enumeration", "whiteSpace",
	"minInclusive", "minExclusive", "maxInclusive", "maxExclusive", "totalDigits", "fractionDigits",
}

// String returns the name of the facet's element, "minLength" for example.
func (k FacetKind) String() string { return FacetNames[k] }

// FacetKindOf returns the facet whose element has the given local name.
func FacetKindOf(name string) (k FacetKind, ok bool) {
	i := slices.Index(FacetNames[:], name)
	return FacetKind(max(i, 0)), i >= 0
}

// Lengths are the facets for which [FacetKind.IsLength] is true. They must not be changed.
var Lengths = []FacetKind{Length, MinLength, MaxLength}

// IsLength reports whether the facet is a number of characters, octets or items.
func (k FacetKind) IsLength() bool { return k <= MaxLength }

// IsNumber reports whether the value of the facet is a number of characters, octets, items or digits.
func (k FacetKind) IsNumber() bool { return k.IsLength() || k >= TotalDigits }

// IsBound reports whether the facet is a bound of ordered values.
func (k FacetKind) IsBound() bool { return MinInclusive <= k && k <= MaxExclusive }

// IsUpper reports whether the facet is the maximum of a number or of values, or their exclusive upper bound.
func (k FacetKind) IsUpper() bool {
	return k == MaxLength || k == MaxInclusive || k == MaxExclusive || k >= TotalDigits
}

// Relation says how values are related to the value of a facet that is a number or a bound: "at most ", "" for length.
func (k FacetKind) Relation() string {
	switch {
	case k == Length:
		return ""
	case k == MinExclusive:
		return "more than "
	case k == MaxExclusive:
		return "less than "
	case k.IsUpper():
		return "at most "
	}
	return "at least "
}

// Ranges are pairs of facets the first of which must not exceed the second. They must not be changed.
var Ranges = [...][2]FacetKind{{MinLength, MaxLength}, {MinInclusive, MaxInclusive}, {FractionDigits, TotalDigits}}

// Applies reports whether restrictions of an atomic type may have a facet (part 2, section 4.1.5). Every list may have the facets
// that apply to xs:string.
func (k FacetKind) Applies(p Primitive) bool {
	switch k {
	case Length, MinLength, MaxLength:
		return p.HasLength()
	case TotalDigits, FractionDigits:
		return p == Decimal
	case Enumeration:
		return p != Boolean
	case Pattern, WhiteSpace:
		return true
	}
	return p.IsOrdered()
}

// MaxNumber is the value of larger numbers of characters, items or digits.
const MaxNumber = 1<<31 - 1

// Number returns the value of a facet that is a number, at most MaxNumber; ok is false if it is invalid.
func Number(text string) (n int, ok bool) {
	text = strings.TrimSpace(text)
	if text == "-0" {
		return 0, true
	}
	if text = strings.TrimPrefix(text, "+"); !IsDigits(text) {
		return 0, false
	}
	value, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return MaxNumber, true
	}
	return int(value), true
}

// IsDigits reports whether a text is one or more decimal digits.
func IsDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// Allows reports whether a facet that is a number or a bound allows the value. n is the number; bound is the value of the bound,
// nil for a number.
func (v *Value) Allows(k FacetKind, n int, bound *Value) bool {
	switch k {
	case Length, MinLength, MaxLength: // all names have the right length (erratum E2-36)
		return v.Primitive.IsName() || k.AllowsOrder(cmp.Compare(v.Length, n))
	case TotalDigits:
		total, _ := digitsOf(v)
		return total <= n
	case FractionDigits:
		_, fraction := digitsOf(v)
		return fraction <= n
	}
	order, ok := v.Compare(bound)
	return ok && k.AllowsOrder(order)
}

// AllowsOrder reports whether a facet that is a number or a bound allows what compares with it in the given way, as
// [cmp.Compare] says it.
func (k FacetKind) AllowsOrder(order int) bool {
	switch k {
	case Length:
		return order == 0
	case MinLength, MinInclusive:
		return order >= 0
	case MinExclusive:
		return order > 0
	case MaxExclusive:
		return order < 0
	}
	return order <= 0
}

// digitsOf returns how many digits a decimal needs: in all, and after the decimal point (part 2, sections 4.3.11 and 4.3.12).
func digitsOf(v *Value) (total, fraction int) {
	whole, after, _ := strings.Cut(strings.TrimLeft(v.number.String(), "-0"), ".")
	return len(whole) + len(after), len(after)
}

// Space says how white space is normalized (part 2, section 4.3.6).
type Space uint8

const (
	Preserve Space = iota
	Replace
	Collapse
)

// SpaceOf returns the value of the facet whiteSpace.
func SpaceOf(text string) (s Space, ok bool) {
	i := slices.Index([]string{"preserve", "replace", "collapse"}, text)
	return Space(max(i, 0)), i >= 0
}

// Normalize normalizes the white space of a text.
func (s Space) Normalize(text string) string {
	switch s {
	case Replace:
		if strings.ContainsAny(text, "\t\n\r") {
			return strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(text)
		}
	case Collapse:
		if len(text) > 0 && (lex.IsSpace(text[0]) || lex.IsSpace(text[len(text)-1]) || strings.ContainsAny(text, "\t\n\r") || strings.Contains(text, "  ")) {
			return string(lex.Collapse(text))
		}
	}
	return text
}
