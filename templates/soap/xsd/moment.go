package xsd

import (
	"cmp"

	"example.com/quartet/templates/soap/internal/lex"
)

// moment is where a date or time is on the time line, for comparison. Without a
// zone it is as if that was UTC.
type moment struct {
	seconds int64
	nanos   int
	digits  string // digits of the fraction of a second, beyond the ninth
	zoned   bool
}

// compare follows the order of XML Schema part 2, section 3.2.7.4: a moment
// without a zone is before or after a moment with a zone only if that is so in
// every zone.
func (m moment) compare(other moment) (order int, ok bool) {
	switch {
	case m.zoned == other.zoned:
		return m.order(other), true
	case !m.zoned:
		order, ok = other.compare(m)
		return -order, ok
	}
	first, last := other, other
	first.seconds -= lex.MaxZone * 60
	last.seconds += lex.MaxZone * 60
	switch {
	case m.order(first) < 0:
		return -1, true
	case m.order(last) > 0:
		return 1, true
	}
	return 0, false
}

func (m moment) order(other moment) int {
	return cmp.Or(cmp.Compare(m.seconds, other.seconds), cmp.Compare(m.nanos, other.nanos), cmp.Compare(m.digits, other.digits))
}

const daySeconds = 24 * 60 * 60

// momentOf returns the start of a day in the proleptic Gregorian calendar. The
// year is XML Schema's: there is no year 0.
func momentOf(year, month, day int, zone Zone) moment {
	return moment{seconds: daysUntil(int64(goYear(year)), int64(month), int64(day))*daySeconds - int64(zone.minutes)*60, zoned: zone.set}
}

// daysUntil counts the days from 1 March of the year 0 on.
func daysUntil(year, month, day int64) int64 {
	if month < 3 { // years start in March, so that the leap day is the last
		year, month = year-1, month+12
	}
	return 365*year + floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400) + (153*(month-3)+2)/5 + day - 1
}

func floorDiv(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
