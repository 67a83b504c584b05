package xsd

import (
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// Zone is the time zone of a date or time that may do without one (XML Schema
// part 2, section 3.2.7.3). The zero value is none.
type Zone struct {
	minutes int
	set     bool
}

// NewZone returns the zone that is so many minutes ahead of UTC, or behind it if
// they are negative. More than 14 hours are no zone of XML Schema: a value with
// such a one cannot be written.
func NewZone(minutes int) Zone { return Zone{minutes, true} }

// Offset returns how many minutes the zone is ahead of UTC. It reports false if
// there is no zone.
func (z Zone) Offset() (minutes int, ok bool) { return z.minutes, z.set }

// Location returns the zone for package time, other if there is none.
func (z Zone) Location(other *time.Location) *time.Location {
	switch {
	case !z.set:
		return other
	case z.minutes == 0:
		return time.UTC
	}
	return time.FixedZone("", z.minutes*60)
}

// String returns "Z", "+01:00", "" without a zone.
func (z Zone) String() string { return string(z.AppendTo(nil)) }

func (z Zone) Valid() bool { return z.minutes >= -lex.MaxZone && z.minutes <= lex.MaxZone }

func (z Zone) AppendTo(b []byte) []byte {
	switch {
	case !z.set:
		return b
	case z.minutes == 0:
		return append(b, 'Z')
	}
	sign, minutes := byte('+'), z.minutes
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	b = lex.AppendPadded(append(b, sign), minutes/60, 2)
	return lex.AppendPadded(append(b, ':'), minutes%60, 2)
}

// parseOptionalZone reads what may follow a date or time.
func parseOptionalZone(b []byte) (Zone, bool) {
	minutes, none, ok := lex.ZoneMinutes(b)
	if none || !ok {
		return Zone{}, ok
	}
	return NewZone(minutes), true
}
