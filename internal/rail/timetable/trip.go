package timetable

import (
	"fmt"
	"math"
	"time"
)

// A Trip is a train as planned, on whatever dates it runs. It does not change once it is part of a Timetable.
type Trip struct {
	Code      string // what the public knows the train by
	Direction string // in words
	Calls     []Call // at least two; the train stops at the first and the last
	Path      *Path  // nil: straight lines between the stations
	Number    int    // its index in the order of Trips, set by New; -1 for one that only realtime data know
	Kind      Kind

	DirectionID int8      // 0 or 1, or -1 where the feed does not say
	Frequency   bool      // one of a frequency, which starts at Calls[0].Depart
	ID          string    // of the trip in the feed; trips made from one frequency share it and differ in their start
	Route       string    // ID of the route in the feed
	Calendar    *Calendar // nil: daily
	Members     []string  // the IDs of the trips that a through train joins, in order; nil for a trip of its own
	Joints      []int     // the index of the call at which each member but the first starts; nil where that is not known
}

// A Call is a station on a trip. Arrive and Depart count from the start of the service date, in whole seconds, and are
// equal where the train passes.
type Call struct {
	Station        *Station
	StopID         string // of the platform in the feed, which realtime data refer to; empty: the station's ID
	Arrive, Depart time.Duration
	Along          float64 // metres along the trip's path from its start; 0 without a path
	Sequence       uint32  // the feed's number of the call, which grows along the trip
	Passes         bool    // the train goes through without stopping
}

// longest is the latest that a trip can end. The longest journeys there are take a week.
const longest = 15 * 24 * time.Hour

// Check returns an error that says why the trip cannot be part of a timetable, or nil.
func (t *Trip) Check() error {
	if Fold(t.Code) == "" {
		return fmt.Errorf("trip %q has no code", t.ID)
	}
	if len(t.Calls) < 2 {
		return fmt.Errorf("trip %q has %d calls, fewer than two", t.Code, len(t.Calls))
	}
	if t.Calls[0].Passes || t.Calls[len(t.Calls)-1].Passes {
		return fmt.Errorf("trip %q does not stop at both its ends", t.Code)
	}
	if t.Joints != nil && !t.joined() {
		return fmt.Errorf("trip %q: its %d members do not start one after the other within its calls", t.Code, len(t.Members))
	}
	var before Call
	for i, call := range t.Calls {
		if call.Station == nil {
			return fmt.Errorf("trip %q: call %d has no station", t.Code, i+1)
		}
		if call.Arrive < before.Depart || call.Depart < call.Arrive || call.Depart > longest {
			return fmt.Errorf("trip %q: the times at call %d, %s, run backwards or are out of range", t.Code, i+1, call.Station.Name)
		}
		if call.Arrive%time.Second != 0 || call.Depart%time.Second != 0 {
			return fmt.Errorf("trip %q: the times at call %d, %s, have parts of seconds", t.Code, i+1, call.Station.Name)
		}
		if !(call.Along >= before.Along) || math.IsInf(call.Along, 0) { // no number fails too
			return fmt.Errorf("trip %q: the distance of call %d, %s, runs backwards", t.Code, i+1, call.Station.Name)
		}
		before = call
	}
	return nil
}

// joined reports whether there is a joint before each member but the first.
func (t *Trip) joined() bool {
	before := 0
	for _, joint := range t.Joints {
		if joint <= before || joint >= len(t.Calls)-1 {
			return false
		}
		before = joint
	}
	return len(t.Joints) == len(t.Members)-1
}

// A Journey is a trip on a service date. The zero Journey is not usable; a Timetable makes them. Journeys are
// comparable with Same.
type Journey struct {
	*Trip
	Service Date
	Number  int       // of the trip; here so that it is at hand
	start   time.Time // of the service date, in the railway's zone
}

// Same reports whether the two are the same trip on the same service date.
func (j Journey) Same(k Journey) bool { return j.Trip == k.Trip && j.Service == k.Service }

// Start returns the instant that the trip's times count from: the start of the service date, in the railway's zone.
func (j Journey) Start() time.Time { return j.start }

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
