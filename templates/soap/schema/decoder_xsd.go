package schema

import (
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Date reads an xs:date.
func (d *Decoder) Date() (v xsd.Date) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:date")
	return v
}

// GYear reads an xs:gYear.
func (d *Decoder) GYear() (v xsd.GYear) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:gYear")
	return v
}

// GYearMonth reads an xs:gYearMonth.
func (d *Decoder) GYearMonth() (v xsd.GYearMonth) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:gYearMonth")
	return v
}

// GMonthDay reads an xs:gMonthDay.
func (d *Decoder) GMonthDay() (v xsd.GMonthDay) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:gMonthDay")
	return v
}

// GDay reads an xs:gDay.
func (d *Decoder) GDay() (v xsd.GDay) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:gDay")
	return v
}

// GMonth reads an xs:gMonth.
func (d *Decoder) GMonth() (v xsd.GMonth) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:gMonth")
	return v
}

// Duration reads an xs:duration.
func (d *Decoder) Duration() (v xsd.Duration) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:duration")
	return v
}

// Time reads an xs:time.
func (d *Decoder) Time() (v xsd.Time) {
	b := d.simple()
	d.checkValue(b, v.UnmarshalText(b), "xs:time")
	return v
}

// Decimal reads an xs:decimal.
func (d *Decoder) Decimal() xsd.Decimal {
	b := d.simple()
	text, ok := xsd.CanonicalDecimal(b)
	if !ok {
		d.failValue(b, "xs:decimal")
		return xsd.Decimal{}
	}
	return xsd.DecimalOf(d.copyText(text))
}

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
	b := d.simple()
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

// simple returns the text of the current element or attribute, whose type has
// white space collapsed.
func (d *Decoder) simple() []byte { return lex.TrimSpace(d.value()) }

// checkValue fails if err, the error of reading b, is not nil.
func (d *Decoder) checkValue(b []byte, err error, typ string) {
	if err != nil {
		d.failValue(b, typ)
	}
}
