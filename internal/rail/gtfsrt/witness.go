package gtfsrt

import (
	"math"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

const (
	// oldVehicle is how old the report of a vehicle may be. What it says of the place of a train is used for a shorter
	// time, by package running; what it says of its progress holds longer.
	oldVehicle = 5 * time.Minute

	// margin is how long after the report of a vehicle nothing happens that had not happened by then, in seconds. It
	// is the time until the next report, roughly: a train that stands at a station, and should have left it, is not
	// gone a second later.
	margin = 30

	// skew is how far ahead of the service's clock the clock of a feed may be.
	skew = 2 * time.Minute
)

// vehicleOf reads the position of a vehicle of the train, at the time that it was measured.
func vehicleOf(v *bindings.VehiclePosition, at time.Time, complain func(Problem, string, ...any)) *running.Vehicle {
	out := &running.Vehicle{Time: at, Call: -1}
	if p := v.GetPosition(); p != nil {
		latitude, longitude := float64(p.GetLatitude()), float64(p.GetLongitude())
		switch {
		case p.Latitude == nil || p.Longitude == nil:
			complain(Malformed, "a position lacks latitude or longitude")
		case !(math.Abs(latitude) <= 90 && math.Abs(longitude) <= 180): // no number fails too
			complain(AbsurdPlace, "latitude %g, longitude %g", latitude, longitude)
		default:
			// float32 holds about seven digits; the others are noise.
			out.Place = timetable.Point{Latitude: rounded(latitude), Longitude: rounded(longitude)}
		}
	}
	return out
}

func rounded(degrees float64) float64 { return math.Round(degrees*1e5) / 1e5 }

// status returns how a vehicle stands to its call. Where it does not say, it is in transit to it (VehiclePosition).
func status(v *bindings.VehiclePosition) running.VehicleStatus {
	switch v.GetCurrentStatus() {
	case bindings.VehiclePosition_STOPPED_AT:
		return running.StoppedAt
	case bindings.VehiclePosition_INCOMING_AT:
		return running.Incoming
	}
	return running.InTransit
}

// callOf finds the call that a vehicle is at or goes to: by current_stop_sequence, else by stop_id. Of several at one
// station it is the one whose time is nearest. It returns -1 where the vehicle does not say, or not of its trip.
func (c *course) callOf(v *bindings.VehiclePosition, p *placer, at int64) int {
	if v.CurrentStopSequence != nil && p.sequences {
		if call, exact := p.bySequence(v.GetCurrentStopSequence()); exact {
			return call
		}
	}
	if v.GetStopId() == "" {
		if v.CurrentStopSequence != nil {
			p.complain(UnknownStop, "trip %s has no stop_sequence %d", quote(p.trip.ID), v.GetCurrentStopSequence())
		}
		return -1
	}
	found := -1
	station := p.plan.StationByStop(v.GetStopId())
	for i := p.first; i <= p.last; i++ {
		call := &p.trip.Calls[i]
		if call.StopID != v.GetStopId() && (station == nil || call.Station != station) {
			continue
		}
		if found < 0 || abs(c.at[2*i]-at) < abs(c.at[2*found]-at) {
			found = i
		}
	}
	if found < 0 {
		p.complain(UnknownStop, "trip %s does not call at stop %s", quote(p.trip.ID), quote(v.GetStopId()))
	}
	return found
}

// witness works in where the vehicle was seen. Newer says that this is younger than what the feed says of the times:
// then it counts for more than these.
func (c *course) witness(v *running.Vehicle, newer bool) {
	if v.Call < 0 {
		return
	}
	at, arrive, depart := v.Time.Unix(), 2*v.Call, 2*v.Call+1
	if abs(at-c.scheduled[arrive]) > maxOff {
		return // it is seen on another date than it says
	}
	c.known = true
	if v.Status == running.StoppedAt {
		c.happened(arrive, at, newer)
		if v.Call < len(c.calls)-1 {
			c.ahead(depart, at, newer)
		}
		return
	}
	if v.Call == 0 {
		c.ahead(depart, at, newer)
		return
	}
	// Vehicles that wait where they start say that they are in transit to the next call; they leave when it is time.
	if left := arrive - 1; left > 1 || c.scheduled[left] <= at {
		c.happened(left, at, newer)
	}
	c.ahead(arrive, at, newer)
}

// happened notes that event i, and with it all before it, had happened by the time.
func (c *course) happened(i int, at int64, newer bool) {
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

// ahead notes that event i, and with it all after it, had not happened by the time.
func (c *course) ahead(i int, at int64, newer bool) {
	if c.at[i] > at || c.reported[i] && !newer {
		return
	}
	at += margin
	late := at - c.scheduled[i]
	carries := true // the lateness, up to the next time that the feed gives
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
