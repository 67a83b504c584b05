package timetable

import (
	"fmt"
	"time"
)

// A Trip is a train as planned, on whatever dates it runs.
type Trip struct {
	Code      string // what the public knows the train by
	Kind      Kind
	Direction string // in words
	Calls     []Call // at least two; the train stops at the first and the last

	// Runs reports whether the trip runs on a service date. Nil means that it runs daily.
	Runs func(Date) bool
}

// A Call is a station on a trip. Arrive and Depart count from the start of the service date, and are equal where the
// train passes. At the first call Arrive equals Depart, at the last Depart equals Arrive.
type Call struct {
	Station        *Station
	Arrive, Depart time.Duration
	Passes         bool // the train goes through without stopping
}

// check returns an error that says what is wrong with the trip, or nil.
func (t *Trip) check() error {
	if t.Code == "" {
		return fmt.Errorf("a trip has no code")
	}
	if len(t.Calls) < 2 {
		return fmt.Errorf("trip %q has %d calls, fewer than two", t.Code, len(t.Calls))
	}
	if t.Calls[0].Passes || t.Calls[len(t.Calls)-1].Passes {
		return fmt.Errorf("trip %q does not stop at both its ends", t.Code)
	}
	before := t.Calls[0].Arrive
	for i, call := range t.Calls {
		if call.Station == nil {
			return fmt.Errorf("trip %q: call %d has no station", t.Code, i+1)
		}
		if call.Arrive < before || call.Depart < call.Arrive {
			return fmt.Errorf("trip %q: the times at call %d, %s, run backwards", t.Code, i+1, call.Station.Name)
		}
		before = call.Depart
	}
	return nil
}

// A Journey is a trip on a service date. The zero Journey is not usable; a Timetable makes them.
type Journey struct {
	*Trip
	start time.Time // of the service date, in the railway's zone
}

// Arrival returns the scheduled arrival at call i, counted from 0.
func (j Journey) Arrival(i int) time.Time { return j.start.Add(j.Calls[i].Arrive) }

// Departure returns the scheduled departure from call i, counted from 0.
func (j Journey) Departure(i int) time.Time { return j.start.Add(j.Calls[i].Depart) }

// Last returns the index of the last call.
func (j Journey) Last() int { return len(j.Calls) - 1 }

// Origin returns the station where the journey starts.
func (j Journey) Origin() *Station { return j.Calls[0].Station }

// Destination returns the station where the journey ends.
func (j Journey) Destination() *Station { return j.Calls[j.Last()].Station }

// Date returns the date on which the train starts: the one that clocks at its origin show at its scheduled departure.
// It is not the service date where a trip starts after midnight.
func (j Journey) Date() Date { return DateOf(j.Departure(0)) }
