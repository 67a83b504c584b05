// Package running combines a timetable's journeys with realtime data: it computes where each train is and when it is
// expected at its calls.
package running

import (
	"strings"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Status is the state of a train. Within one journey it only advances, in the order of the constants below.
type Status byte

// String returns the letter of the status, or "" if s is not one of the constants.
func (s Status) String() string {
	const letters = "NRT"
	if i := strings.IndexByte(letters, byte(s)); i >= 0 {
		return letters[i : i+1]
	}
	return ""
}

// The states of a train. The values are the letters that the service uses for them.
const (
	NotYetRunning Status = 'N'
	Running       Status = 'R'
	Terminated    Status = 'T'
)

// maxVehicleAge is the age from which a vehicle's report is not used for the train's place. It is the maximum that the best
// practices of GTFS Realtime (feed publishing, vehicle positions) allow.
const maxVehicleAge = 90 * time.Second

// A Run is the state of a journey at an instant. Its methods compute their results when called and do not allocate.
type Run struct {
	timetable.Journey
	update           *TripUpdate   // nil if there are no realtime data
	elapsed          time.Duration // time from the start of the service date to the instant, in whole seconds
	first, end, last int32         // the calls that the train makes first and last, and that it last reached, or -1
	cancelled        bool
}

// At returns the state of the journey at now. The update is nil if there are no realtime data about the journey.
func At(journey timetable.Journey, update *TripUpdate, now time.Time) Run {
	r := Run{Journey: journey, update: update, end: int32(journey.Last())}
	r.elapsed = time.Duration(now.Unix()-journey.Start().Unix()) * time.Second
	if update != nil && (update.Skipped != nil || update.Cancelled) {
		r.shorten()
	}
	r.last = r.reached()
	return r
}

// shorten finds the first and the last stop that the train makes. Calls at which it only passes do not count, as no
// train starts or ends there.
func (r *Run) shorten() {
	omitted := func(i int32) bool { return r.Skipped(int(i)) || r.Calls[i].Passes }
	for r.first < r.end && omitted(r.first) {
		r.first++
	}
	for r.end > r.first && omitted(r.end) {
		r.end--
	}
	r.cancelled = r.update.Cancelled || r.first == r.end
	if r.cancelled {
		r.first, r.end = 0, int32(r.Journey.Last())
	}
}

// reached returns the index of the last call that the train has reached, or -1.
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

// Arrive returns when the train arrives at call i, counted from the start of the service date as in [timetable.Call]. A
// time up to the present is the actual one, a later time the expected one. It is the scheduled time if there are no
// realtime data or the train is cancelled.
func (r *Run) Arrive(i int) time.Duration {
	switch update := r.update; {
	case update == nil || r.cancelled:
	case i < len(update.seconds):
		return time.Duration(update.seconds[i].arrive) * time.Second
	case i < len(update.Times):
		return time.Duration(update.Times[i].Arrive.Unix()-r.Start().Unix()) * time.Second
	}
	return r.Calls[i].Arrive
}

// Depart is like Arrive, for the departure.
func (r *Run) Depart(i int) time.Duration {
	switch update := r.update; {
	case update == nil || r.cancelled:
	case i < len(update.seconds):
		return time.Duration(update.seconds[i].depart) * time.Second
	case i < len(update.Times):
		return time.Duration(update.Times[i].Depart.Unix()-r.Start().Unix()) * time.Second
	}
	return r.Calls[i].Depart
}

// TripUpdate returns the realtime data about the journey, or nil.
func (r *Run) TripUpdate() *TripUpdate { return r.update }

// Cancelled reports whether the train does not run: it is cancelled, or makes fewer than two of its stops.
func (r *Run) Cancelled() bool { return r.cancelled }

// FirstStop returns the index of the first stop that the train makes. It is not 0 if the train leaves out its first
// stops.
func (r *Run) FirstStop() int { return int(r.first) }

// LastStop returns the index of the last stop that the train makes. It is less than Last if the train ends before its
// destination.
func (r *Run) LastStop() int { return int(r.end) }

// Skipped reports whether the realtime data mark call i as skipped.
func (r *Run) Skipped(i int) bool {
	return r.update != nil && i < len(r.update.Skipped) && r.update.Skipped[i]
}

// Stops reports whether the train stops at call i.
func (r *Run) Stops(i int) bool { return !r.cancelled && !r.Calls[i].Passes && !r.Skipped(i) }

// arrived reports whether the train has reached call i. It reaches its first stop by departing from it.
func (r *Run) arrived(i int) bool { return i <= int(r.last) }

// Departed reports whether the train has departed from call i. It never departs from its last stop.
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

// Next returns the index of the next call that the train makes: the stop or the passing that it reaches next. It is not a call
// that realtime data skip. It is -1 when the train has terminated or is cancelled. Before the train has started, it is its first
// stop.
func (r *Run) Next() int {
	switch {
	case r.cancelled || r.last == r.end:
		return -1
	case r.last < 0:
		return int(r.first)
	}
	return r.After(int(r.last))
}

// After returns the index of the call that the train makes after call i, or that of its last stop.
func (r *Run) After(i int) int {
	for i++; i < int(r.end) && r.Skipped(i); i++ {
	}
	return min(i, int(r.end))
}

// Ahead returns Next or, without a next call, the last stop. The delay of a train as a whole is its delay at this call.
func (r *Run) Ahead() int {
	if next := r.Next(); next >= 0 {
		return next
	}
	return int(r.end)
}

// Since returns how long ago the train departed from call i. The train must have departed from it.
func (r *Run) Since(i int) time.Duration { return r.elapsed - r.Depart(i) }

// Until returns the time until the train arrives at call i, or departs from it if i is its first stop. It is negative
// if that is past.
func (r *Run) Until(i int) time.Duration {
	if i == int(r.first) {
		return r.Depart(i) - r.elapsed
	}
	return r.Arrive(i) - r.elapsed
}

// vehicle returns the report of the train's vehicle, or nil if its place is not to be used.
func (r *Run) vehicle() *Vehicle {
	if r.update == nil || r.update.Vehicle == nil || r.Status() == Terminated {
		return nil
	}
	v := r.update.Vehicle
	if age := r.Start().Add(r.elapsed).Sub(v.Time); v.Place == (timetable.Point{}) || age > maxVehicleAge || age < -maxVehicleAge {
		return nil
	}
	return v
}
