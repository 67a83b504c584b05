package timetable

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// A Trip is a scheduled train, for all dates on which it runs. It does not change once it is part of a Timetable.
type Trip struct {
	Code      string // the train's code, unique on each date
	Direction string // in words
	Calls     []Call // at least two; the train stops at the first and the last
	Path      *Path  // nil: straight lines between the stations
	Number    int    // its index in Timetable.Trips, set by New; -1 for a trip that only the realtime data have
	Kind      Kind
	Named     bool  // Code is what the feed tells passengers (trip_short_name), and not an identifier
	Line      *Line // nil if the feed has no line

	Prefix       int16     // the number of bytes at the start of Code that are not shown to passengers, see Merge
	DirectionID  int8      // 0 or 1, or -1 if the feed does not give it
	Frequency    bool      // it is one of the trips of a frequency (frequencies.txt); it starts at Calls[0].Depart
	ID           string    // trip_id; the trips of one frequency share it and differ in their start
	Route        string    // route_id
	Agency       *Agency   // nil: New sets an agency without a name
	Calendar     *Calendar // nil if the trip runs daily
	Members      []string  // trip_ids of the trips of which a through train consists, in order; else nil
	MemberStarts []int     // the index of the call at which each member but the first starts; nil if unknown
}

// A Line is a route as passengers know it. Trips share it.
type Line struct {
	Name        string // route_short_name, else route_long_name; not empty
	Color, Text string // route_color and route_text_color, six hexadecimal digits; empty if the feed has none
}

// A Call is a trip's arrival and departure at a station, or its passing through: a stop time in GTFS. Arrive and Depart
// count from the start of the service date, in whole seconds. They can differ where the train
// passes, for example because it waits there for another train.
type Call struct {
	Station        *Station
	Arrive, Depart time.Duration
	Along          float32 // metres along the trip's path from its start; 0 without a path
	Sequence       uint32  // stop_sequence, which increases along the trip
	Platform       int32   // as numbered by Station.Platform
	Passes         bool    // the train does not stop
}

// StopID returns the stop_id of the platform, to which realtime data refer. It is the station's ID if the platform is not
// known.
func (c *Call) StopID() string {
	if c.Platform == 0 {
		return c.Station.ID
	}
	return c.Station.Stops[c.Platform-1]
}

// PlatformCode returns what passengers call the platform, or "" if that is not known.
func (c *Call) PlatformCode() string {
	if int(c.Platform) >= len(c.Station.PlatformCodes) {
		return ""
	}
	return c.Station.PlatformCodes[c.Platform]
}

// PublicCode returns the code that passengers know: Code without the prefix of a merged timetable.
func (t *Trip) PublicCode() string { return t.Code[t.Prefix:] }

// StartingAt returns a copy of the trip that departs at another time. Its times are not negative.
func (t *Trip) StartingAt(start time.Duration) *Trip {
	moved := *t
	by := start - t.Calls[0].Depart
	moved.Calls = slices.Clone(t.Calls)
	for i := range moved.Calls {
		c := &moved.Calls[i]
		c.Arrive, c.Depart = max(c.Arrive+by, 0), max(c.Depart+by, 0)
	}
	return &moved
}

// maxTripTime is the latest time at which a trip can end. The longest train journeys in the world take a week.
const maxTripTime = 15 * 24 * time.Hour

// Check returns an error if the trip cannot be part of a timetable.
func (t *Trip) Check() error {
	if Fold(t.Code) == "" {
		return fmt.Errorf("trip %q has no code", t.ID)
	}
	if len(t.Calls) < 2 {
		return fmt.Errorf("trip %q has %d calls, fewer than two", t.Code, len(t.Calls))
	}
	if t.Calls[0].Passes || t.Calls[len(t.Calls)-1].Passes {
		return fmt.Errorf("trip %q does not stop at its first and last calls", t.Code)
	}
	if t.MemberStarts != nil && !t.membersInOrder() {
		return fmt.Errorf("trip %q: the starts of its %d member trips are not increasing call indexes, one for each member after the first", t.Code, len(t.Members))
	}
	var before Call
	for i, call := range t.Calls {
		if call.Station == nil {
			return fmt.Errorf("trip %q: call %d has no station", t.Code, i+1)
		}
		if what, problem := call.check(before); problem != "" {
			return fmt.Errorf("trip %q: the %s call %d, %s, %s", t.Code, what, i+1, call.Station.Name, problem)
		}
		before = call
	}
	return nil
}

// check says what is wrong with a call after another one, or nothing.
func (c *Call) check(before Call) (what, problem string) {
	switch {
	case c.Platform < 0 || int(c.Platform) > len(c.Station.Stops):
		return "platform of", "is not one of the station's"
	case c.Arrive < before.Depart || c.Depart < c.Arrive || c.Depart > maxTripTime:
		return "times at", "decrease or are out of range"
	case c.Arrive%time.Second != 0 || c.Depart%time.Second != 0:
		return "times at", "are not whole seconds"
	case !(c.Along >= before.Along) || math.IsInf(float64(c.Along), 0): // NaN fails too
		return "distance of", "decreases or is not a number"
	}
	return "", ""
}

// membersInOrder reports whether each member but the first has a start, and the starts are in order.
func (t *Trip) membersInOrder() bool {
	before := 0
	for _, start := range t.MemberStarts {
		if start <= before || start >= len(t.Calls)-1 {
			return false
		}
		before = start
	}
	return len(t.MemberStarts) == len(t.Members)-1
}

// A Journey is a trip on a service date. Use a Timetable's methods to get one; the zero Journey is not usable.
type Journey struct {
	*Trip
	Service Date
	Number  int       // Trip.Number, copied to avoid a memory access
	start   time.Time // start of the service date, in the zone of the trip's agency
}

// Start returns the instant from which the trip's times count: the start of the service date, in the zone of its agency.
func (j Journey) Start() time.Time { return j.start }

// Zone returns the zone in which the trip's times count, which is that of its agency.
func (j Journey) Zone() *time.Location { return j.start.Location() }

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

// Date returns the date on which the train starts: that of its scheduled departure from its origin, in the zone of its agency. It
// is not the service date if the trip starts after midnight.
func (j Journey) Date() Date { return DateOf(j.Departure(0)) }
