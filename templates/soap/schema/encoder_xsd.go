package schema

import (
	"example.com/quartet/templates/soap/xsd"
)

// Date writes an xs:date.
func (e *Encoder) Date(open string, v xsd.Date, close string) { putValue(e, open, v, close) }

// GYear writes an xs:gYear.
func (e *Encoder) GYear(open string, v xsd.GYear, close string) {
	putValue(e, open, v, close)
}

// GYearMonth writes an xs:gYearMonth.
func (e *Encoder) GYearMonth(open string, v xsd.GYearMonth, close string) {
	putValue(e, open, v, close)
}

// GMonthDay writes an xs:gMonthDay.
func (e *Encoder) GMonthDay(open string, v xsd.GMonthDay, close string) {
	putValue(e, open, v, close)
}

// GDay writes an xs:gDay.
func (e *Encoder) GDay(open string, v xsd.GDay, close string) { putValue(e, open, v, close) }

// GMonth writes an xs:gMonth.
func (e *Encoder) GMonth(open string, v xsd.GMonth, close string) {
	putValue(e, open, v, close)
}

// Decimal writes an xs:decimal.
func (e *Encoder) Decimal(open string, v xsd.Decimal, close string) {
	e.Buf = append(append(append(e.Buf, open...), v.String()...), close...)
}

// Duration writes an xs:duration.
func (e *Encoder) Duration(open string, v xsd.Duration, close string) {
	putValue(e, open, v, close)
}

// Integer writes an xs:integer.
func (e *Encoder) Integer(open string, v xsd.Integer, close string) {
	e.Buf = append(append(append(e.Buf, open...), v.String()...), close...)
}

// Time writes an xs:time.
func (e *Encoder) Time(open string, v xsd.Time, close string) { putValue(e, open, v, close) }

// putValue writes a value between open and close. Users can fill in what they
// like: it may have no lexical form.
func putValue[T interface{ AppendText([]byte) ([]byte, error) }](e *Encoder, open string, v T, close string) {
	b, err := v.AppendText(append(e.Buf, open...))
	if err != nil {
		e.fail(open, "%v", err)
		return
	}
	e.Buf = append(b, close...)
}
