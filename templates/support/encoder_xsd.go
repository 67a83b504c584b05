package support

// Date writes an xs:date.
func (e *Encoder) Date(open string, v Date, close string) { putValue(e, open, v, close, "xs:date") }

// GYear writes an xs:gYear.
func (e *Encoder) GYear(open string, v GYear, close string) { putValue(e, open, v, close, "xs:gYear") }

// GYearMonth writes an xs:gYearMonth.
func (e *Encoder) GYearMonth(open string, v GYearMonth, close string) {
	putValue(e, open, v, close, "xs:gYearMonth")
}

// GMonthDay writes an xs:gMonthDay.
func (e *Encoder) GMonthDay(open string, v GMonthDay, close string) {
	putValue(e, open, v, close, "xs:gMonthDay")
}

// GDay writes an xs:gDay.
func (e *Encoder) GDay(open string, v GDay, close string) { putValue(e, open, v, close, "xs:gDay") }

// GMonth writes an xs:gMonth.
func (e *Encoder) GMonth(open string, v GMonth, close string) {
	putValue(e, open, v, close, "xs:gMonth")
}

// Decimal writes an xs:decimal.
func (e *Encoder) Decimal(open string, v Decimal, close string) {
	e.buf = append(append(append(e.buf, open...), v.String()...), close...)
}

// Duration writes an xs:duration.
func (e *Encoder) Duration(open string, v Duration, close string) {
	putValue(e, open, v, close, "xs:duration")
}

// Integer writes an xs:integer.
func (e *Encoder) Integer(open string, v Integer, close string) {
	e.buf = append(append(append(e.buf, open...), v.String()...), close...)
}

// Time writes an xs:time.
func (e *Encoder) Time(open string, v Time, close string) { putValue(e, open, v, close, "xs:time") }

// putValue writes a value between open and close.
func putValue[T lexicalValue](e *Encoder, open string, v T, close, typ string) {
	if !v.valid() {
		e.fail(open, "%s is not an %s", v.appendTo(nil), typ)
		return
	}
	e.buf = append(v.appendTo(append(e.buf, open...)), close...)
}

// lexicalValue is a value of a simple type that may be none of XML Schema's, as
// users can fill in what they like.
type lexicalValue interface {
	appendTo(b []byte) []byte
	valid() bool
}
