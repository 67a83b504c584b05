package xsd

import (
	"time"

	"example.com/quartet/templates/soap/internal/lex"
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
func ParseDate(text string) (Date, error) { return lex.Parse(text, "xs:date", DateFromBytes) }

// String returns the date as XML Schema writes it.
func (d Date) String() string { return string(d.AppendTo(nil)) }

// In returns the instant at which the day starts: in its own zone, or in loc if
// it has none.
func (d Date) In(loc *time.Location) time.Time {
	d = d.filled()
	return time.Date(goYear(d.Year), d.Month, d.Day, 0, 0, 0, 0, d.Zone.Location(loc))
}

// Compare returns -1, 0 or 1 if d is before, on or after other, by the instants
// at which they start. It reports false if only one of them has a zone and the
// other's zone would decide.
func (d Date) Compare(other Date) (order int, ok bool) { return d.moment().compare(other.moment()) }

func (d Date) moment() moment {
	d = d.filled()
	return momentOf(d.Year, int(d.Month), d.Day, d.Zone)
}

// filled returns d with the zero value replaced by its meaning.
func (d Date) filled() Date {
	if d.Year == 0 && d.Month == 0 && d.Day == 0 {
		d.Year, d.Month, d.Day = 1, 1, 1
	}
	return d
}

// Valid reports whether the value has a lexical form.
func (d Date) Valid() bool {
	d = d.filled()
	return isYear(d.Year) && isDay(goYear(d.Year), d.Month, d.Day) && d.Zone.Valid()
}

// AppendTo appends the lexical form to b.
func (d Date) AppendTo(b []byte) []byte {
	d = d.filled()
	b = append(appendSchemaYear(b, d.Year), '-')
	b = append(lex.AppendPadded(b, int(d.Month), 2), '-')
	return d.Zone.AppendTo(lex.AppendPadded(b, d.Day, 2))
}

// DateFromBytes is like ParseDate, for text without white space around it.
// It reports false if the text is not valid.
func DateFromBytes(b []byte) (d Date, ok bool) {
	year, b, ok := lex.ParseYear(b)
	if !ok || len(b) < len("-MM-DD") || b[0] != '-' || b[3] != '-' {
		return d, false
	}
	d = Date{Year: schemaYear(year), Month: time.Month(lex.TwoDigits(b[1:])), Day: lex.TwoDigits(b[4:])}
	d.Zone, ok = parseOptionalZone(b[6:])
	return d, ok && isDay(year, d.Month, d.Day)
}

func isYear(year int) bool {
	return year != 0 && int64(year) <= lex.MaxYear && int64(year) >= -lex.MaxYear
}

// isDay reports whether a month has a day; the year is that of package time.
func isDay(year int, month time.Month, day int) bool {
	return month >= 1 && month <= 12 && day >= 1 && day <= lex.DaysIn(int(month), year)
}

// schemaYear returns the year of XML Schema, which has no 0, for one of package
// time, and goYear is the inverse.
func schemaYear(year int) int {
	if year <= 0 {
		return year - 1
	}
	return year
}

func goYear(year int) int {
	if year < 0 {
		return year + 1
	}
	return year
}

func appendSchemaYear(b []byte, year int) []byte {
	if year < 0 {
		b, year = append(b, '-'), -year
	}
	return lex.AppendPadded(b, year, 4)
}
