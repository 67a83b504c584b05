package timetable

import "time"

// A Period is the time in which trains run. The zero Period has no limits.
type Period struct {
	First, Last Date      // service dates
	Start, End  time.Time // start of the first service date, and end of the last train of the last one
}

// A Validity says whether a period has begun and not ended.
type Validity string

// The validities of a period.
const (
	Current  Validity = "current"
	Ended    Validity = "ended"
	NotBegun Validity = "not begun"
)

// At returns the validity at a time.
func (p Period) At(now time.Time) Validity {
	switch {
	case !p.Limited():
		return Current
	case now.After(p.End):
		return Ended
	case now.Before(p.Start):
		return NotBegun
	}
	return Current
}

// Limited reports whether the period has limits.
func (p Period) Limited() bool { return !p.End.IsZero() }

// Nearest returns a period that is current at a time or, if none is, the next one to begin, else the last one to end.
func Nearest(now time.Time, all []Period) (nearest Period) {
	for i, p := range all {
		switch validity := p.At(now); {
		case validity == Current:
			return p
		case i == 0, validity == NotBegun && (nearest.At(now) == Ended || p.Start.Before(nearest.Start)),
			validity == Ended && nearest.At(now) == Ended && p.End.After(nearest.End):
			nearest = p
		}
	}
	return nearest
}

// union returns the period from the start of the earliest to the end of the latest one.
func union(all []Period) (p Period) {
	for i, other := range all {
		if !other.Limited() {
			return Period{}
		}
		if i == 0 {
			p = other
		}
		if other.Start.Before(p.Start) {
			p.First, p.Start = other.First, other.Start
		}
		if other.Last.Compare(p.Last) > 0 {
			p.Last = other.Last
		}
		if other.End.After(p.End) {
			p.End = other.End
		}
	}
	return p
}
