// Package running tells where the trains of a timetable are: it joins journeys with what is known of how they run.
package running

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Status is the state of a train. It never goes back within one journey.
type Status byte

// The states of a train, by the letters that the service uses for them.
const (
	NotYetRunning Status = 'N'
	Running       Status = 'R'
	Terminated    Status = 'T'
)

// fresh is how old the report of a vehicle may be for the place in it to count. It is the age that the best practices of
// GTFS Realtime (feed publishing, vehicle positions) allow.
const fresh = 90 * time.Second

// A Run is a journey as it stands at an instant. It computes what it is asked for and allocates nothing.
type Run struct {
	timetable.Journey
	live       *Live // nil: the timetable alone
	now        time.Time
	first, end int // the first and the last call that the train makes
	last       int // the last call reached; -1 before the departure from the first
	cancelled  bool
}

// At returns the journey as it stands at now, by what is known of it: nil where that is the timetable alone.
func At(journey timetable.Journey, live *Live, now time.Time) Run {
	r := Run{Journey: journey, live: live, now: now, end: journey.Last()}
	if live != nil {
		r.shorten()
	}
	r.last = r.reached()
	return r
}

// shorten finds the part of the journey that the train makes.
func (r *Run) shorten() {
	for r.first < r.end && r.Skipped(r.first) {
		r.first++
	}
	for r.end > r.first && r.Skipped(r.end) {
		r.end--
	}
	r.cancelled = r.live.Cancelled || r.first == r.end
	if r.cancelled {
		r.first, r.end = 0, r.Journey.Last()
	}
}

// reached returns the last call that the train has reached, or -1.
func (r *Run) reached() int {
	if r.cancelled || r.Expected(r.first).Depart.After(r.now) {
		return -1
	}
	low, high := r.first, r.end // low is reached
	for low < high {
		middle := (low + high + 1) / 2
		if r.Expected(middle).Arrive.After(r.now) {
			high = middle - 1
		} else {
			low = middle
		}
	}
	return low
}

// Live returns what realtime data say of the journey, or nil.
func (r *Run) Live() *Live { return r.live }

// Informed reports whether more is known of the train's times than the timetable.
func (r *Run) Informed() bool { return r.live != nil && r.live.Times != nil }

// Cancelled reports whether the train does not run: it is cancelled, or makes fewer than two of its calls.
func (r *Run) Cancelled() bool { return r.cancelled }

// First returns the index of the first call that the train makes. That is not 0 where it starts late on its way.
func (r *Run) First() int { return r.first }

// End returns the index of the last call that the train makes. That is not Last where it ends short of its destination.
func (r *Run) End() int { return r.end }

// Skipped reports whether the train leaves call i out, by what realtime data say.
func (r *Run) Skipped(i int) bool {
	return r.live != nil && i < len(r.live.Skipped) && r.live.Skipped[i]
}

// Stops reports whether the train stops at call i.
func (r *Run) Stops(i int) bool { return !r.cancelled && !r.Calls[i].Passes && !r.Skipped(i) }

// Expected returns when the train reaches and leaves call i: the actual times up to the present, then expected ones,
// the scheduled ones where nothing else is known.
func (r *Run) Expected(i int) Times {
	if r.live != nil && i < len(r.live.Times) {
		return r.live.Times[i]
	}
	return Times{r.Arrival(i), r.Departure(i)}
}

// Reported reports whether the times of call i are the feed's own, so that they are actual ones once they are past.
func (r *Run) Reported(i int) bool {
	return r.Informed() && i < len(r.live.Times) && (r.live.Reported == nil || i < len(r.live.Reported) && r.live.Reported[i])
}

// Arrived reports whether the train has reached call i. It reaches its first by leaving it.
func (r *Run) Arrived(i int) bool { return i <= r.last }

// Departed reports whether the train has left call i. It never leaves its last.
func (r *Run) Departed(i int) bool {
	return i < r.last || i == r.last && i < r.end && !r.Expected(i).Depart.After(r.now)
}

// Status returns the state of the train.
func (r *Run) Status() Status {
	switch r.last {
	case -1:
		return NotYetRunning
	case r.end:
		return Terminated
	}
	return Running
}

// Reached returns the index of the last call that the train reached, or -1 before it has started.
func (r *Run) Reached() int { return r.last }

// Next returns the index of the call that the train reaches next, or -1 when it has terminated. Before it has started
// that is the first that it makes.
func (r *Run) Next() int {
	switch r.last {
	case -1:
		return r.first
	case r.end:
		return -1
	}
	return r.last + 1
}

// Delay returns how much later than scheduled the train arrives at call i, or departs where that is the first that it
// makes. It is negative when early.
func (r *Run) Delay(i int) time.Duration {
	if i == r.first {
		return r.Expected(i).Depart.Sub(r.Departure(i))
	}
	return r.Expected(i).Arrive.Sub(r.Arrival(i))
}

// LastDelay returns how late the train was when it last arrived or departed. Before it has started that is how late it
// is expected to.
func (r *Run) LastDelay() time.Duration {
	i := max(r.last, r.first)
	if r.Departed(i) {
		return r.Expected(i).Depart.Sub(r.Departure(i))
	}
	return r.Delay(i)
}

// Place returns where the train is: where its vehicle says, if that is known and fresh and the train has not
// terminated; else the station at which it stands; else, between two calls, the point on its path in proportion to the
// time. The path is a straight line where the trip has none. The place is unknown where that of a station is that it
// follows from.
func (r *Run) Place() timetable.Point {
	if v := r.vehicle(); v != nil {
		return v.Place
	}
	i := max(r.last, r.first)
	from := &r.Calls[i]
	if !r.Departed(i) {
		return from.Station.Place
	}
	to := &r.Calls[i+1]
	left, due := r.Expected(i).Depart, r.Expected(i+1).Arrive
	done := float64(r.now.Sub(left)) / float64(due.Sub(left))
	if r.Path != nil && to.Along > from.Along {
		return r.Path.At(from.Along + done*(to.Along-from.Along))
	}
	if from.Station.Place == (timetable.Point{}) || to.Station.Place == (timetable.Point{}) {
		return timetable.Point{}
	}
	return from.Station.Place.Towards(to.Station.Place, done)
}

// vehicle returns the report of the train's vehicle if the place in it counts.
func (r *Run) vehicle() *Vehicle {
	if r.live == nil || r.live.Vehicle == nil || r.Status() == Terminated {
		return nil
	}
	v := r.live.Vehicle
	if age := r.now.Sub(v.Time); v.Place == (timetable.Point{}) || age > fresh || age < -fresh {
		return nil
	}
	return v
}
