package gtfsrt

import (
	"cmp"
	"strings"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// A descriptor identifies a trip, like a TripDescriptor.
type descriptor struct {
	id, route string
	direction int8           // -1 if missing
	date      timetable.Date // zero if missing
	start     time.Duration  // -1 if missing
}

// descriptorOf converts a TripDescriptor. Invalid values are treated as missing and passed to warn.
func descriptorOf(raw *tripDescriptor, warn func(format string, args ...any)) descriptor {
	d := descriptor{id: raw.GetTripId(), route: raw.GetRouteId(), direction: -1, start: -1}
	if raw != nil && raw.DirectionId != nil && *raw.DirectionId <= 1 {
		d.direction = int8(*raw.DirectionId)
	}
	var ok bool
	if text := raw.GetStartDate(); text != "" {
		if d.date, ok = gtfs.ParseDate(text); !ok {
			d.date = timetable.Date{}
			warn("invalid start_date %s, want YYYYMMDD", gtfs.Quote(text))
		}
	}
	if text := raw.GetStartTime(); text != "" {
		if d.start, ok = gtfs.ParseTime(strings.TrimSpace(text)); !ok {
			d.start = -1
			warn("invalid start_time %s, want HH:MM:SS", gtfs.Quote(text))
		}
	}
	return d
}

// identifies reports whether the descriptor can identify a trip: by trip_id, or by all of its other fields.
func (d descriptor) identifies() bool {
	return d.id != "" || d.route != "" && d.direction >= 0 && d.start >= 0 && d.date != (timetable.Date{})
}

// A finder finds the journeys that descriptors identify.
type finder struct {
	plan   *timetable.Timetable
	routes map[string][]*timetable.Trip // made when first needed
}

// day is the maximum distance from the scheduled times of a journey that matches a descriptor without a date.
const day = 24 * time.Hour

// find returns the journey that a descriptor identifies. near is a time at which something happens to the train, for
// descriptors without a date. If there is no journey, find returns the reason.
func (f *finder) find(d descriptor, near time.Time) (found timetable.Journey, ok bool, reason string) {
	trips, reason := f.trips(d)
	if reason != "" {
		return found, false, reason
	}
	var c choice
	for _, trip := range trips {
		first, last := d.date, d.date
		if d.date == (timetable.Date{}) {
			// Times can exceed 24 hours, so the journey can have the service date of the day before or earlier.
			today := timetable.DateOf(near.In(trip.Agency.Zone))
			first, last = today.AddDays(-1-int(trip.Calls[len(trip.Calls)-1].Depart/day)), today.AddDays(1)
		}
		for on := first; on.Compare(last) <= 0; on = on.AddDays(1) {
			journey, runs := f.plan.JourneyOf(trip, on)
			if runs && (d.date == on || distance(journey, near) < day) {
				c.consider(journey, d, near)
			}
		}
	}
	switch {
	case c.found:
		return c.journey, true, ""
	case d.date == (timetable.Date{}):
		return found, false, "trip " + d.String() + " does not run around this time"
	}
	return found, false, "trip " + d.String() + " does not run on " + d.date.String()
}

// String returns the quoted trip_id, or else the route.
func (d descriptor) String() string {
	if d.id != "" {
		return gtfs.Quote(d.id)
	}
	return "of route " + gtfs.Quote(d.route)
}

// trips returns the trips that match a descriptor, ignoring its date and start time.
func (f *finder) trips(d descriptor) (trips []*timetable.Trip, reason string) {
	if d.id != "" {
		if trips = f.plan.TripsByID(d.id); len(trips) == 0 {
			return nil, "trip " + d.String() + " is not in the timetable"
		}
		return trips, ""
	}
	// Without trip_id, all of route_id, direction_id, start_time and start_date are needed (TripDescriptor).
	if !d.identifies() {
		return nil, "the trip descriptor needs trip_id, or all of route_id, direction_id, start_time and start_date"
	}
	for _, trip := range f.byRoute(d.route) {
		if trip.DirectionID == d.direction || trip.DirectionID < 0 {
			trips = append(trips, trip)
		}
	}
	if len(trips) == 0 {
		return nil, "route " + gtfs.Quote(d.route) + " has no trips in this direction"
	}
	return trips, ""
}

func (f *finder) byRoute(route string) []*timetable.Trip {
	if f.routes == nil {
		f.routes = map[string][]*timetable.Trip{}
		for _, trip := range f.plan.Trips() {
			f.routes[trip.Route] = append(f.routes[trip.Route], trip)
		}
	}
	return f.routes[route]
}

// A choice is the best match for a descriptor so far.
type choice struct {
	journey    timetable.Journey
	shift, far time.Duration // distance from the start_time, and of the journey from the time near
	found      bool
}

// maxShift is the maximum distance between a start_time and the planned departure that it matches. Trains of a frequency
// without exact times can start at any time, and are matched to the nearest planned departure.
const maxShift = 30 * time.Minute

func (c *choice) consider(j timetable.Journey, d descriptor, near time.Time) {
	var shift time.Duration
	if d.start >= 0 && (j.Frequency || d.id == "") {
		shift = (j.Calls[0].Depart - d.start).Abs()
	}
	if shift > maxShift || shift > 0 && d.id == "" {
		return
	}
	far := distance(j, near)
	if !c.found || cmp.Or(cmp.Compare(shift, c.shift), cmp.Compare(far, c.far)) < 0 {
		*c = choice{j, shift, far, true}
	}
}

// distance returns how far a time is from the period in which the journey is under way. It is 0 within the period.
func distance(j timetable.Journey, at time.Time) time.Duration {
	return max(j.Departure(0).Sub(at), at.Sub(j.Arrival(j.Last())), 0)
}
