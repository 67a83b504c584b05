package running

import (
	"math"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Motion describes where a train is while its state is otherwise the same, see [Run.Steady]: at a place, or on its way
// between two calls.
type Motion struct {
	moves            bool
	path             *timetable.Path // nil: a straight line between the places
	from, to         timetable.Point // without moves, from is the place
	along, length    float64         // distances on the path
	departed, arrive int64           // seconds since 1970
}

// Moves reports whether the place changes with time.
func (m *Motion) Moves() bool { return m.moves }

// At returns the place at an instant, in seconds since 1970.
func (m *Motion) At(unix int64) timetable.Point {
	if !m.moves {
		return m.from
	}
	done := float64(unix-m.departed) / float64(m.arrive-m.departed)
	if m.path != nil {
		return m.path.At(m.along + done*m.length)
	}
	return m.from.Towards(m.to, done)
}

// Motion returns where the train is. That is the place that its vehicle last reported, if the report is recent and the
// train has not terminated; else the station at which the train stands; else a point on the trip's path between two
// calls, interpolated by time. A trip without a path has straight lines between its stations; if the place of one of
// the two stations is unknown then, so is the train's.
func (r *Run) Motion() Motion {
	if v := r.vehicle(); v != nil {
		return Motion{from: v.Place}
	}
	i := int(max(r.last, r.first))
	from := &r.Calls[i]
	if !r.Departed(i) {
		return Motion{from: from.Station.Place}
	}
	to := &r.Calls[i+1]
	m := Motion{moves: true, departed: r.unix(r.Depart(i)), arrive: r.unix(r.Arrive(i + 1))}
	if r.Path != nil && to.Along > from.Along {
		m.path, m.along, m.length = r.Path, float64(from.Along), float64(to.Along-from.Along)
		return m
	}
	m.from, m.to = from.Station.Place, to.Station.Place
	if m.from == (timetable.Point{}) || m.to == (timetable.Point{}) {
		return Motion{}
	}
	return m
}

// unix returns a time that counts from the start of the service date in seconds since 1970.
func (r *Run) unix(at time.Duration) int64 { return r.Start().Unix() + int64(at/time.Second) }

// Instant returns the instant of r, in seconds since 1970.
func (r *Run) Instant() int64 { return r.unix(r.elapsed) }

// A Period is a time from an instant to another one, which is not part of it, in seconds since 1970.
type Period struct{ From, Until int64 }

// Contains reports whether an instant is in the period.
func (p Period) Contains(unix int64) bool { return p.From <= unix && unix < p.Until }

// Split returns the part of p that ends or begins at an instant and contains another one, now.
func (p Period) Split(at, now int64) Period {
	if now < at {
		return Period{p.From, min(p.Until, at)}
	}
	return Period{max(p.From, at), p.Until}
}

// Steady returns the period around the instant of r in which the state of the journey is the same: its status, the calls
// that it has reached and departed from, its delay, and its [Motion].
func (r *Run) Steady() Period {
	now := r.Instant()
	p := Period{math.MinInt64, math.MaxInt64}
	if r.cancelled {
		return p
	}
	p = p.Split(r.unix(r.Depart(int(r.first))), now)
	if last := int(r.last); last >= 0 {
		if last > int(r.first) {
			p = p.Split(r.unix(r.Arrive(last)), now)
		}
		if last < int(r.end) {
			p = p.Split(r.unix(r.Arrive(last+1)), now).Split(r.unix(r.Depart(last)), now)
		}
	}
	if r.update != nil && r.update.Vehicle != nil {
		// The limits are whole seconds, as now is: the first at which the report is used, and the first after it.
		at := r.update.Vehicle.Time
		p = p.Split(at.Add(-maxVehicleAge+time.Second-1).Unix(), now).Split(at.Add(maxVehicleAge).Unix()+1, now)
	}
	return p
}

// HasVehicle reports whether Place is what the train's vehicle has reported.
func (r *Run) HasVehicle() bool { return r.vehicle() != nil }
