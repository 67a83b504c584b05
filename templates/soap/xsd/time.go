package xsd

import (
	"fmt"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// Time is an xs:time, a time of day (XML Schema part 2, section 3.2.8). Its zero
// value is 00:00:00, without a zone. 24:00:00 is read as 00:00:00.
type Time struct {
	Hour, Minute, Second int
	Nanosecond           int
	Zone                 Zone

	digits string // digits of the fraction of a second, beyond the ninth
}

// TimeOf returns what a clock in t's zone shows at t, without a zone.
func TimeOf(t time.Time) Time {
	hour, minute, second := t.Clock()
	return Time{Hour: hour, Minute: minute, Second: second, Nanosecond: t.Nanosecond()}
}

// ParseTime reads an xs:time.
func ParseTime(text string) (Time, error) { return parse[Time](text) }

// String returns the time as XML Schema writes it.
func (t Time) String() string { return string(t.append(nil)) }

// On returns the instant of the time on a day: in its own zone, or in loc if it
// has none.
func (t Time) On(day Date, loc *time.Location) time.Time {
	c := day.calendar().filled()
	return time.Date(goYear(c.year), time.Month(c.month), c.day, t.Hour, t.Minute, t.Second, t.Nanosecond, t.Zone.Location(loc))
}

// Compare returns -1, 0 or 1 if t is before, at or after other, on one day. It
// reports false if only one of them has a zone and the other's zone would
// decide.
func (t Time) Compare(other Time) (order int, ok bool) { return t.moment().compare(other.moment()) }

// Equal reports whether Compare returns 0 and true.
func (t Time) Equal(other Time) bool { return equal(t.Compare(other)) }

func (t Time) moment() moment {
	seconds := (t.Hour*60+t.Minute-t.Zone.minutes)*60 + t.Second
	return moment{seconds: int64(seconds), nanos: t.Nanosecond, digits: t.digits, zoned: t.Zone.set}
}

func (t Time) valid() bool {
	return t.Hour >= 0 && t.Hour < 24 && t.Minute >= 0 && t.Minute < 60 && t.Second >= 0 && t.Second < 60 &&
		t.Nanosecond >= 0 && t.Nanosecond < 1e9 && t.Zone.valid()
}

// AppendText appends the lexical form to b. It is an error if there is none.
func (t Time) AppendText(b []byte) ([]byte, error) {
	if !t.valid() {
		return b, fmt.Errorf("%s is not an xs:time", t)
	}
	return t.append(b), nil
}

// MarshalText returns the lexical form. It is an error if there is none.
func (t Time) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// UnmarshalText reads an xs:time.
func (t *Time) UnmarshalText(text []byte) (err error) {
	*t, err = unmarshal(*t, text, "xs:time", parseTime)
	return err
}

func (t Time) append(b []byte) []byte {
	b = append(append2(b, t.Hour), ':')
	b = append(append2(b, t.Minute), ':')
	b = append2(b, t.Second)
	return t.Zone.append(appendFraction(b, t.Nanosecond, t.digits))
}

func parseTime(b []byte) (t Time, ok bool) {
	if t.Hour, t.Minute, t.Second, b, ok = lex.ParseClock(b); !ok {
		return t, false
	}
	if t.Nanosecond, t.digits, b, ok = parseFraction(b); !ok {
		return t, false
	}
	if t == (Time{Hour: 24}) {
		t.Hour = 0
	}
	t.Zone, ok = parseOptionalZone(b)
	return t, ok && t.valid()
}
