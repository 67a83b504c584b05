package gtfsrt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// unnumbered is the Number of trips that the timetable does not have.
const unnumbered = -1

// shifted returns the journey with the start that the selector names, where that is one of a frequency whose trains do
// not start to the minute.
func (s selector) shifted(plan *timetable.Timetable, j timetable.Journey) timetable.Journey {
	if s.start < 0 || !j.Frequency || s.id == "" || s.start == j.Calls[0].Depart {
		return j
	}
	shifted, _ := plan.JourneyOf(shift(j.Trip, s.start), j.Service)
	return shifted
}

// planned returns the train that a selector means by a journey of the timetable. Where a frequency has no exact times,
// two trains may be next to the same planned one; then the second is one that the timetable does not have.
func (a *applier) planned(s selector, j timetable.Journey) *train {
	shifted := s.shifted(a.plan, j)
	t := a.trains[key{j.Number, j.Service}]
	if t == nil || s.start < 0 || !j.Frequency || t.journey.Calls[0].Depart == shifted.Calls[0].Depart {
		return a.train(shifted, s.id)
	}
	t = a.addedTrain(fmt.Sprintf("\x00%s %v %v", s.id, j.Service, s.start)) // which no feed has for a trip_id
	if t.extra {
		second := *shifted.Trip
		second.Number, second.Code = unnumbered, startCode(j.Code, j.Calls[0].Depart, s.start)
		t.extra = false
		t.journey, _ = a.plan.JourneyOf(&second, j.Service)
	}
	return t
}

// startCode returns the code of a train of a frequency with its own start behind it, in the place of the planned one.
func startCode(code string, planned, start time.Duration) string {
	return strings.TrimSuffix(code, "-"+hoursAndMinutes(planned)) + "-" + hoursAndMinutes(start)
}

func hoursAndMinutes(d time.Duration) string {
	return fmt.Sprintf("%02d%02d", int(d.Hours()), int(d.Minutes())%60)
}

// shift returns a copy of the trip that starts at another time of day.
func shift(trip *timetable.Trip, start time.Duration) *timetable.Trip {
	shifted := *trip
	by := start - trip.Calls[0].Depart
	shifted.Calls = slices.Clone(trip.Calls)
	for i := range shifted.Calls {
		c := &shifted.Calls[i]
		c.Arrive, c.Depart = max(c.Arrive+by, 0), max(c.Depart+by, 0)
	}
	return &shifted
}

// duplicate returns the train that runs as another does, at another time (TripProperties), or nil.
func (a *applier) duplicate(u update) *train {
	properties := u.GetTripProperties()
	date, dated := parseDate(properties.GetStartDate())
	start, timed := parseTime(properties.GetStartTime())
	id := properties.GetTripId()
	if id == "" || !dated || !timed {
		a.complain(Malformed, "a duplicated trip needs trip_id, start_date and start_time in its trip_properties")
		return nil
	}
	trips := a.plan.TripsByID(u.Trip.GetTripId())
	if len(trips) == 0 {
		a.complain(UnknownTrip, "trip %s, to be duplicated, is not in the timetable", quote(u.Trip.GetTripId()))
		return nil
	}
	copied := shift(trips[0], start)
	copied.ID, copied.Number, copied.Calendar, copied.Frequency = id, unnumbered, nil, false
	copied.Code = cleaned(cmp.Or(unknownText(properties.ProtoReflect(), fieldShortName), id), mostCode)
	if headsign := cleaned(unknownText(properties.ProtoReflect(), fieldHeadsign), mostName); headsign != "" {
		copied.Direction = timetable.Direction(headsign)
	}
	if err := copied.Check(); err != nil {
		a.complain(Malformed, "the duplicated trip %s is not one that can run", quote(id))
		return nil
	}
	t := a.addedTrain(id)
	t.extra = false
	t.journey, _ = a.plan.JourneyOf(copied, date)
	return t
}

