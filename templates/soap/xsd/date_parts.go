package xsd

import (
	"time"
)

// GYear is an xs:gYear (XML Schema part 2, section 3.2.11). Its zero value is
// 0001.
type GYear struct {
	Year int // there is no year 0: the one before 1 is -1
	Zone Zone
}

// GYearOf returns the year of t, without a zone.
func GYearOf(t time.Time) GYear { return GYear{Year: schemaYear(t.Year())} }

// ParseGYear reads an xs:gYear.
func ParseGYear(text string) (GYear, error) { return parse[GYear](text) }

func (v GYear) calendar() calendar { return calendar{&gYearForm, v.Year, 0, 0, v.Zone} }

// String returns the year as XML Schema writes it.
func (v GYear) String() string { return v.calendar().String() }

// AppendText appends the lexical form to b. It is an error if there is none.
func (v GYear) AppendText(b []byte) ([]byte, error) { return v.calendar().appendText(b) }

// MarshalText returns the lexical form. It is an error if there is none.
func (v GYear) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads an xs:gYear.
func (v *GYear) UnmarshalText(text []byte) error {
	return gYearForm.read(text, func(c calendar) { *v = GYear{c.year, c.zone} })
}

// In returns the instant at which the year starts; see Date.In.
func (v GYear) In(loc *time.Location) time.Time { return v.calendar().in(loc) }

// Compare compares the instants at which the years start; see Date.Compare.
func (v GYear) Compare(other GYear) (order int, ok bool) {
	return v.calendar().compare(other.calendar())
}

// Equal reports whether Compare returns 0 and true.
func (v GYear) Equal(other GYear) bool { return equal(v.Compare(other)) }

// GYearMonth is an xs:gYearMonth, a month of one year (XML Schema part 2,
// section 3.2.10). Its zero value is 0001-01.
type GYearMonth struct {
	Year  int // there is no year 0: the one before 1 is -1
	Month time.Month
	Zone  Zone
}

// GYearMonthOf returns the year and the month of t, without a zone.
func GYearMonthOf(t time.Time) GYearMonth {
	return GYearMonth{Year: schemaYear(t.Year()), Month: t.Month()}
}

// ParseGYearMonth reads an xs:gYearMonth.
func ParseGYearMonth(text string) (GYearMonth, error) { return parse[GYearMonth](text) }

func (v GYearMonth) calendar() calendar {
	return calendar{&gYearMonthForm, v.Year, int(v.Month), 0, v.Zone}
}

// String returns the month as XML Schema writes it.
func (v GYearMonth) String() string { return v.calendar().String() }

// AppendText appends the lexical form to b. It is an error if there is none.
func (v GYearMonth) AppendText(b []byte) ([]byte, error) { return v.calendar().appendText(b) }

// MarshalText returns the lexical form. It is an error if there is none.
func (v GYearMonth) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads an xs:gYearMonth.
func (v *GYearMonth) UnmarshalText(text []byte) error {
	return gYearMonthForm.read(text, func(c calendar) { *v = GYearMonth{c.year, time.Month(c.month), c.zone} })
}

// In returns the instant at which the month starts; see Date.In.
func (v GYearMonth) In(loc *time.Location) time.Time { return v.calendar().in(loc) }

// Compare compares the instants at which the months start; see Date.Compare.
func (v GYearMonth) Compare(other GYearMonth) (order int, ok bool) {
	return v.calendar().compare(other.calendar())
}

// Equal reports whether Compare returns 0 and true.
func (v GYearMonth) Equal(other GYearMonth) bool { return equal(v.Compare(other)) }

// GMonthDay is an xs:gMonthDay, a day of any year (XML Schema part 2, section
// 3.2.12). Its zero value is --01-01.
type GMonthDay struct {
	Month time.Month
	Day   int
	Zone  Zone
}

// GMonthDayOf returns the month and the day of t, without a zone.
func GMonthDayOf(t time.Time) GMonthDay { return GMonthDay{Month: t.Month(), Day: t.Day()} }

// ParseGMonthDay reads an xs:gMonthDay.
func ParseGMonthDay(text string) (GMonthDay, error) { return parse[GMonthDay](text) }

