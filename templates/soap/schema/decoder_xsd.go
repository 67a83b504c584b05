package schema

import (
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Date reads an xs:date.
func (d *Decoder) Date() xsd.Date { return valueOf(d, "xs:date", xsd.DateFromBytes) }

// GYear reads an xs:gYear.
func (d *Decoder) GYear() xsd.GYear { return valueOf(d, "xs:gYear", xsd.GYearFromBytes) }

// GYearMonth reads an xs:gYearMonth.
func (d *Decoder) GYearMonth() xsd.GYearMonth {
	return valueOf(d, "xs:gYearMonth", xsd.GYearMonthFromBytes)
}

// GMonthDay reads an xs:gMonthDay.
func (d *Decoder) GMonthDay() xsd.GMonthDay {
	return valueOf(d, "xs:gMonthDay", xsd.GMonthDayFromBytes)
}

// GDay reads an xs:gDay.
func (d *Decoder) GDay() xsd.GDay { return valueOf(d, "xs:gDay", xsd.GDayFromBytes) }

// GMonth reads an xs:gMonth.
func (d *Decoder) GMonth() xsd.GMonth { return valueOf(d, "xs:gMonth", xsd.GMonthFromBytes) }

// Decimal reads an xs:decimal.
func (d *Decoder) Decimal() xsd.Decimal {
	b := lex.TrimSpace(d.value())
	text, ok := xsd.CanonicalDecimal(b)
	if !ok {
		d.failValue(b, "xs:decimal")
		return xsd.Decimal{}
	}
	return xsd.DecimalOf(d.copyText(text))
}

// Duration reads an xs:duration.
func (d *Decoder) Duration() xsd.Duration { return valueOf(d, "xs:duration", xsd.DurationFromBytes) }

// Integer reads an xs:integer.
func (d *Decoder) Integer() xsd.Integer { return d.anInteger("xs:integer", -1, 1) }

// NonNegativeInteger reads an xs:nonNegativeInteger.
func (d *Decoder) NonNegativeInteger() xsd.Integer { return d.anInteger("xs:nonNegativeInteger", 0, 1) }

// PositiveInteger reads an xs:positiveInteger.
func (d *Decoder) PositiveInteger() xsd.Integer { return d.anInteger("xs:positiveInteger", 1, 1) }

// NonPositiveInteger reads an xs:nonPositiveInteger.
func (d *Decoder) NonPositiveInteger() xsd.Integer {
	return d.anInteger("xs:nonPositiveInteger", -1, 0)
}

// NegativeInteger reads an xs:negativeInteger.
func (d *Decoder) NegativeInteger() xsd.Integer { return d.anInteger("xs:negativeInteger", -1, -1) }

// anInteger reads an integer whose sign is between low and high.
func (d *Decoder) anInteger(typ string, low, high int) xsd.Integer {
	b := lex.TrimSpace(d.value())
	digits, ok := xsd.CanonicalInteger(b)
	if !ok {
		d.failValue(b, typ)
		return xsd.Integer{}
	}
	n := xsd.IntegerOf(d.copyText(digits))
	if sign := n.Sign(); sign < low || sign > high {
		d.failValue(b, typ)
		return xsd.Integer{}
	}
	return n
}

// Time reads an xs:time.
func (d *Decoder) Time() xsd.Time { return valueOf(d, "xs:time", xsd.TimeFromBytes) }

// valueOf reads an element or attribute of a type whose lexical form parse
// knows.
func valueOf[T any](d *Decoder, typ string, parse func([]byte) (T, bool)) T {
	b := lex.TrimSpace(d.value())
	v, ok := parse(b)
	if !ok {
		d.failValue(b, typ)
		var none T
		return none
	}
	return v
}