// ownCalls reports whether the calls of a train are those of its update: it is a new one, or one that replaces one of
// the timetable and does not make the same calls.
func (a *applier) ownCalls(t *train) bool {
	if t.extra {
		return true
	}
	p := t.parts[0]
	if relation(p.Trip) != bindings.TripDescriptor_REPLACEMENT || len(t.journey.Members) > 1 {
		return false
	}
	updates := p.GetStopTimeUpdate()
	if len(updates) != len(t.journey.Calls) {
		return len(updates) > 1
	}
	for i, s := range updates {
		if s.GetStopId() != "" && a.plan.StationByStop(s.GetStopId()) != t.journey.Calls[i].Station {
			return true
		}
	}
	return false
}

// liveOfNew returns what is known of a train whose calls are those of its update, or nil if they are too few.
func (a *applier) liveOfNew(t *train) *running.TripUpdate {
	p := t.parts[0]
	a.enter(p.feed, p.entity)
	stops := a.stops(p.TripUpdate)
	if len(stops) < 2 {
		a.complain(Useless, "the new trip %s has fewer than two stops with times that the timetable knows", quote(p.id))
		return nil
	}
	journey, ok := a.newJourney(t, p, stops)
	if !ok {
		return nil
	}
	a.course.reset(journey)
	c := &a.course
	for i, s := range stops {
		c.at[2*i], c.at[2*i+1] = s.arrive, s.depart
		c.reported[2*i], c.reported[2*i+1] = true, true
	}
	c.known = true
	c.measured = p.at.Unix()
	if !c.sort() {
		a.complain(BackwardsTimes, "trip %s", quote(p.id))
	}
	vehicle := a.seen(t)
	c.settle()
	live := c.live(&a.memory)
	live.Vehicle = vehicle
	return live
}

// A newStop is a call of a train that the timetable does not have; times are in POSIX seconds.
type newStop struct {
	station        *timetable.Station
	id             string
	sequence       uint32
	arrive, depart int64 // expected
	due, leaves    int64 // scheduled
}

// maxAhead is how far from now a train that the timetable does not have may run.
const maxAhead = 7 * 24 * time.Hour

// stops reads the calls of a train from its update, those at stations of the timetable. Scheduled are the times that
// the feed says were, or those that its delays lead to, or else the expected ones.
func (a *applier) stops(u *bindings.TripUpdate) []newStop {
	var stops []newStop
	for _, s := range u.GetStopTimeUpdate() {
		if r := s.GetScheduleRelationship(); r == bindings.TripUpdate_StopTimeUpdate_SKIPPED || r == bindings.TripUpdate_StopTimeUpdate_NO_DATA {
			continue
		}
		station := a.plan.StationByStop(s.GetStopId())
		if station == nil {
			a.complain(UnknownStop, "stop %s is not in the timetable", quote(s.GetStopId()))
			continue
		}
		stop := newStop{station: station, id: s.GetStopId(), sequence: s.GetStopSequence()}
		var arrives, departs bool
		stop.arrive, stop.due, arrives = a.moment(s.GetArrival())
		stop.depart, stop.leaves, departs = a.moment(s.GetDeparture())
		switch {
		case !arrives && !departs:
			a.complain(Malformed, "stop %s has no time", quote(s.GetStopId()))
			continue
		case !arrives:
			stop.arrive, stop.due = stop.depart, stop.leaves
		case !departs:
			stop.depart, stop.leaves = stop.arrive, stop.due
		}
		stops = append(stops, stop)
	}
	return stops
}

