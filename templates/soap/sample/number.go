package sample

import (
	"math"
	"math/big"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// number returns a number that may be a value.
func (m *maker) number(f *facets, attempt int) (string, bool) {
	digits := 12
	numbers := m.plainNumbers(f)
	if m.Varied {
		if digits = 3; f.fraction >= 0 {
			digits = min(f.fraction, 12)
		}
		if f.digits >= 0 {
			digits = min(digits, f.digits)
		}
		numbers = append(numbers, m.unusualNumbers(f, digits)...)
	} else if attempt >= len(numbers) {
		return "", false
	}
	v := numbers[m.choose(len(numbers), attempt)]
	if n, _ := v.Float64(); math.IsInf(n, 0) && f.primitive != "decimal" {
		return lex.NotFinite(n), true // instead of all digits
	}
	text := v.FloatString(digits)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return m.decorated(f, text), true
}

// plainNumbers returns 1 or another number for an item, or the nearest one that the bounds allow, and then less plain ones.
func (m *maker) plainNumbers(f *facets) (numbers []*big.Rat) {
	if m.extreme != 0 {
		numbers = append(numbers, f.extreme(m.extreme))
	}
	first := int64(1 + m.upTo(100))
	for item := int64(m.item); ; item /= 2 {
		if numbers = append(numbers, f.nearest(big.NewRat(first+item, 1), item)); item == 0 {
			break
		}
	}
	if low, high := f.tightest(1), f.tightest(-1); low != nil && high != nil { // numbers of items are nearer to the lower one
		part := new(big.Rat).Sub(high.limit, low.limit)
		numbers = append(numbers, part.Add(low.limit, part.Mul(part, big.NewRat(1, 2<<(m.item%itemsApart)))))
	}
	for _, b := range f.bounds {
		if b.limit != nil {
			numbers = append(numbers, b.limit)
		}
	}
	return append(numbers, new(big.Rat))
}

// nearest returns v, or the number of an item that is nearest to it within the bounds.
func (f *facets) nearest(v *big.Rat, item int64) *big.Rat {
	for _, b := range f.bounds {
		if b.limit == nil || b.allows(v) {
			continue
		}
		past := item
		if b.exclusive {
			past++
		}
		v = new(big.Rat).Add(b.limit, big.NewRat(past*int64(b.sign), 1))
	}
	return v
}

// tightest returns the narrowest bound on one side, nil if there is none.
func (f *facets) tightest(sign int) (tightest *bound) {
	for i := range f.bounds {
		b := &f.bounds[i]
		if b.limit != nil && b.sign == sign && (tightest == nil || !b.allows(tightest.limit)) {
			tightest = b
		}
	}
	return tightest
}

// extreme returns the lowest number for -1 and the highest one for 1: if there is no bound, the lowest or highest of 64 bits.
func (f *facets) extreme(side int) *big.Rat {
	v := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 63))
	if side < 0 {
		v.Neg(v)
	} else {
		v.Sub(v, big.NewRat(1, 1))
	}
	if b := f.tightest(-side); b != nil {
		v = b.limit
	}
	return f.nearest(v, 0)
}

// unusualNumbers returns numbers of several lengths, numbers near a bound, and one with as many digits as the type allows.
func (m *maker) unusualNumbers(f *facets, digits int) []*big.Rat {
	longest := 22 // more than a 64-bit integer has, and few enough for most processors (part 2, section 3.2.3 requires 18)
	if f.digits >= 0 {
		longest = min(f.digits, longest)
	}
	long, _ := new(big.Int).SetString("1234567890123456789012"[:max(longest, 1)], 10)
	numbers := []*big.Rat{big.NewRat(12345, 1), big.NewRat(-7, 1), new(big.Rat).SetInt(long)}
	if digits > 0 {
		numbers = append(numbers, big.NewRat(5, 2), big.NewRat(-1, 4))
	}
	ulp := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	for _, b := range f.bounds {
		if b.limit != nil {
			numbers = append(numbers, new(big.Rat).Add(b.limit, new(big.Rat).Mul(ulp, big.NewRat(int64(b.sign), 1))))
		}
	}
	return numbers
}

// decorated adds a plus sign or a leading zero to some numbers. Types without negative values get no sign.
func (m *maker) decorated(f *facets, text string) string {
	if !m.Varied || m.upTo(10) > 0 || strings.HasPrefix(text, "-") {
		return text
	}
	if low := f.tightest(1); low != nil && low.limit.Sign() >= 0 {
		return "0" + text
	}
	return "+" + text
}
