package gtfsrt

import (
	"math"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

const (
	// maxVehicleAge is the maximum age of a vehicle position. The coordinates are used for a shorter time, by package
	// running; the progress along the trip is useful for longer.
	maxVehicleAge = 5 * time.Minute

	// vehicleMargin is the minimum time from a vehicle position to the next event of the train, in seconds. It is roughly the
	// time to the next position: a train that is at a station although its departure time has passed has not left a second
	// later.
	vehicleMargin = 30

	// maxSkew is how far the clock of a feed may be ahead of the service's clock.
	maxSkew = 2 * time.Minute
)

// vehicleOf converts a vehicle position that was measured at the given time.
func vehicleOf(v *vehicleMessage, at time.Time, warn func(Problem, string, ...any)) *running.Vehicle {
	out := &running.Vehicle{Time: at}
	if p := v.Position; p != nil {
		latitude, longitude := float64(p.GetLatitude()), float64(p.GetLongitude())
		switch {
		case p.Latitude == nil || p.Longitude == nil:
			warn(Malformed, "a position has no latitude or no longitude")
		case !(math.Abs(latitude) <= 90 && math.Abs(longitude) <= 180): // also false for NaN
			warn(InvalidPosition, "latitude %g, longitude %g", latitude, longitude)
		default:
			// float32 has about seven significant digits.
			out.Place = timetable.Point{Latitude: rounded(latitude), Longitude: rounded(longitude)}
		}
	}
	return out
}

func rounded(degrees float64) float64 { return math.Round(degrees*1e5) / 1e5 }

// callOf returns the index of the call that a vehicle is at or in transit to: by current_stop_sequence, else by stop_id. Of
// several calls at one station it is the one whose time is nearest. It returns -1 if the vehicle does not name a call of
// its trip.
func (c *stopTimes) callOf(v *vehicleMessage, p *callFinder, at int64) int {
	sequence, stop := v.GetCurrentStopSequence(), v.GetStopId()
	if v.CurrentStopSequence != nil && p.sequences {
		if call, exact := p.bySequence(sequence); exact {
			return call
		}
	}
	if stop == "" {
		if v.CurrentStopSequence != nil {
			p.warn(UnknownStop, "trip %s has no stop_sequence %d", gtfs.Quote(p.trip.ID), sequence)
		}
		return -1
	}
	found := -1
	station := p.plan.StationByStop(stop)
	for i := p.first; i <= p.last; i++ {
		call := &p.trip.Calls[i]
		if call.StopID() != stop && (station == nil || call.Station != station) {
			continue
		}
		if found < 0 || abs(c.at[2*i]-at) < abs(c.at[2*found]-at) {
			found = i
		}
	}
	if found < 0 {
		p.warn(UnknownStop, "trip %s does not call at stop %s", gtfs.Quote(p.trip.ID), gtfs.Quote(stop))
	}
	return found
}

// addVehicle adjusts the times, and the platform at which the vehicle stands, to a vehicle position at a time. newer says that the
// position is newer than the update of the train; then it overrides times from the feed.
func (c *stopTimes) addVehicle(v *vehicleMessage, p *callFinder, at int64, newer bool) {
	call := c.callOf(v, p, at)
	if call < 0 || abs(at-c.scheduled[2*call]) > maxDeviation {
		return // the second means that the descriptor has the wrong date
	}
	arrive, depart := 2*call, 2*call+1
	stands := v.GetCurrentStatus() == bindings.VehiclePosition_STOPPED_AT
	// Some vehicles are reported as in transit to the second call while they wait at the first one. They depart on schedule.
	first, waits := call, call == 1 && !stands && c.scheduled[1] > at
	if waits {
		first = 0
	}
	c.known = true
	for i := first; i < len(c.calls); i++ { // nothing says when the train was at the calls before
		c.calls[i].known = !c.calls[i].silent
	}
	switch {
	case stands:
		if stop := v.GetStopId(); stop != c.journey.Calls[call].StopID() { // the stop of the timetable says nothing about a change
			c.moveTo(call, stop)
		}
		c.happened(arrive, at, newer)
		if call < len(c.calls)-1 {
			c.pending(depart, at, newer)
		}
	case call == 0:
		c.pending(depart, at, newer)
	default:
		if !waits {
			c.happened(arrive-1, at, newer)
		}
		c.pending(arrive, at, newer)
	}
}

// happened adjusts the times to the fact that event i, and all events before it, have happened by the given time.
func (c *stopTimes) happened(i int, at int64, newer bool) {
	for k := range i + 1 {
		if c.at[k] > at && c.reported[k] && !newer {
			return
		}
	}
	for k := range i + 1 {
		if c.at[k] > at {
			c.at[k], c.reported[k] = at, false
		}
	}
}

// pending adjusts the times to the fact that event i, and all events after it, have not happened by the given time.
func (c *stopTimes) pending(i int, at int64, newer bool) {
	if c.at[i] > at || c.reported[i] && !newer {
		return
	}
	at += vehicleMargin
	late := at - c.scheduled[i]
	carries := true // the delay applies up to the next time from the feed
	for k := i; k < len(c.at); k++ {
		switch {
		case c.at[k] < at:
			c.at[k], c.reported[k] = at, false
		case c.reported[k]:
			carries = false
		}
		if carries {
			c.at[k] = max(c.at[k], c.scheduled[k]+late)
		}
	}
}
