// Package running tells where the trains of a timetable are: it joins journeys with what is known of how they run.
package running

import (
	"strings"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Status is the state of a train. It never goes back within one journey.
type Status byte

// String returns the letter.
func (s Status) String() string {
	const letters = "NRT"
	if i := strings.IndexByte(letters, byte(s)); i >= 0 {
		return letters[i : i+1]
	}
	return ""
}

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
	live             *Live         // nil: the timetable alone
	elapsed          time.Duration // from the start of the service date to the instant, in whole seconds
	first, end, last int32         // the calls that the train makes first and last, and that it last reached, or -1
	cancelled        bool
}

// At returns the journey as it stands at now, by what is known of it: nil where that is the timetable alone.
func At(journey timetable.Journey, live *Live, now time.Time) Run {
	r := Run{Journey: journey, live: live, end: int32(journey.Last())}
	r.elapsed = time.Duration(now.Unix()-journey.Start().Unix()) * time.Second
	if live != nil && (live.Skipped != nil || live.Cancelled) {
		r.shorten()
	}
	r.last = r.reached()
	return r
}

// shorten finds the part of the journey that the train makes: from a stop to a stop, as no train starts or ends where it
// only passes.
func (r *Run) shorten() {
	omitted := func(i int32) bool { return r.Skipped(int(i)) || r.Calls[i].Passes }
	for r.first < r.end && omitted(r.first) {
		r.first++
	}
	for r.end > r.first && omitted(r.end) {
		r.end--
	}
	r.cancelled = r.live.Cancelled || r.first == r.end
	if r.cancelled {
		r.first, r.end = 0, int32(r.Journey.Last())
	}
}

// reached returns the last call that the train has reached, or -1.
func (r *Run) reached() int32 {
	if r.cancelled || r.Depart(int(r.first)) > r.elapsed {
		return -1
	}
	low, high := r.first, r.end // low is reached
	for low < high {
		middle := (low + high + 1) / 2
		if r.Arrive(int(middle)) > r.elapsed {
			high = middle - 1
		} else {
			low = middle
		}
	}
	return low
}

// Arrive returns when the train is expected to arrive at call i, counted from the start of the service date as in
// [timetable.Call]: the actual time up to the present, then the expected one, and the scheduled one where nothing else
// is known or the train is cancelled.
func (r *Run) Arrive(i int) time.Duration {
	switch live := r.live; {
	case live == nil || r.cancelled:
	case i < len(live.seconds):
		return time.Duration(live.seconds[i].arrive) * time.Second
	case i < len(live.Times):
		return time.Duration(live.Times[i].Arrive.Unix()-r.Start().Unix()) * time.Second
	}
	return r.Calls[i].Arrive
}

// Depart is Arrive for the departure.
func (r *Run) Depart(i int) time.Duration {
	switch live := r.live; {
	case live == nil || r.cancelled:
	case i < len(live.seconds):
		return time.Duration(live.seconds[i].depart) * time.Second
	case i < len(live.Times):
		return time.Duration(live.Times[i].Depart.Unix()-r.Start().Unix()) * time.Second
	}
	return r.Calls[i].Depart
}

// Live returns what realtime data say of the journey, or nil.
func (r *Run) Live() *Live { return r.live }

// Informed reports whether more is known of the train's times than the timetable.
func (r *Run) Informed() bool { return r.live != nil && r.live.Times != nil && !r.cancelled }

// Cancelled reports whether the train does not run: it is cancelled, or makes fewer than two of its stops.
func (r *Run) Cancelled() bool { return r.cancelled }

// First returns the index of the first stop that the train makes. That is not 0 where it starts late on its way.
func (r *Run) First() int { return int(r.first) }

// End returns the index of the last stop that the train makes. That is not Last where it ends short of its destination.
func (r *Run) End() int { return int(r.end) }

// Skipped reports whether the train leaves call i out, by what realtime data say.
func (r *Run) Skipped(i int) bool {
	return r.live != nil && i < len(r.live.Skipped) && r.live.Skipped[i]
}

// Stops reports whether the train stops at call i.
func (r *Run) Stops(i int) bool { return !r.cancelled && !r.Calls[i].Passes && !r.Skipped(i) }

// Expected returns Arrive and Depart as instants.
func (r *Run) Expected(i int) Times {
	return Times{r.Start().Add(r.Arrive(i)), r.Start().Add(r.Depart(i))}
}

// Reported reports whether the times of call i are the feed's own, so that they are actual ones once they are past.
func (r *Run) Reported(i int) bool {
	return r.Informed() && i < len(r.live.Times) && (r.live.Reported == nil || i < len(r.live.Reported) && r.live.Reported[i])
}

// Arrived reports whether the train has reached call i. It reaches its first by leaving it.
func (r *Run) Arrived(i int) bool { return i <= int(r.last) }

// Departed reports whether the train has left call i. It never leaves its last.
func (r *Run) Departed(i int) bool {
	return i < int(r.last) || i == int(r.last) && r.last < r.end && r.Depart(i) <= r.elapsed
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
func (r *Run) Reached() int { return int(r.last) }

// Next returns the index of the call that the train reaches next, or -1 when it has terminated or is cancelled. Before
// it has started that is the first that it makes.
func (r *Run) Next() int {
	switch {
	case r.cancelled || r.last == r.end:
		return -1
	case r.last < 0:
		return int(r.first)
	}
	return int(r.last) + 1
}

// Delay returns how much later than scheduled the train arrives at call i, or departs where that is the first that it
// makes. It is negative when early.
func (r *Run) Delay(i int) time.Duration {
	if i == int(r.first) {
		return r.Depart(i) - r.Calls[i].Depart
	}
	return r.Arrive(i) - r.Calls[i].Arrive
}

// LastDelay returns how late the train was when it last arrived or departed. Before it has started that is how late it
// is expected to.
func (r *Run) LastDelay() time.Duration {
	i := int(max(r.last, r.first))
	if r.Departed(i) {
		return r.Depart(i) - r.Calls[i].Depart
	}
	return r.Delay(i)
}

// Since returns how long ago the train left call i, which it has.
func (r *Run) Since(i int) time.Duration { return r.elapsed - r.Depart(i) }

// Until returns how long it is until the train arrives at call i, or departs where that is the first that it makes. It
// is negative when that is past.
func (r *Run) Until(i int) time.Duration {
	if i == int(r.first) {
		return r.Depart(i) - r.elapsed
	}
	return r.Arrive(i) - r.elapsed
}

// Place returns where the train is: where its vehicle says, if that is known and fresh and the train has not
// terminated; else the station at which it stands; else, between two calls, the point on its path in proportion to the
// time. The path is a straight line where the trip has none. The place is unknown where that of a station is that it
// follows from.
func (r *Run) Place() timetable.Point {
	if v := r.vehicle(); v != nil {
		return v.Place
	}
	i := int(max(r.last, r.first))
	from := &r.Calls[i]
	if !r.Departed(i) {
		return from.Station.Place
	}
	to := &r.Calls[i+1]
	left := r.Depart(i)
	done := float64(r.elapsed-left) / float64(r.Arrive(i+1)-left)
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
	if age := r.Start().Add(r.elapsed).Sub(v.Time); v.Place == (timetable.Point{}) || age > fresh || age < -fresh {
		return nil
	}
	return v
}
