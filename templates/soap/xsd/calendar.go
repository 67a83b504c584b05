package xsd

import (
	"fmt"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// calendar is a value of one of the types that consist of parts of a date.
type calendar struct {
	form             *form
	year, month, day int // 0 for a part that the type does not have; there is no year 0
	zone             Zone
}

// form says of which parts of a date the values of a type consist.
type form struct {
	name             string
	year, month, day bool
}

var (
	dateForm       = form{"xs:date", true, true, true}
	gYearForm      = form{"xs:gYear", true, false, false}
	gYearMonthForm = form{"xs:gYearMonth", true, true, false}
	gMonthDayForm  = form{"xs:gMonthDay", false, true, true}
	gDayForm       = form{"xs:gDay", false, false, true}
	gMonthForm     = form{"xs:gMonth", false, true, false}
)

// leapYear is the year for values without one: it has all days.
const leapYear = 1972

// filled returns c with the zero value replaced by its meaning, and with parts
// that the type does not have, for comparison.
func (c calendar) filled() calendar {
	if c.year == 0 && c.month == 0 && c.day == 0 {
		c.year, c.month, c.day = 1, 1, 1
	}
	if !c.form.year {
		c.year = leapYear
	}
	if !c.form.day {
		c.day = 1
	}
	switch {
	case c.form.month:
	case c.form.year:
		c.month = 1
	default:
		c.month = 12
	}
	return c
}

// valid reports whether c, which is filled, has a lexical form.
func (c calendar) valid() bool {
	isYear := c.year != 0 && int64(c.year) <= lex.MaxYear && int64(c.year) >= -lex.MaxYear
	return isYear && isDay(goYear(c.year), time.Month(c.month), c.day) && c.zone.valid()
}

func (c calendar) compare(other calendar) (order int, ok bool) {
	return c.moment().compare(other.moment())
}

func (c calendar) moment() moment {
	return moment{seconds: c.in(time.UTC).Unix(), zoned: c.zone.set}
}

// in returns the instant at which the day, month or year starts.
func (c calendar) in(loc *time.Location) time.Time {
	c = c.filled()
	return time.Date(goYear(c.year), time.Month(c.month), c.day, 0, 0, 0, 0, c.zone.Location(loc))
}

func (c calendar) String() string { return string(c.append(nil)) }

func (c calendar) append(b []byte) []byte {
	c = c.filled()
	if c.form.year {
		b = appendYear(b, c.year)
	} else {
		b = append(b, '-')
	}
	if c.form.month {
		b = append2(append(b, '-'), c.month)
	} else if c.form.day {
		b = append(b, '-')
	}
	if c.form.day {
		b = append2(append(b, '-'), c.day)
	}
	return c.zone.append(b)
}

func (c calendar) appendText(b []byte) ([]byte, error) {
	if !c.filled().valid() {
		return b, fmt.Errorf("%s is not an %s", c, c.form.name)
	}
	return c.append(b), nil
}

// read calls set with the value of the form that text is. Without one it returns an error.
func (f *form) read(text []byte, set func(calendar)) error {
	c, err := unmarshal(calendar{}, text, f.name, f.parse)
	if err == nil {
		set(c)
	}
	return err
}

func (f *form) parse(b []byte) (c calendar, ok bool) {
	c.form, ok = f, true
	if f.year {
		c.year, b, ok = lex.ParseYear(b)
		c.year = schemaYear(c.year)
	} else {
		b, ok = skipDash(b)
	}
	switch {
	case ok && f.month:
		c.month, b, ok = parsePart(b)
	case ok && f.day:
		b, ok = skipDash(b)
	}
	if ok && f.day {
		c.day, b, ok = parsePart(b)
	}
	if !ok {
		return c, false
	}
	c.zone, ok = parseOptionalZone(b)
	return c, ok && c.filled().valid()
}

func skipDash(b []byte) (rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '-' {
		return nil, false
	}
	return b[1:], true
}

// parsePart reads a month or a day with the dash before it.
func parsePart(b []byte) (n int, rest []byte, ok bool) {
	if len(b) < len("-MM") || b[0] != '-' {
		return 0, nil, false
	}
	n = lex.TwoDigits(b[1:])
	return n, b[3:], n > 0
}

// isDay reports whether a month has a day; the year is as in package time.
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