func (v GMonthDay) calendar() calendar {
	return calendar{&gMonthDayForm, 0, int(v.Month), v.Day, v.Zone}
}

// String returns the day as XML Schema writes it.
func (v GMonthDay) String() string { return v.calendar().String() }

// AppendText appends the lexical form to b. It is an error if there is none.
func (v GMonthDay) AppendText(b []byte) ([]byte, error) { return v.calendar().appendText(b) }

// MarshalText returns the lexical form. It is an error if there is none.
func (v GMonthDay) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads an xs:gMonthDay.
func (v *GMonthDay) UnmarshalText(text []byte) error {
	return gMonthDayForm.read(text, func(c calendar) { *v = GMonthDay{time.Month(c.month), c.day, c.zone} })
}

// Compare compares the instants at which the days start in one leap year; see
// Date.Compare.
func (v GMonthDay) Compare(other GMonthDay) (order int, ok bool) {
	return v.calendar().compare(other.calendar())
}

// Equal reports whether Compare returns 0 and true.
func (v GMonthDay) Equal(other GMonthDay) bool { return equal(v.Compare(other)) }

// GDay is an xs:gDay, a day of any month (XML Schema part 2, section 3.2.13).
// Its zero value is ---01.
type GDay struct {
	Day  int
	Zone Zone
}

// GDayOf returns the day of the month of t, without a zone.
func GDayOf(t time.Time) GDay { return GDay{Day: t.Day()} }

// ParseGDay reads an xs:gDay.
func ParseGDay(text string) (GDay, error) { return parse[GDay](text) }

func (v GDay) calendar() calendar { return calendar{&gDayForm, 0, 0, v.Day, v.Zone} }

// String returns the day as XML Schema writes it.
func (v GDay) String() string { return v.calendar().String() }

// AppendText appends the lexical form to b. It is an error if there is none.
func (v GDay) AppendText(b []byte) ([]byte, error) { return v.calendar().appendText(b) }

// MarshalText returns the lexical form. It is an error if there is none.
func (v GDay) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads an xs:gDay.
func (v *GDay) UnmarshalText(text []byte) error {
	return gDayForm.read(text, func(c calendar) { *v = GDay{c.day, c.zone} })
}

// Compare compares the instants at which the days start in one month; see
// Date.Compare.
func (v GDay) Compare(other GDay) (order int, ok bool) { return v.calendar().compare(other.calendar()) }

// Equal reports whether Compare returns 0 and true.
func (v GDay) Equal(other GDay) bool { return equal(v.Compare(other)) }

// GMonth is an xs:gMonth, a month of any year (XML Schema part 2, section
// 3.2.14). Its zero value is --01.
type GMonth struct {
	Month time.Month
	Zone  Zone
}

// GMonthOf returns the month of t, without a zone.
func GMonthOf(t time.Time) GMonth { return GMonth{Month: t.Month()} }

// ParseGMonth reads an xs:gMonth.
func ParseGMonth(text string) (GMonth, error) { return parse[GMonth](text) }

func (v GMonth) calendar() calendar { return calendar{&gMonthForm, 0, int(v.Month), 0, v.Zone} }

// String returns the month as XML Schema writes it.
func (v GMonth) String() string { return v.calendar().String() }

// AppendText appends the lexical form to b. It is an error if there is none.
func (v GMonth) AppendText(b []byte) ([]byte, error) { return v.calendar().appendText(b) }

// MarshalText returns the lexical form. It is an error if there is none.
func (v GMonth) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads an xs:gMonth.
func (v *GMonth) UnmarshalText(text []byte) error {
	return gMonthForm.read(text, func(c calendar) { *v = GMonth{time.Month(c.month), c.zone} })
}

// Compare compares the instants at which the months start in one year; see
// Date.Compare.
func (v GMonth) Compare(other GMonth) (order int, ok bool) {
	return v.calendar().compare(other.calendar())
}

// Equal reports whether Compare returns 0 and true.
func (v GMonth) Equal(other GMonth) bool { return equal(v.Compare(other)) }
