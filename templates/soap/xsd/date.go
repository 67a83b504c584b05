package xsd

import (
	"time"
)

// Date is an xs:date (XML Schema part 2, section 3.2.9). Its zero value is
// 0001-01-01, without a zone.
type Date struct {
	Year  int // there is no year 0: the one before 1 is -1
	Month time.Month
	Day   int
	Zone  Zone
}

// DateOf returns the date that a calendar in t's zone shows at t, without a
// zone.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: schemaYear(year), Month: month, Day: day}
}

// ParseDate reads an xs:date.
func ParseDate(text string) (Date, error) { return parse[Date](text) }

func (d Date) calendar() calendar { return calendar{&dateForm, d.Year, int(d.Month), d.Day, d.Zone} }

// String returns the date as XML Schema writes it.
func (d Date) String() string { return d.calendar().String() }

// AppendText appends the lexical form to b. It is an error if there is none.
func (d Date) AppendText(b []byte) ([]byte, error) { return d.calendar().appendText(b) }

// MarshalText returns the lexical form. It is an error if there is none.
func (d Date) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalText reads an xs:date.
func (d *Date) UnmarshalText(text []byte) error {
	return dateForm.read(text, func(c calendar) { *d = Date{c.year, time.Month(c.month), c.day, c.zone} })
}

// In returns the instant at which the day starts: in its own zone, or in loc if
// it has none.
func (d Date) In(loc *time.Location) time.Time { return d.calendar().in(loc) }

// Compare returns -1, 0 or 1 if d is before, on or after other, by the instants
// at which they start. It reports false if only one of them has a zone and the
// other's zone would decide.
func (d Date) Compare(other Date) (order int, ok bool) { return d.calendar().compare(other.calendar()) }

// Equal reports whether Compare returns 0 and true.
func (d Date) Equal(other Date) bool { return equal(d.Compare(other)) }