// moment returns the expected and the scheduled time of an event.
func (a *applier) moment(e *bindings.TripUpdate_StopTimeEvent) (expected, scheduled int64, ok bool) {
	if e == nil {
		return 0, 0, false
	}
	delay := int64(e.GetDelay())
	if abs(delay) > maxOff {
		a.complain(AbsurdTime, "a delay of %d seconds", delay)
		delay = 0
	}
	expected, scheduled = e.GetTime(), scheduledTime(e)
	switch {
	case expected == 0 && scheduled == 0:
		return 0, 0, false
	case expected == 0:
		expected = scheduled + delay
	case scheduled == 0:
		scheduled = expected - delay
	}
	for _, t := range []int64{expected, scheduled} {
		if !possible(t) || time.Unix(t, 0).Sub(a.now).Abs() > maxAhead {
			a.complain(AbsurdTime, "the time %d is far from now", t)
			return 0, 0, false
		}
	}
	return expected, scheduled, true
}

// newJourney returns the journey that makes the stops.
func (a *applier) newJourney(t *train, p part, stops []newStop) (timetable.Journey, bool) {
	s := selectorOf(p.Trip, a.malformed)
	trip := timetable.Trip{ID: t.id, Number: unnumbered, Route: s.route, DirectionID: s.direction}
	if t.journey.Trip != nil { // it replaces one of the timetable
		trip = *t.journey.Trip
		trip.Path = nil
		s.date = t.journey.Service
	} else {
		if !a.describe(&trip, p.TripUpdate, stops) {
			return timetable.Journey{}, false
		}
		trip.Direction = timetable.Direction(cmp.Or(a.headsign(p.TripUpdate), stops[len(stops)-1].station.Name))
	}
	first := time.Unix(stops[0].due, 0).In(a.plan.Zone())
	if s.date == (timetable.Date{}) || s.date.Start(a.plan.Zone()).After(first) {
		s.date = timetable.DateOf(first)
		if s.date.Start(a.plan.Zone()).After(first) { // the hour that a day lacks when the clocks change
			s.date = s.date.AddDays(-1)
		}
	}
	trip.Calendar = nil
	trip.Calls = calls(stops, s.date.Start(a.plan.Zone()).Unix())
	if err := trip.Check(); err != nil {
		a.complain(Malformed, "the new trip %s is not one that can run", quote(trip.ID))
		return timetable.Journey{}, false
	}
	return a.plan.JourneyOf(&trip, s.date)
}

func (a *applier) headsign(u *bindings.TripUpdate) string {
	if u.TripProperties == nil {
		return ""
	}
	return cleaned(unknownText(u.TripProperties.ProtoReflect(), fieldHeadsign), mostName)
}

// describe gives a new trip its code and its kind: that of other trips of its route; without a route the first kind of
// train that stops at both its ends.
func (a *applier) describe(trip *timetable.Trip, u *bindings.TripUpdate, stops []newStop) bool {
	code := trip.ID
	if u.TripProperties != nil {
		code = cmp.Or(unknownText(u.TripProperties.ProtoReflect(), fieldShortName), code)
	}
	trip.Code = cleaned(code, mostCode)
	if trip.Route != "" {
		others := a.byRoute(trip.Route)
		if len(others) == 0 {
			a.complain(UnknownRoute, "route %s of the new trip %s", quote(trip.Route), quote(trip.ID))
			return false
		}
		trip.Kind = others[0].Kind
		return true
	}
	trip.Kind = timetable.Mainline
	for _, kind := range []timetable.Kind{timetable.Mainline, timetable.Suburban, timetable.Metro} {
		if stops[0].station.Serves(kind) && stops[len(stops)-1].station.Serves(kind) {
			trip.Kind = kind
			break
		}
	}
	return true
}

// calls makes the calls of a trip, with scheduled times that run forwards and numbers that grow.
func calls(stops []newStop, start int64) []timetable.Call {
	out := make([]timetable.Call, len(stops))
	var last int64
	var number uint32
	for i, s := range stops {
		arrive := max(s.due-start, last)
		depart := max(s.leaves-start, arrive)
		last = depart
		if number++; s.sequence > number {
			number = s.sequence
		}
		out[i] = timetable.Call{
			Station: s.station, StopID: s.id, Sequence: number,
			Arrive: time.Duration(arrive) * time.Second, Depart: time.Duration(depart) * time.Second,
		}
	}
	return out
}
