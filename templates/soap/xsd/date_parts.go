package xsd

import (
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// GYear is an xs:gYear (XML Schema part 2, section 3.2.11). Its zero value is
// 0001.
type GYear struct {
	Year int // there is no year 0: the one before 1 is -1
	Zone Zone
}

// GYearMonth is an xs:gYearMonth, a month of one year (XML Schema part 2,
// section 3.2.10). Its zero value is 0001-01.
type GYearMonth struct {
	Year  int // there is no year 0: the one before 1 is -1
	Month time.Month
	Zone  Zone
}

// GMonthDay is an xs:gMonthDay, a day of any year (XML Schema part 2, section
// 3.2.12). Its zero value is --01-01.
type GMonthDay struct {
	Month time.Month
	Day   int
	Zone  Zone
}

// GDay is an xs:gDay, a day of any month (XML Schema part 2, section 3.2.13).
// Its zero value is ---01.
type GDay struct {
	Day  int
	Zone Zone
}

// GMonth is an xs:gMonth, a month of any year (XML Schema part 2, section
// 3.2.14). Its zero value is --01.
type GMonth struct {
	Month time.Month
	Zone  Zone
}

// ParseGYear reads an xs:gYear.
func ParseGYear(text string) (GYear, error) { return lex.Parse(text, "xs:gYear", GYearFromBytes) }

// ParseGYearMonth reads an xs:gYearMonth.
func ParseGYearMonth(text string) (GYearMonth, error) {
	return lex.Parse(text, "xs:gYearMonth", GYearMonthFromBytes)
}

// ParseGMonthDay reads an xs:gMonthDay.
func ParseGMonthDay(text string) (GMonthDay, error) {
	return lex.Parse(text, "xs:gMonthDay", GMonthDayFromBytes)
}

// ParseGDay reads an xs:gDay.
func ParseGDay(text string) (GDay, error) { return lex.Parse(text, "xs:gDay", GDayFromBytes) }

// ParseGMonth reads an xs:gMonth.
func ParseGMonth(text string) (GMonth, error) { return lex.Parse(text, "xs:gMonth", GMonthFromBytes) }

// String returns the year as XML Schema writes it.
func (v GYear) String() string { return string(v.AppendTo(nil)) }

// String returns the month as XML Schema writes it.
func (v GYearMonth) String() string { return string(v.AppendTo(nil)) }

// String returns the day as XML Schema writes it.
func (v GMonthDay) String() string { return string(v.AppendTo(nil)) }

// String returns the day as XML Schema writes it.
func (v GDay) String() string { return string(v.AppendTo(nil)) }

// String returns the month as XML Schema writes it.
func (v GMonth) String() string { return string(v.AppendTo(nil)) }

// Compare compares the instants at which the years start; see Date.Compare.
func (v GYear) Compare(w GYear) (order int, ok bool) { return v.moment().compare(w.moment()) }

// Compare compares the instants at which the months start; see Date.Compare.
func (v GYearMonth) Compare(w GYearMonth) (order int, ok bool) {
	return v.moment().compare(w.moment())
}

// Compare compares the instants at which the days start in one leap year; see
// Date.Compare.
func (v GMonthDay) Compare(w GMonthDay) (order int, ok bool) { return v.moment().compare(w.moment()) }

// Compare compares the instants at which the days start in one month; see
// Date.Compare.
func (v GDay) Compare(w GDay) (order int, ok bool) { return v.moment().compare(w.moment()) }

// Compare compares the instants at which the months start in one year; see
// Date.Compare.
func (v GMonth) Compare(w GMonth) (order int, ok bool) { return v.moment().compare(w.moment()) }

// leapYear is the year for values without one: it has all days.
const leapYear = 1972

func (v GYear) moment() moment { return momentOf(v.filled().Year, 1, 1, v.Zone) }

func (v GYearMonth) moment() moment {
	v = v.filled()
	return momentOf(v.Year, int(v.Month), 1, v.Zone)
}

func (v GMonthDay) moment() moment {
	v = v.filled()
	return momentOf(leapYear, int(v.Month), v.Day, v.Zone)
}

func (v GDay) moment() moment { return momentOf(leapYear, 12, v.filled().Day, v.Zone) }

func (v GMonth) moment() moment { return momentOf(leapYear, int(v.filled().Month), 1, v.Zone) }

func (v GYear) filled() GYear {
	if v.Year == 0 {
		v.Year = 1
	}
	return v
}

func (v GYearMonth) filled() GYearMonth {
	if v.Year == 0 && v.Month == 0 {
		v.Year, v.Month = 1, 1
	}
	return v
}

func (v GMonthDay) filled() GMonthDay {
	if v.Month == 0 && v.Day == 0 {
		v.Month, v.Day = 1, 1
	}
	return v
}

func (v GDay) filled() GDay {
	if v.Day == 0 {
		v.Day = 1
	}
	return v
}

func (v GMonth) filled() GMonth {
	if v.Month == 0 {
		v.Month = 1
	}
	return v
}

// Valid reports whether the value has a lexical form.
func (v GYear) Valid() bool { return isYear(v.filled().Year) && v.Zone.Valid() }

// Valid reports whether the value has a lexical form.
func (v GYearMonth) Valid() bool {
	v = v.filled()
	return isYear(v.Year) && isDay(leapYear, v.Month, 1) && v.Zone.Valid()
}

// Valid reports whether the value has a lexical form.
func (v GMonthDay) Valid() bool {
	v = v.filled()
	return isDay(leapYear, v.Month, v.Day) && v.Zone.Valid()
}

// Valid reports whether the value has a lexical form.
func (v GDay) Valid() bool { return isDay(leapYear, time.December, v.filled().Day) && v.Zone.Valid() }

// Valid reports whether the value has a lexical form.
func (v GMonth) Valid() bool { return isDay(leapYear, v.filled().Month, 1) && v.Zone.Valid() }

// AppendTo appends the lexical form to b.
func (v GYear) AppendTo(b []byte) []byte {
	return v.Zone.AppendTo(appendSchemaYear(b, v.filled().Year))
}

// AppendTo appends the lexical form to b.
func (v GYearMonth) AppendTo(b []byte) []byte {
	v = v.filled()
	b = append(appendSchemaYear(b, v.Year), '-')
	return v.Zone.AppendTo(lex.AppendPadded(b, int(v.Month), 2))
}

// AppendTo appends the lexical form to b.
func (v GMonthDay) AppendTo(b []byte) []byte {
	v = v.filled()
	b = lex.AppendPadded(append(b, "--"...), int(v.Month), 2)
	return v.Zone.AppendTo(lex.AppendPadded(append(b, '-'), v.Day, 2))
}

// AppendTo appends the lexical form to b.
func (v GDay) AppendTo(b []byte) []byte {
	return v.Zone.AppendTo(lex.AppendPadded(append(b, "---"...), v.filled().Day, 2))
}

// AppendTo appends the lexical form to b.
func (v GMonth) AppendTo(b []byte) []byte {
	return v.Zone.AppendTo(lex.AppendPadded(append(b, "--"...), int(v.filled().Month), 2))
}

// GYearFromBytes is like ParseGYear, for text without white space around it.
// It reports false if the text is not valid.
func GYearFromBytes(b []byte) (v GYear, ok bool) {
	year, b, ok := lex.ParseYear(b)
	if !ok {
		return v, false
	}
	v.Year = schemaYear(year)
	v.Zone, ok = parseOptionalZone(b)
	return v, ok
}

// GYearMonthFromBytes is like ParseGYearMonth, for text without white space around it.
// It reports false if the text is not valid.
func GYearMonthFromBytes(b []byte) (v GYearMonth, ok bool) {
	year, b, ok := lex.ParseYear(b)
	if !ok || len(b) < len("-MM") || b[0] != '-' {
		return v, false
	}
	v.Year, v.Month = schemaYear(year), time.Month(lex.TwoDigits(b[1:]))
	v.Zone, ok = parseOptionalZone(b[3:])
	return v, ok && isDay(leapYear, v.Month, 1)
}

// GMonthDayFromBytes is like ParseGMonthDay, for text without white space around it.
// It reports false if the text is not valid.
func GMonthDayFromBytes(b []byte) (v GMonthDay, ok bool) {
	if len(b) < len("--MM-DD") || b[0] != '-' || b[1] != '-' || b[4] != '-' {
		return v, false
	}
	v.Month, v.Day = time.Month(lex.TwoDigits(b[2:])), lex.TwoDigits(b[5:])
	v.Zone, ok = parseOptionalZone(b[7:])
	return v, ok && isDay(leapYear, v.Month, v.Day)
}

// GDayFromBytes is like ParseGDay, for text without white space around it.
// It reports false if the text is not valid.
func GDayFromBytes(b []byte) (v GDay, ok bool) {
	if len(b) < len("---DD") || string(b[:3]) != "---" {
		return v, false
	}
	v.Day = lex.TwoDigits(b[3:])
	v.Zone, ok = parseOptionalZone(b[5:])
	return v, ok && isDay(leapYear, time.December, v.Day)
}

// GMonthFromBytes is like ParseGMonth, for text without white space around it.
// It reports false if the text is not valid.
func GMonthFromBytes(b []byte) (v GMonth, ok bool) {
	if len(b) < len("--MM") || b[0] != '-' || b[1] != '-' {
		return v, false
	}
	v.Month = time.Month(lex.TwoDigits(b[2:]))
	v.Zone, ok = parseOptionalZone(b[4:])
	return v, ok && isDay(leapYear, v.Month, 1)
}
