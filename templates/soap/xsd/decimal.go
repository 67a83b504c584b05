package xsd

import (
	"bytes"
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Decimal is an xs:decimal, with any number of digits (XML Schema part 2,
// section 3.2.3). Its zero value is 0.
//
// Trailing zeros are kept, as they show the precision of a value: 1.50 stays
// 1.50. The operator == distinguishes 1.5 and 1.50; Compare does not.
type Decimal struct {
	text string // digits, with a minus sign and a point where needed; "" is 0
}

// NewDecimal returns unscaled divided by ten to the power of scale:
// NewDecimal(150, 2) is 1.50.
func NewDecimal(unscaled int64, scale int) Decimal {
	return scaled(strconv.AppendInt(nil, unscaled, 10), scale)
}

// DecimalFromBig is like NewDecimal, for a number of any size; nil is 0.
func DecimalFromBig(unscaled *big.Int, scale int) Decimal {
	if unscaled == nil {
		unscaled = new(big.Int)
	}
	return scaled(unscaled.Append(nil, 10), scale)
}

// scaled moves the point of a whole number to the left.
func scaled(number []byte, scale int) Decimal {
	digits, negative := lex.CutSign(number)
	switch {
	case scale < 0:
		digits = append(digits, strings.Repeat("0", -scale)...)
	case scale > 0:
		if len(digits) <= scale {
			digits = append([]byte(strings.Repeat("0", scale+1-len(digits))), digits...)
		}
		point := len(digits) - scale
		digits = append(digits[:point:point], append([]byte{'.'}, digits[point:]...)...)
	}
	if negative {
		digits = append([]byte{'-'}, digits...)
	}
	d, _ := parseDecimal(digits)
	return d
}

// DecimalFromRat returns the value of r if a finite number of digits hold it.
func DecimalFromRat(r *big.Rat) (value Decimal, ok bool) {
	digits, exact := r.FloatPrec()
	if !exact {
		return Decimal{}, false
	}
	return parseDecimal([]byte(r.FloatString(digits)))
}

// ParseDecimal reads an xs:decimal.
func ParseDecimal(text string) (Decimal, error) { return parse[Decimal](text) }

// String returns the number in digits, at least one of them before the point.
func (d Decimal) String() string {
	if d.text == "" {
		return "0"
	}
	return d.text
}

// AppendText appends what String returns to b. The error is always nil.
func (d Decimal) AppendText(b []byte) ([]byte, error) { return append(b, d.String()...), nil }

// MarshalText returns what String does. The error is always nil.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads an xs:decimal.
func (d *Decimal) UnmarshalText(text []byte) (err error) {
	*d, err = unmarshal(*d, text, "xs:decimal", parseDecimal)
	return err
}

// MarshalJSON returns a JSON number with all digits. The error is always nil.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.MarshalText() }

// UnmarshalJSON reads a JSON number, which may have an exponent of up to three
// digits, or a string that holds an xs:decimal. null changes nothing.
func (d *Decimal) UnmarshalJSON(data []byte) (err error) {
	if string(data) == "null" {
		return nil
	}
	*d, err = unmarshal(*d, data, "xs:decimal", parseNumber)
	return err
}

// Scale returns the number of digits after the point.
func (d Decimal) Scale() int {
	_, fraction, _ := strings.Cut(d.text, ".")
	return len(fraction)
}

// Big returns the value if it is a whole number.
func (d Decimal) Big() (value *big.Int, ok bool) {
	r := d.Rat()
	return r.Num(), r.IsInt()
}

// Rat returns the value.
func (d Decimal) Rat() *big.Rat {
	value, _ := new(big.Rat).SetString(d.String()) // only digits get here
	return value
}

// Float64 returns the number that is nearest to the value, infinity if it is
// too large.
func (d Decimal) Float64() float64 {
	value, _ := strconv.ParseFloat(d.String(), 64) // the only error is for a value out of range
	return value
}

// Int64 returns the value if it is a whole number that 64 bits hold.
func (d Decimal) Int64() (value int64, ok bool) {
	whole, fraction, _ := strings.Cut(d.String(), ".")
	value, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || strings.Trim(fraction, "0") != "" {
		return 0, false
	}
	return value, true
}

// Equal reports whether the values are equal: 1.5 equals 1.50.
func (d Decimal) Equal(e Decimal) bool { return d.Compare(e) == 0 }

// Compare returns -1, 0 or 1 if d is less than, equal to or greater than e.
func (d Decimal) Compare(e Decimal) int { return compareNumbers(d.String(), e.String()) }

// compareNumbers compares numbers in the form that Decimal and Integer keep.
func compareNumbers(a, b string) int {
	a, negative := strings.CutPrefix(a, "-")
	b, other := strings.CutPrefix(b, "-")
	switch {
	case negative && !other:
		return -1
	case other && !negative:
		return 1
	case negative:
		a, b = b, a
	}
	aWhole, aFraction, _ := strings.Cut(a, ".")
	bWhole, bFraction, _ := strings.Cut(b, ".")
	return cmp.Or(
		cmp.Compare(len(aWhole), len(bWhole)),
		cmp.Compare(aWhole, bWhole),
		cmp.Compare(strings.TrimRight(aFraction, "0"), strings.TrimRight(bFraction, "0")),
	)
}

func parseDecimal(b []byte) (Decimal, bool) {
	text, ok := CanonicalDecimal(b)
	return DecimalOf(string(text)), ok
}

// maxExponent limits the exponents of numbers in JSON, as all digits of a number
// are kept.
const maxExponent = 999

// parseNumber reads a number or a string of JSON.
func parseNumber(b []byte) (d Decimal, ok bool) {
	if n := len(b); n > 1 && b[0] == '"' && b[n-1] == '"' {
		return parseDecimal(lex.TrimSpace(b[1 : n-1]))
	}
	number, power, found := bytes.Cut(bytes.ToLower(b), []byte{'e'})
	if d, ok = parseDecimal(number); !found || !ok {
		return d, ok
	}
	exponent, err := strconv.Atoi(string(power))
	if err != nil || exponent > maxExponent || exponent < -maxExponent {
		return Decimal{}, false
	}
	return scaled([]byte(strings.Replace(d.String(), ".", "", 1)), d.Scale()-exponent), true
}

// DecimalOf returns the Decimal with a text that CanonicalDecimal returned.
func DecimalOf(text string) Decimal {
	if text == "0" {
		return Decimal{}
	}
	return Decimal{text}
}

// CanonicalDecimal returns the text of an xs:decimal as a Decimal stores it: no
// plus sign, no leading zeros except one before the point, no minus sign for 0,
// no point at the end. The result is part of b if possible.
func CanonicalDecimal(b []byte) (text []byte, ok bool) {
	digits, negative := lex.CutSign(b)
	whole := lex.CountDigits(digits)
	fraction := 0
	if whole < len(digits) && digits[whole] == '.' {
		fraction = lex.CountDigits(digits[whole+1:])
		if whole+1+fraction != len(digits) {
			return nil, false
		}
		if fraction == 0 {
			digits = digits[:whole]
		}
	} else if whole != len(digits) {
		return nil, false
	}
	switch {
	case whole+fraction == 0:
		return nil, false
	case whole == 0:
		digits = append([]byte{'0'}, digits...)
	case whole > 1:
		digits = trimZeros(digits, whole)
	}
	return withSign(b, digits, negative), true
}
