package xsd

import (
	"cmp"
	"fmt"
	"time"

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

// Zone is the optional time zone of a date or time (XML Schema part 2, section
// 3.2.7.3). The zero value means that there is no zone.
type Zone struct {
	minutes int
	set     bool
}

// NewZone returns the zone with a difference from UTC in minutes, positive east
// of UTC. XML Schema allows at most 14 hours: a value with a greater difference
// cannot be written.
func NewZone(minutes int) Zone { return Zone{minutes, true} }

// Offset returns the difference from UTC in minutes, positive east of UTC. It
// reports false if there is no zone.
func (z Zone) Offset() (minutes int, ok bool) { return z.minutes, z.set }

// Location returns the zone as a time.Location, other if there is no zone.
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
func (z Zone) String() string { return string(z.append(nil)) }

// MarshalText returns what String does. It is an error if the difference from
// UTC is too great.
func (z Zone) MarshalText() ([]byte, error) {
	if !z.valid() {
		return nil, fmt.Errorf("%s is not a zone of XML Schema", z)
	}
	return z.append(nil), nil
}

// UnmarshalText reads what String returns.
func (z *Zone) UnmarshalText(text []byte) (err error) {
	*z, err = unmarshal(*z, text, "offset from UTC", parseOptionalZone)
	return err
}

// Equal reports whether the zones have the same difference from UTC, or neither
// is a zone.
func (z Zone) Equal(other Zone) bool { return z == other }

func (z Zone) valid() bool { return z.minutes >= -lex.MaxZone && z.minutes <= lex.MaxZone }

func (z Zone) append(b []byte) []byte {
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
	b = append2(append(b, sign), minutes/60)
	return append2(append(b, ':'), minutes%60)
}

// parseOptionalZone reads what may follow a date or time.
func parseOptionalZone(b []byte) (Zone, bool) {
	minutes, none, ok := lex.ZoneMinutes(b)
	if none || !ok {
		return Zone{}, ok
	}
	return NewZone(minutes), true
}
