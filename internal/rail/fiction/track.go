package fiction

import (
	"math"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A position is where a train is on its way.
type position struct {
	call   int  // the one that it stands at or goes to
	stands bool // at the call
	along  float64
	speed  float64 // in metres per second
}

// position returns where the train is at now. It has not left its origin before it starts, and stays at its destination
// once it is there.
func (s *script) position(now time.Time) position {
	for i := range s.times {
		if i == s.Last() || now.Before(s.times[i].Depart) {
			if i == 0 || !now.Before(s.times[i].Arrive) {
				return position{call: i, stands: true, along: s.Calls[i].Along}
			}
			return s.between(i, now)
		}
	}
	return position{}
}

// between returns where the train is on its way to call i.
func (s *script) between(i int, now time.Time) position {
	from, to := s.Calls[i-1].Along, s.Calls[i].Along
	at := func(t time.Time) float64 { return from + (to-from)*s.progress(i, t) }
	p := position{call: i, along: at(now)}
	if !s.held(now) {
		p.speed = max(0, at(now.Add(time.Second))-p.along)
	}
	return p
}

// progress returns how much of the way to call i is done, from 0 to 1.
func (s *script) progress(i int, now time.Time) float64 {
	left, run := s.times[i-1].Depart, s.runs[i]
	starts := i == 1 || s.stops(i-1)
	ends := i == s.Last() || s.stops(i)
	if s.hold.leg != i {
		return eased(float64(now.Sub(left))/float64(run), starts, ends)
	}
	first := s.hold.from.Sub(left)
	part := float64(first) / float64(run)
	if now.Before(s.hold.until) {
		return part * eased(float64(now.Sub(left))/float64(first), starts, true)
	}
	return part + (1-part)*eased(float64(now.Sub(s.hold.until))/float64(run-first), true, ends)
}

// eased returns how far a train is after a part of its time. It gathers speed over the first eighth of the time where
// it starts from a stand, and loses it over the last one where it ends at one.
func eased(part float64, starts, ends bool) float64 {
	const ramp = 0.125
	part = min(1, max(0, part))
	top := 1.0 // the speed that makes the whole way 1
	if starts {
		top -= ramp / 2
	}
	if ends {
		top -= ramp / 2
	}
	way := part
	if starts {
		way -= ramp / 2
		if part < ramp {
			way = part * part / (2 * ramp)
		}
	}
	if left := 1 - part; ends && left < ramp {
		return 1 - left*left/(2*ramp)/top
	}
	return way / top
}

// bearing returns the direction from one point to another in degrees, clockwise from north.
func bearing(a, b timetable.Point) float64 {
	radians := math.Pi / 180
	east := (b.Longitude - a.Longitude) * math.Cos(a.Latitude*radians)
	degrees := math.Atan2(east, b.Latitude-a.Latitude) / radians
	return math.Mod(degrees+360, 360)
}
