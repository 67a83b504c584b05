// Package running tells where the trains of a timetable are: it joins journeys with what is known of how they run.
package running

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// Times are when a train reaches and leaves a call: actual times up to the present, expected ones after it.
type Times struct{ Arrive, Depart time.Time }

// A Forecast knows how journeys run. It must be safe for concurrent use.
type Forecast interface {
	// Times returns the times of each call of the journey, as known at now. They never run backwards, and no train
	// departs from its origin before it is scheduled to. Nil means that nothing is known but the timetable.
	Times(journey timetable.Journey, now time.Time) []Times
}

// A Status is the state of a train. It never goes back within one journey.
type Status byte

// The states of a train, by the letters that the service uses for them.
const (
	NotYetRunning Status = 'N'
	Running       Status = 'R'
	Terminated    Status = 'T'
)

// A Run is a journey as it stands at an instant.
type Run struct {
	timetable.Journey
	Expected []Times // one for each call
	Informed bool    // more is known than the timetable

	now  time.Time
	last int // the last call reached; -1 before the departure from the origin
}

// At returns the journey as it stands at now. What the forecast does not know runs as the timetable says.
func At(journey timetable.Journey, forecast Forecast, now time.Time) Run {
	r := Run{Journey: journey, Expected: forecast.Times(journey, now), now: now, last: -1}
	r.Informed = r.Expected != nil
	if !r.Informed {
		r.Expected = scheduled(journey)
	}
	for i := range r.Expected {
		if r.Arrived(i) {
			r.last = i
		}
	}
	return r
}

func scheduled(j timetable.Journey) []Times {
	times := make([]Times, len(j.Calls))
	for i := range times {
		times[i] = Times{j.Arrival(i), j.Departure(i)}
	}
	return times
}

// Arrived reports whether the train has reached call i. It reaches its origin by leaving it.
func (r Run) Arrived(i int) bool {
	if i == 0 {
		return !r.Expected[0].Depart.After(r.now)
	}
	return !r.Expected[i].Arrive.After(r.now)
}

// Departed reports whether the train has left call i. It never leaves its destination.
func (r Run) Departed(i int) bool {
	return i < r.Journey.Last() && !r.Expected[i].Depart.After(r.now)
}

// Status returns the state of the train.
func (r Run) Status() Status {
	switch r.last {
	case -1:
		return NotYetRunning
	case r.Journey.Last():
		return Terminated
	}
	return Running
}

// Reached returns the index of the last call that the train reached, or -1 before it has started.
func (r Run) Reached() int { return r.last }

// Next returns the index of the call that the train reaches next, or -1 when it has terminated. Before it has started
// that is its origin.
func (r Run) Next() int {
	if r.Status() == Terminated {
		return -1
	}
	return r.last + 1
}

// Delay returns how much later than scheduled the train arrives at call i, or departs where that is its origin. It is
// negative when early.
func (r Run) Delay(i int) time.Duration {
	if i == 0 {
		return r.Expected[0].Depart.Sub(r.Departure(0))
	}
	return r.Expected[i].Arrive.Sub(r.Arrival(i))
}

// LastDelay returns how late the train was when it last arrived or departed. Before it has started that is how late it
// is expected to.
func (r Run) LastDelay() time.Duration {
	i := max(r.last, 0)
	if r.Departed(i) {
		return r.Expected[i].Depart.Sub(r.Departure(i))
	}
	return r.Delay(i)
}

// Place returns where the train is. Between two stations that is on the straight line from one to the other, in
// proportion to the time; it is unknown where that of one of the stations is.
func (r Run) Place() timetable.Point {
	i := max(r.last, 0)
	from := r.Calls[i].Station.Place
	if !r.Departed(i) {
		return from
	}
	to := r.Calls[i+1].Station.Place
	if from == (timetable.Point{}) || to == (timetable.Point{}) {
		return timetable.Point{}
	}
	left, due := r.Expected[i].Depart, r.Expected[i+1].Arrive
	done := float64(r.now.Sub(left)) / float64(due.Sub(left))
	return timetable.Point{
		Latitude:  from.Latitude + done*(to.Latitude-from.Latitude),
		Longitude: from.Longitude + done*(to.Longitude-from.Longitude),
	}
}
