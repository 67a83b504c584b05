package schema

import (
	"example.com/quartet/templates/soap/xsd"
)

// Date writes an xs:date.
func (e *Encoder) Date(open string, v xsd.Date, close string) { putValue(e, open, v, close, "xs:date") }

// GYear writes an xs:gYear.
func (e *Encoder) GYear(open string, v xsd.GYear, close string) {
	putValue(e, open, v, close, "xs:gYear")
}

// GYearMonth writes an xs:gYearMonth.
func (e *Encoder) GYearMonth(open string, v xsd.GYearMonth, close string) {
	putValue(e, open, v, close, "xs:gYearMonth")
}

// GMonthDay writes an xs:gMonthDay.
func (e *Encoder) GMonthDay(open string, v xsd.GMonthDay, close string) {
	putValue(e, open, v, close, "xs:gMonthDay")
}

// GDay writes an xs:gDay.
func (e *Encoder) GDay(open string, v xsd.GDay, close string) { putValue(e, open, v, close, "xs:gDay") }

// GMonth writes an xs:gMonth.
func (e *Encoder) GMonth(open string, v xsd.GMonth, close string) {
	putValue(e, open, v, close, "xs:gMonth")
}

// Decimal writes an xs:decimal.
func (e *Encoder) Decimal(open string, v xsd.Decimal, close string) {
	e.Buf = append(append(append(e.Buf, open...), v.String()...), close...)
}

// Duration writes an xs:duration.
func (e *Encoder) Duration(open string, v xsd.Duration, close string) {
	putValue(e, open, v, close, "xs:duration")
}

// Integer writes an xs:integer.
func (e *Encoder) Integer(open string, v xsd.Integer, close string) {
	e.Buf = append(append(append(e.Buf, open...), v.String()...), close...)
}

// Time writes an xs:time.
func (e *Encoder) Time(open string, v xsd.Time, close string) { putValue(e, open, v, close, "xs:time") }

// putValue writes a value between open and close.
func putValue[T lexicalValue](e *Encoder, open string, v T, close, typ string) {
	if !v.Valid() {
		e.fail(open, "%s is not an %s", v.AppendTo(nil), typ)
		return
	}
	e.Buf = append(v.AppendTo(append(e.Buf, open...)), close...)
}

// lexicalValue is a value of a simple type that may be none of XML Schema's, as
// users can fill in what they like.
type lexicalValue interface {
	AppendTo(b []byte) []byte
	Valid() bool
}
