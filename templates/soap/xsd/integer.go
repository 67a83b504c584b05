package xsd

import (
	"bytes"
	"math/big"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Integer is an xs:integer, of any size (XML Schema part 2, section 3.3.13), or
// of a type derived from it without both an upper and a lower bound. Its zero
// value is 0. Two Integers are equal by == if their values are.
type Integer struct {
	text string // the canonical form; "" is 0
}

// NewInteger returns the Integer n.
func NewInteger(n int64) Integer { return IntegerOf(strconv.FormatInt(n, 10)) }

// IntegerFromBig returns the Integer n, 0 for nil.
func IntegerFromBig(n *big.Int) Integer {
	if n == nil {
		return Integer{}
	}
	return IntegerOf(n.String())
}

// ParseInteger reads an xs:integer.
func ParseInteger(text string) (Integer, error) { return parse[Integer](text) }

// String returns the canonical form: no plus sign and no leading zeros.
func (n Integer) String() string {
	if n.text == "" {
		return "0"
	}
	return n.text
}

// AppendText appends what String returns to b. The error is always nil.
func (n Integer) AppendText(b []byte) ([]byte, error) { return append(b, n.String()...), nil }

// MarshalText returns what String does. The error is always nil.
func (n Integer) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads an xs:integer.
func (n *Integer) UnmarshalText(text []byte) (err error) {
	*n, err = unmarshal(*n, text, "xs:integer", parseInteger)
	return err
}

// MarshalJSON returns a JSON number with all digits. The error is always nil.
func (n Integer) MarshalJSON() ([]byte, error) { return n.MarshalText() }

// UnmarshalJSON reads a whole number as Decimal.UnmarshalJSON does.
func (n *Integer) UnmarshalJSON(data []byte) (err error) {
	if string(data) == "null" {
		return nil
	}
	*n, err = unmarshal(*n, data, "xs:integer", func(b []byte) (Integer, bool) {
		d, ok := parseNumber(b)
		whole, fraction, _ := strings.Cut(d.String(), ".")
		return IntegerOf(whole), ok && strings.Trim(fraction, "0") == ""
	})
	return err
}

// Int64 returns the value if 64 bits hold it.
func (n Integer) Int64() (value int64, ok bool) {
	value, err := strconv.ParseInt(n.String(), 10, 64)
	if err != nil {
		return 0, false
	}
	return value, true
}

// Big returns the value.
func (n Integer) Big() *big.Int {
	value, _ := new(big.Int).SetString(n.String(), 10) // only digits get here
	return value
}

// Compare returns -1, 0 or 1 if n is less than, equal to or greater than m.
func (n Integer) Compare(m Integer) int { return compareNumbers(n.String(), m.String()) }

// Equal reports whether the values are equal, as the operator == does.
func (n Integer) Equal(m Integer) bool { return n == m }

// Sign is -1, 0 or 1.
func (n Integer) Sign() int {
	switch {
	case n.text == "":
		return 0
	case n.text[0] == '-':
		return -1
	}
	return 1
}

// IntegerOf returns the Integer with a text that CanonicalInteger returned.
func IntegerOf(canonical string) Integer {
	if canonical == "0" {
		return Integer{}
	}
	return Integer{canonical}
}

func parseInteger(b []byte) (Integer, bool) {
	digits, ok := CanonicalInteger(b)
	return IntegerOf(string(digits)), ok
}

// CanonicalInteger returns the canonical form of an xs:integer, which is part
// of b if possible.
func CanonicalInteger(b []byte) (canonical []byte, ok bool) {
	digits, negative := lex.CutSign(b)
	if len(digits) == 0 || lex.CountDigits(digits) != len(digits) {
		return nil, false
	}
	return withSign(b, trimZeros(digits, len(digits)), negative), true
}

// trimZeros removes the leading zeros of a number with so many digits before the
// point, but not the last of them.
func trimZeros(digits []byte, whole int) []byte {
	for ; whole > 1 && digits[0] == '0'; whole-- {
		digits = digits[1:]
	}
	return digits
}

// withSign puts a minus sign in front of digits unless they are 0. What is in b
// already is not copied.
func withSign(b, digits []byte, negative bool) []byte {
	switch {
	case !negative || len(bytes.Trim(digits, "0.")) == 0:
		return digits
	case len(b) == len(digits)+1:
		return b
	}
	return append([]byte{'-'}, digits...)
}
