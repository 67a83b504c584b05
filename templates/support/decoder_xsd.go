package support

// Date reads an xs:date.
func (d *Decoder) Date() Date { return valueOf(d, "xs:date", parseDate) }

// GYear reads an xs:gYear.
func (d *Decoder) GYear() GYear { return valueOf(d, "xs:gYear", parseGYear) }

// GYearMonth reads an xs:gYearMonth.
func (d *Decoder) GYearMonth() GYearMonth { return valueOf(d, "xs:gYearMonth", parseGYearMonth) }

// GMonthDay reads an xs:gMonthDay.
func (d *Decoder) GMonthDay() GMonthDay { return valueOf(d, "xs:gMonthDay", parseGMonthDay) }

// GDay reads an xs:gDay.
func (d *Decoder) GDay() GDay { return valueOf(d, "xs:gDay", parseGDay) }

// GMonth reads an xs:gMonth.
func (d *Decoder) GMonth() GMonth { return valueOf(d, "xs:gMonth", parseGMonth) }

// Decimal reads an xs:decimal.
func (d *Decoder) Decimal() Decimal {
	b := trimSpace(d.value())
	text, ok := keptDecimal(b)
	if !ok {
		d.failValue(b, "xs:decimal")
		return Decimal{}
	}
	return decimalOf(d.copyText(text))
}

// Duration reads an xs:duration.
func (d *Decoder) Duration() Duration { return valueOf(d, "xs:duration", parseDuration) }

// Integer reads an xs:integer.
func (d *Decoder) Integer() Integer { return d.anInteger("xs:integer", -1, 1) }

// NonNegativeInteger reads an xs:nonNegativeInteger.
func (d *Decoder) NonNegativeInteger() Integer { return d.anInteger("xs:nonNegativeInteger", 0, 1) }

// PositiveInteger reads an xs:positiveInteger.
func (d *Decoder) PositiveInteger() Integer { return d.anInteger("xs:positiveInteger", 1, 1) }

// NonPositiveInteger reads an xs:nonPositiveInteger.
func (d *Decoder) NonPositiveInteger() Integer { return d.anInteger("xs:nonPositiveInteger", -1, 0) }

// NegativeInteger reads an xs:negativeInteger.
func (d *Decoder) NegativeInteger() Integer { return d.anInteger("xs:negativeInteger", -1, -1) }

// anInteger reads an integer whose sign is between low and high.
func (d *Decoder) anInteger(typ string, low, high int) Integer {
	b := trimSpace(d.value())
	digits, ok := canonicalInteger(b)
	if !ok {
		d.failValue(b, typ)
		return Integer{}
	}
	n := integerOf(d.copyText(digits))
	if sign := n.sign(); sign < low || sign > high {
		d.failValue(b, typ)
		return Integer{}
	}
	return n
}

// Time reads an xs:time.
func (d *Decoder) Time() Time { return valueOf(d, "xs:time", parseTime) }

// valueOf reads an element or attribute of a type whose lexical form parse
// knows.
func valueOf[T any](d *Decoder, typ string, parse func([]byte) (T, bool)) T {
	b := trimSpace(d.value())
	v, ok := parse(b)
	if !ok {
		d.failValue(b, typ)
		var none T
		return none
	}
	return v
}
