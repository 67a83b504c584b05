package validate

import (
	"bytes"
	"math"
	"slices"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// takes reports whether the text is surely a value of the type, without reading the value. What it does not take is left to
// check, which says what is wrong. The work counts for the document of v; nil: it is not counted.
func (t *xsdType) takes(text []byte, v *validation) bool {
	if t.form == nil || !v.mayRead(len(text)) || !normalized(text, t.space) && !t.takesAll() || !t.form(text, v) {
		return false
	}
	var n decimal
	if t.primitive == lexical.Decimal && !n.read(text) {
		return false
	}
	t.facets()
	for ; t != t.root; t = t.base {
		if t.rule != "" && !t.follows(text, &n) || len(t.own) > 0 && !v.mayRead(len(text)) {
			return false
		}
		for i := range t.own {
			if !t.own[i].takes(text, &n, v) {
				return false
			}
		}
	}
	return true
}

// follows reports whether a text follows the rule of the type.
func (t *xsdType) follows(text []byte, n *decimal) bool {
	if t.primitive == lexical.Decimal {
		return !n.point
	}
	return lexical.IsOne(t.rule, text)
}

// takesAll reports whether every text is a value.
func (t *xsdType) takesAll() bool {
	for ; t != t.root; t = t.base {
		if len(t.facets()) > 0 || !lexical.IsOne(t.rule, "") {
			return false
		}
	}
	return t.primitive == lexical.String || t.primitive == lexical.AnyURI
}

// normalized reports whether white space is as normalizing leaves it.
func normalized(text []byte, space lexical.Space) bool {
	if space == lexical.Preserve || len(text) == 0 {
		return true
	}
	if space == lexical.Collapse && (text[0] == ' ' || text[len(text)-1] == ' ') {
		return false
	}
	for i, c := range text {
		if c < ' ' || c == ' ' && space == lexical.Collapse && text[i-1] == ' ' {
			return false
		}
	}
	return true
}

// takesItems reports whether the text is surely a list of values of the type.
func (t *xsdType) takesItems(text []byte, v *validation) bool {
	for len(text) > 0 {
		item, rest, _ := bytes.Cut(text, []byte(" "))
		if !v.mayRead(itemBytes) || !t.takes(item, v) {
			return false
		}
		text = rest
	}
	return true
}

// takesMember reports whether the text is surely a value of one of the members of a union.
func (t *xsdType) takesMember(text []byte, v *validation) bool {
	return slices.ContainsFunc(t.members, func(m *xsdType) bool { return m.takes(text, v) })
}

// forms are the lexical forms of primitive types. Texts of other primitive types are left to check.
var forms = map[lexical.Primitive]func([]byte, *validation) bool{
	lexical.String:   takesAny,
	lexical.AnyURI:   takesAny,
	lexical.Boolean:  func(text []byte, _ *validation) bool { return slices.Contains(booleans, string(text)) },
	lexical.Decimal:  takesAny, // see decimal
	lexical.Float:    isFloat,
	lexical.Double:   isFloat,
	lexical.DateTime: isDateTime,
	lexical.Date:     isDate,
	lexical.Time:     func(text []byte, _ *validation) bool { return isTime(text) },
	lexical.HexBinary: func(text []byte, _ *validation) bool {
		return len(text)%2 == 0 && !slices.ContainsFunc(text, func(c byte) bool { return lex.Unhex(c) < 0 })
	},
}

var booleans = []string{"true", "false", "1", "0"}

func takesAny([]byte, *validation) bool { return true }

func isFloat(text []byte, _ *validation) bool {
	mantissa, exponent, scientific := bytes.Cut(text, []byte("e"))
	var n decimal
	return n.read(mantissa) && (!scientific || n.read(exponent) && !n.point)
}

func isDateTime(text []byte, _ *validation) bool {
	rest, ok := cutDay(text)
	return ok && len(rest) > 0 && rest[0] == 'T' && isTime(rest[1:])
}

func isDate(text []byte, _ *validation) bool {
	rest, ok := cutDay(text)
	return ok && isZone(rest)
}

// cutDay cuts a day from the start of a text.
func cutDay(text []byte) (rest []byte, ok bool) {
	const layout = "-MM-DD"
	year, rest, ok := lex.ParseYear(text)
	if !ok || len(rest) < len(layout) || rest[0] != '-' || rest[3] != '-' {
		return nil, false
	}
	month, day := lex.TwoDigits(rest[1:]), lex.TwoDigits(rest[4:])
	return rest[len(layout):], month >= 1 && month <= 12 && day >= 1 && day <= lex.DaysIn(month, year)
}

func isTime(text []byte) bool {
	hour, _, _, rest, ok := lex.ParseClock(text)
	if !ok || hour == 24 {
		return false
	}
	if len(rest) > 0 && rest[0] == '.' {
		after := bytes.TrimLeft(rest[1:], "0123456789")
		if len(after) == len(rest)-1 {
			return false
		}
		rest = after
	}
	return isZone(rest)
}

func isZone(text []byte) bool {
	_, _, ok := lex.ZoneMinutes(text)
	return ok
}

// decimal is what facets need to know of an xs:decimal.
type decimal struct {
	// order is twice the decimal if that is an integer, or else the odd number in between: it compares with an integer as the decimal
	// does.
	order int64

	fraction int  // digits after the point, without zeros at the end
	digits   int  // all digits, with zeros at the start
	point    bool // there is a point
	long     bool // there are more digits than order can hold
}

// read reads a decimal. It reports false if the text is not one.
func (n *decimal) read(text []byte) bool {
	const maxDigits = 18
	start, order := 0, int64(0)
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		start = 1
	}
	i := start
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		order = order*10 + int64(text[i]-'0') // of more digits the result has no meaning
	}
	order *= 2
	n.digits = i - start
	n.long = n.digits > maxDigits
	if n.point = i < len(text); n.point {
		if text[i] != '.' {
			return false
		}
		for at, c := range text[i+1:] {
			if c < '0' || c > '9' {
				return false
			}
			if c != '0' {
				n.fraction, order = at+1, order|1
			}
		}
		start++ // the point is not a digit
	}
	if n.digits += n.fraction; len(text) > 0 && text[0] == '-' {
		order = -order
	}
	n.order = order
	return len(text) > start
}

// orderOfBound returns the order of a bound; ok is false if the bound is not an integer. A bound with too many digits is lower
// or higher than all other numbers.
func orderOfBound(text string) (order int64, ok bool) {
	canonical, _ := xsd.CanonicalDecimal([]byte(text))
	var n decimal
	switch ok = n.read(canonical) && n.fraction == 0; {
	case !n.long:
		return n.order, ok
	case canonical[0] == '-':
		return math.MinInt64, ok
	}
	return math.MaxInt64, ok
}
