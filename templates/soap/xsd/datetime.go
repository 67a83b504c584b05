// Package xsd has types for the values of XML Schema's built-in types that Go has no type for, and for wildcards and
// xs:anyType. The values keep all information of their lexical forms. Values may be copied and are safe for
// concurrent use.
package xsd

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// DateTime is an xs:dateTime (XML Schema part 2, section 3.2.7). Its zero value
// is 0001-01-01T00:00:00Z.
//
// A dateTime may have no time zone: then its instant is not known, and NoZone
// is set.
type DateTime struct {
	// Time is the instant, in the zone that the document gives. Where NoZone
	// is set, it is the instant at which a clock in UTC shows these digits.
	Time   time.Time
	NoZone bool

	digits string // digits of the fraction of a second, beyond the ninth
}

// DateTimeOf is the instant t, in t's zone.
func DateTimeOf(t time.Time) DateTime { return DateTime{Time: t.Round(0)} } // without the monotonic clock

// LocalDateTime is what a clock in t's zone shows at t, without a zone.
func LocalDateTime(t time.Time) DateTime {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	return DateTime{Time: time.Date(year, month, day, hour, minute, second, t.Nanosecond(), time.UTC), NoZone: true}
}

// In returns the instant. A dateTime without a zone is read as the time of a
// clock in loc.
func (t DateTime) In(loc *time.Location) time.Time {
	if !t.NoZone {
		return t.Time.In(loc)
	}
	year, month, day := t.Time.Date()
	hour, minute, second := t.Time.Clock()
	return time.Date(year, month, day, hour, minute, second, t.Time.Nanosecond(), loc)
}

// String returns the dateTime as XML Schema writes it.
func (t DateTime) String() string { return string(t.append(nil)) }

// ParseDateTime reads an xs:dateTime.
func ParseDateTime(text string) (DateTime, error) { return parse[DateTime](text) }

// Compare returns -1, 0 or 1 if t is before, at or after u. It reports false if
// only one of them has a zone and the other's zone would decide (XML Schema
// part 2, section 3.2.7.4).
func (t DateTime) Compare(u DateTime) (order int, ok bool) { return t.moment().compare(u.moment()) }

// Equal reports whether Compare returns 0 and true.
func (t DateTime) Equal(u DateTime) bool { return equal(t.Compare(u)) }

func (t DateTime) moment() moment {
	return moment{seconds: t.Time.Unix(), nanos: t.Time.Nanosecond(), digits: t.digits, zoned: !t.NoZone}
}

// UnmarshalText reads an xs:dateTime. The fraction may have any number of
// digits; 24:00:00 is the first instant of the next day; the year 0000 does not
// exist, -0001 is the year before 0001.
func (t *DateTime) UnmarshalText(text []byte) (err error) {
	*t, err = unmarshal(*t, text, "xs:dateTime", parseDateTime)
	return err
}

func parseDateTime(b []byte) (t DateTime, ok bool) {
	year, b, ok := lex.ParseYear(b)
	const layout = "-MM-DDT"
	if !ok || len(b) < len(layout) || b[0] != '-' || b[3] != '-' || b[6] != 'T' {
		return t, false
	}
	month, day := lex.TwoDigits(b[1:]), lex.TwoDigits(b[4:])
	hour, minute, second, b, ok := lex.ParseClock(b[len(layout):])
	if !ok || !isDay(year, time.Month(month), day) {
		return t, false
	}
	nanos, rest, b, ok := parseFraction(b)
	if !ok || hour == 24 && (nanos != 0 || rest != "") {
		return t, false
	}
	zone, ok := parseOptionalZone(b)
	if !ok {
		return t, false
	}
	at := time.Date(year, time.Month(month), day, hour, minute, second, nanos, zone.Location(time.UTC))
	return DateTime{Time: at, NoZone: !zone.set, digits: rest}, true
}

// parseFraction reads ".123"; rest holds the digits beyond the ninth, without
// zeros at the end.
func parseFraction(b []byte) (nanos int, rest string, after []byte, ok bool) {
	if len(b) == 0 || b[0] != '.' {
		return 0, "", b, true
	}
	digits := b[1 : 1+lex.CountDigits(b[1:])]
	for i := range 9 {
		if nanos *= 10; i < len(digits) {
			nanos += int(digits[i] - '0')
		}
	}
	if len(digits) > 9 {
		rest = string(bytes.TrimRight(digits[9:], "0"))
	}
	return nanos, rest, b[1+len(digits):], len(digits) > 0
}

// MarshalText returns the lexical form; see AppendText.
func (t DateTime) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// AppendText appends the lexical form to b. A zone that XML Schema does not have
// is written as UTC. It is an error if UnmarshalText could not read the year.
func (t DateTime) AppendText(b []byte) ([]byte, error) {
	if at := t.Time.Unix(); at > maxSeconds || at < -maxSeconds {
		return b, fmt.Errorf("%s is not an xs:dateTime", t)
	}
	return t.append(b), nil
}

// maxSeconds covers all years that UnmarshalText reads, in any zone.
const maxSeconds = (lex.MaxYear - 2000) * 31556952

func (t DateTime) append(b []byte) []byte {
	at, zone := t.Time, Zone{set: !t.NoZone}
	if _, offset := at.Zone(); zone.set && offset%60 == 0 && NewZone(offset/60).valid() {
		zone.minutes = offset / 60
	}
	if zone.minutes == 0 {
		at = at.UTC()
	}
	year, month, day := at.Date()
	hour, minute, second := at.Clock()
	b = appendYear(b, schemaYear(year))
	date := [...]byte{'-', 0, 0, '-', 0, 0, 'T', 0, 0, ':', 0, 0, ':', 0, 0}
	put2(date[1:], int(month))
	put2(date[4:], day)
	put2(date[7:], hour)
	put2(date[10:], minute)
	put2(date[13:], second)
	return zone.append(appendFraction(append(b, date[:]...), at.Nanosecond(), t.digits))
}

// appendYear writes a year of XML Schema with at least four digits.
func appendYear(b []byte, year int) []byte {
	if year < 0 {
		b, year = append(b, '-'), -year
	}
	if year > 9999 {
		return strconv.AppendInt(b, int64(year), 10)
	}
	var digits [4]byte
	put2(digits[:], year/100)
	put2(digits[2:], year%100)
	return append(b, digits[:]...)
}

// append2 writes n with two digits, and as it is if it does not have two.
func append2(b []byte, n int) []byte {
	if n < 0 || n > 99 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, byte('0'+n/10), byte('0'+n%10))
}

func put2(b []byte, n int) { b[0], b[1] = byte('0'+n/10), byte('0'+n%10) }

func appendFraction(b []byte, nanos int, rest string) []byte {
	if nanos == 0 && rest == "" {
		return b
	}
	b = append(b, '.')
	for p := 100_000_000; p > 0 && (nanos > 0 || rest != ""); p /= 10 {
		b = append(b, byte('0'+nanos/p))
		nanos %= p
	}
	return append(b, rest...)
}
