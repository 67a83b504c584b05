package gtfsrt

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/OneBusAway/go-gtfs"
	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/timetable"
)

// A selector names a trip, as a TripDescriptor does.
type selector struct {
	id, route string
	direction int8           // -1 where it is not said
	date      timetable.Date // zero where it is not said
	start     time.Duration  // -1 where it is not said
}

// selectorOf reads a descriptor. What is wrong in it is as if it were not there, and told to complain.
func selectorOf(d *bindings.TripDescriptor, complain func(format string, args ...any)) selector {
	s := selector{id: d.GetTripId(), route: d.GetRouteId(), direction: -1, start: -1}
	if d.DirectionId != nil && d.GetDirectionId() <= 1 {
		s.direction = int8(d.GetDirectionId())
	}
	var ok bool
	if text := d.GetStartDate(); text != "" {
		if s.date, ok = parseDate(text); !ok {
			complain("start_date %s is not written as YYYYMMDD", quote(text))
		}
	}
	if text := d.GetStartTime(); text != "" {
		if s.start, ok = parseTime(text); !ok {
			s.start = -1
			complain("start_time %s is not written as HH:MM:SS", quote(text))
		}
	}
	return s
}

// selectorOfAlert is selectorOf for the trip that an alert informs.
func selectorOfAlert(id *gtfs.TripID) selector {
	s := selector{id: id.ID, route: id.RouteID, direction: direction(id.DirectionID), start: -1}
	if id.HasStartDate {
		s.date = timetable.DateOf(id.StartDate)
	}
	if id.HasStartTime {
		s.start = id.StartTime
	}
	return s
}

func direction(id gtfs.DirectionID) int8 {
	switch id {
	case gtfs.DirectionID_False:
		return 0
	case gtfs.DirectionID_True:
		return 1
	}
	return -1
}

// parseDate reads a date of the form YYYYMMDD that is in the calendar.
func parseDate(text string) (timetable.Date, bool) {
	t, err := time.Parse("20060102", text)
	if err != nil {
		return timetable.Date{}, false
	}
	return timetable.DateOf(t), true
}

// parseTime reads a time of the form H:MM:SS with one to three digits of hours, which may exceed 24.
func parseTime(text string) (time.Duration, bool) {
	parts := strings.Split(strings.TrimSpace(text), ":")
	if len(parts) != 3 || len(parts[0]) > 3 || len(parts[1]) != 2 || len(parts[2]) != 2 {
		return 0, false
	}
	var numbers [3]uint64
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil || i > 0 && n > 59 {
			return 0, false
		}
		numbers[i] = n
	}
	return time.Duration((numbers[0]*60+numbers[1])*60+numbers[2]) * time.Second, true
}

// A finder finds the journeys that selectors name.
type finder struct {
	plan   *timetable.Timetable
	routes map[string][]*timetable.Trip // made when first needed
}

// day is how far from its scheduled time a journey may be to be what a selector without a date means.
const day = 24 * time.Hour

// find returns the journey that a selector names. About is when something happens to the train, for selectors that do
// not name the date. The reason says why there is none.
func (f *finder) find(s selector, about time.Time) (found timetable.Journey, ok bool, reason string) {
	trips, reason := f.trips(s)
	if reason != "" {
		return found, false, reason
	}
	if s.date != (timetable.Date{}) {
		found, ok = f.on(trips, s, about)
	} else {
		found, ok = f.near(trips, s, about)
	}
	switch {
	case ok:
		return found, true, ""
	case s.date == (timetable.Date{}):
		return found, false, "trip " + s.String() + " does not run about this time"
	}
	return found, false, "trip " + s.String() + " does not run on " + s.date.String()
}

// String returns what the selector names the trip by, quoted.
func (s selector) String() string {
	if s.id != "" {
		return quote(s.id)
	}
	return "of route " + quote(s.route)
}

// trips returns the trips that a selector may name, without regard to date and start.
func (f *finder) trips(s selector) (trips []*timetable.Trip, reason string) {
	if s.id != "" {
		if trips = f.plan.TripsByID(s.id); len(trips) == 0 {
			return nil, "trip " + s.String() + " is not in the timetable"
		}
		return trips, ""
	}
	// Without trip_id, all of route_id, direction_id, start_time and start_date are needed (TripDescriptor).
	if s.route == "" || s.direction < 0 || s.start < 0 || s.date == (timetable.Date{}) {
		return nil, "neither trip_id nor all of route_id, direction_id, start_time and start_date are there"
	}
	for _, trip := range f.byRoute(s.route) {
		if trip.DirectionID == s.direction || trip.DirectionID < 0 {
			trips = append(trips, trip)
		}
	}
	if len(trips) == 0 {
		return nil, "route " + quote(s.route) + " has no trips in this direction"
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

// on returns the journey on the date that the selector names.
func (f *finder) on(trips []*timetable.Trip, s selector, about time.Time) (timetable.Journey, bool) {
	var c choice
	for _, trip := range trips {
		if journey, runs := f.plan.JourneyOf(trip, s.date); runs {
			c.offer(journey, s, about)
		}
	}
	return c.journey, c.made
}

// near returns the journey nearest to a time, of those on dates about it.
func (f *finder) near(trips []*timetable.Trip, s selector, about time.Time) (timetable.Journey, bool) {
	var c choice
	today := timetable.DateOf(about.In(f.plan.Zone()))
	for _, trip := range trips {
		// Times may exceed 24 hours, so yesterday's train may be it, or that of a day before.
		for n := -1 - int(trip.Calls[len(trip.Calls)-1].Depart/day); n <= 1; n++ {
			journey, runs := f.plan.JourneyOf(trip, today.AddDays(n))
			if runs && distance(journey, about) < day {
				c.offer(journey, s, about)
			}
		}
	}
	return c.journey, c.made
}

// A choice is the best of the journeys that a selector may mean.
type choice struct {
	journey    timetable.Journey
	shift, far time.Duration // how far from the start that is named, and from the time that it is about
	made       bool
}

// A train of a frequency without exact times may start at whatever time. The feed's start_time then means the planned
// one next to it, if that is not too far.
const maxShift = 30 * time.Minute

func (c *choice) offer(j timetable.Journey, s selector, about time.Time) {
	var shift time.Duration
	if s.start >= 0 && (j.Frequency || s.id == "") {
		shift = (j.Calls[0].Depart - s.start).Abs()
	}
	if shift > maxShift || shift > 0 && s.id == "" {
		return
	}
	far := distance(j, about)
	if !c.made || cmp.Or(cmp.Compare(shift, c.shift), cmp.Compare(far, c.far)) < 0 {
		*c = choice{j, shift, far, true}
	}
}

// distance returns how far a time is from when the journey is under way.
func distance(j timetable.Journey, at time.Time) time.Duration {
	return max(j.Departure(0).Sub(at), at.Sub(j.Arrival(j.Last())), 0)
}
