package gtfsrt

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// noNumber is the Number of trips that are not in the timetable.
const noNumber = -1

// shifted returns the journey moved to the descriptor's start_time, if it is a departure of a frequency at another time.
func (d descriptor) shifted(plan *timetable.Timetable, j timetable.Journey) timetable.Journey {
	if d.start < 0 || !j.Frequency || d.id == "" || d.start == j.Calls[0].Depart {
		return j
	}
	shifted, _ := plan.JourneyOf(j.StartingAt(d.start), j.Service)
	return shifted
}

// planned returns the train that a descriptor matches, given the matched journey of the timetable. For a frequency without
// exact times, two trains can match the same planned departure; the second one becomes an additional train.
func (a *applier) planned(d descriptor, j timetable.Journey) *train {
	shifted := d.shifted(a.plan, j)
	t := a.trains[key{j.Number, j.Service}]
	if t == nil || d.start < 0 || !j.Frequency || t.journey.Calls[0].Depart == shifted.Calls[0].Depart {
		return a.train(shifted, d.id)
	}
	t = a.addedTrain(fmt.Sprintf("\x00%s %v %v", d.id, j.Service, d.start)) // not equal to any trip_id
	if t != nil && t.added {
		second := *shifted.Trip
		second.Number, second.Code = noNumber, strings.TrimSuffix(j.Code, gtfs.StartSuffix(j.Calls[0].Depart))+gtfs.StartSuffix(d.start)
		t.added = false
		t.journey, _ = a.plan.JourneyOf(&second, j.Service)
	}
	return t
}

// duplicate returns the train of a DUPLICATED trip: a copy of a trip at another time (TripProperties). It returns nil if
// the update is invalid.
func (a *applier) duplicate(u *updateMessage) *train {
	properties := u.GetTripProperties()
	date, dated := gtfs.ParseDate(properties.GetStartDate())
	start, timed := gtfs.ParseTime(properties.GetStartTime())
	id := properties.GetTripId()
	if id == "" || !dated || !timed {
		a.warn(Malformed, "a DUPLICATED trip needs trip_id, start_date and start_time in trip_properties")
		return nil
	}
	if a.implausible(date, 7) {
		return nil
	}
	trips := a.plan.TripsByID(u.GetTrip().GetTripId())
	if len(trips) == 0 {
		a.warn(UnknownTrip, "the DUPLICATED trip %s is not in the timetable", gtfs.Quote(u.GetTrip().GetTripId()))
		return nil
	}
	copied := trips[0].StartingAt(start)
	copied.ID, copied.Number, copied.Calendar, copied.Frequency = id, noNumber, nil, false
	a.setCode(copied, shortName(u))
	if towards := cleaned(headsign(u), maxName); towards != "" {
		copied.Direction = timetable.Direction(towards, copied.Calls[len(copied.Calls)-1].Station.Name)
	}
	if err := copied.Check(); err != nil {
		a.warn(Malformed, "the copy %s of a DUPLICATED trip is invalid", gtfs.Quote(id))
		return nil
	}
	t := a.addedTrain(id)
	if t == nil {
		return nil
	}
	t.added = false
	t.journey, _ = a.plan.JourneyOf(copied, date)
	return t
}

// ownCalls reports whether the calls of a train come from its update: the train is not in the timetable, or its update is
// a REPLACEMENT with other calls.
func (a *applier) ownCalls(t *train) bool {
	if t.added {
		return true
	}
	u := a.open(t.updates[0]).GetTripUpdate()
	if u.GetTrip().GetScheduleRelationship() != replacement || len(t.journey.Members) > 1 {
		return false
	}
	updates := u.GetStopTimeUpdate()
	if len(updates) != len(t.journey.Calls) {
		return len(updates) > 1
	}
	for i, s := range updates {
		if stop := s.GetStopId(); stop != "" && a.plan.StationByStop(stop) != t.journey.Calls[i].Station {
			return true
		}
	}
	return false
}

// addedResult returns the result for a train whose calls come from its update, or nil if it has fewer than two calls.
func (a *applier) addedResult(t *train) *running.TripUpdate {
	u := t.updates[0]
	update := a.open(u).TripUpdate
	stops := a.addedStops(update)
	if len(stops) < 2 {
		a.warn(Unused, "the added trip %s has fewer than two stops with times at stations of the timetable", gtfs.Quote(u.id))
		return nil
	}
	journey, ok := a.addedJourney(t, update, stops)
	if !ok {
		return nil
	}
	c := newStopTimes(journey)
	for i, s := range stops {
		c.at[2*i], c.at[2*i+1] = s.arrive, s.depart
		c.reported[2*i], c.reported[2*i+1], c.calls[i].known = true, true, true
	}
	c.known = true
	c.measured = u.at.Unix()
	return a.finish(t, c)
}

// An addedStop is a call of a train that is not in the timetable. Times are in POSIX seconds.
type addedStop struct {
	station              *timetable.Station
	id                   string
	sequence             uint32
	arrive, depart       int64 // expected
	dueArrive, dueDepart int64 // scheduled
}

// maxAhead is the maximum distance from now for the times of a train that is not in the timetable.
const maxAhead = 7 * day

// feedOf returns what the timetable has from the static feed of the current feed.
func (a *applier) feedOf() *timetable.Feed { return a.plan.Feeds()[a.part] }

// implausible reports whether a service date is more than a number of days from now, and warns of it.
func (a *applier) implausible(d timetable.Date, days int) bool {
	if d.Start(a.feedOf().Zone).Sub(a.now).Abs() <= time.Duration(days)*day {
		return false
	}
	a.warn(ImplausibleTime, "the start_date %v is more than %d days from now", d, days)
	return true
}

// addedStops reads the calls of a train from its update, as far as their stations are in the timetable. The scheduled times
// are the feed's, else the expected times minus the delay, else the expected times.
func (a *applier) addedStops(u *updateMessage) []addedStop {
	var stops []addedStop
	for _, s := range u.GetStopTimeUpdate() {
		if r := s.GetScheduleRelationship(); r == skipped || r == noData {
			continue
		}
		station := a.plan.StationByStop(s.GetStopId())
		if station == nil {
			a.warn(UnknownStop, "stop %s is not in the timetable", gtfs.Quote(s.GetStopId()))
			continue
		}
		id := cmp.Or(s.GetStopTimeProperties().GetAssignedStopId(), s.GetStopId())
		stop := addedStop{station: station, id: id, sequence: s.GetStopSequence()}
		var arrives, departs bool
		stop.arrive, stop.dueArrive, arrives = a.eventTimes(s.Arrival)
		stop.depart, stop.dueDepart, departs = a.eventTimes(s.Departure)
		switch {
		case !arrives && !departs:
			a.warn(Malformed, "stop %s has no time", gtfs.Quote(s.GetStopId()))
			continue
		case !arrives:
			stop.arrive, stop.dueArrive = stop.depart, stop.dueDepart
		case !departs:
			stop.depart, stop.dueDepart = stop.arrive, stop.dueArrive
		}
		stops = append(stops, stop)
	}
	return stops
}

// eventTimes returns the expected and the scheduled time of an event.
func (a *applier) eventTimes(e *event) (expected, scheduled int64, ok bool) {
	if e == nil {
		return 0, 0, false
	}
	delay := int64(e.GetDelay())
	if abs(delay) > maxDeviation {
		a.warn(ImplausibleTime, "the delay is %d seconds", delay)
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
		if !plausible(t) || time.Unix(t, 0).Sub(a.now).Abs() > maxAhead {
			a.warn(ImplausibleTime, "the time %d is more than a week from now", t)
			return 0, 0, false
		}
	}
	return expected, scheduled, true
}

// addedJourney returns the journey that makes the given stops.
func (a *applier) addedJourney(t *train, u *updateMessage, stops []addedStop) (timetable.Journey, bool) {
	d := descriptorOf(u.Trip, a.malformed)
	trip := timetable.Trip{ID: t.id, Agency: a.feedOf().Agencies[0], Number: noNumber, Route: d.route, DirectionID: d.direction}
	if t.journey.Trip != nil { // it replaces a trip of the timetable
		trip = *t.journey.Trip
		trip.Path = nil
		d.date = t.journey.Service
	} else {
		if !a.describe(&trip, u, stops) {
			return timetable.Journey{}, false
		}
		trip.Direction = timetable.Direction(cleaned(headsign(u), maxName), stops[len(stops)-1].station.Name)
	}
	zone := trip.Agency.Zone
	first := time.Unix(stops[0].dueArrive, 0).In(zone)
	if d.date == (timetable.Date{}) || a.implausible(d.date, 7) || d.date.Start(zone).After(first) {
		d.date = timetable.DateOf(first)
		if d.date.Start(zone).After(first) {
			// When the clocks go back, the first hour of a day is before the start of its service date.
			d.date = d.date.AddDays(-1)
		}
	}
	trip.Calendar = nil
	trip.Calls = calls(stops, d.date.Start(zone).Unix())
	if err := trip.Check(); err != nil {
		a.warn(Malformed, "the added trip %s is invalid", gtfs.Quote(trip.ID))
		return timetable.Journey{}, false
	}
	return a.plan.JourneyOf(&trip, d.date)
}

// describe sets the code and the kind of an added trip. It has the kind and agency of the other trips of its route; without a route,
// the first kind of train that stops at both ends of the trip.
func (a *applier) describe(trip *timetable.Trip, u *updateMessage, stops []addedStop) bool {
	a.setCode(trip, shortName(u))
	if trip.Route != "" {
		others := a.byRoute(trip.Route)
		if len(others) == 0 {
			a.warn(UnknownRoute, "route %s of the added trip %s is not in the timetable", gtfs.Quote(trip.Route), gtfs.Quote(trip.ID))
			return false
		}
		trip.Kind, trip.Line, trip.Agency = others[0].Kind, others[0].Line, others[0].Agency
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

// setCode sets the code of an added trip: its trip_short_name, else its trip_id, with the prefix of its timetable, which the ID has.
func (a *applier) setCode(trip *timetable.Trip, shortName string) {
	prefix := timetable.Prefix(a.part)
	trip.Code, trip.Prefix = cleaned(prefix+shortName, maxCode), int16(len(prefix))
	if shortName == "" {
		trip.Code = cleaned(trip.ID, maxCode)
	}
}

// calls returns the calls of an added trip. Scheduled times never decrease, and sequence numbers increase.
func calls(stops []addedStop, start int64) []timetable.Call {
	out := make([]timetable.Call, len(stops))
	var last int64
	var number uint32
	for i, s := range stops {
		arrive := max(s.dueArrive-start, last)
		depart := max(s.dueDepart-start, arrive)
		last = depart
		if number++; s.sequence > number {
			number = s.sequence
		}
		out[i] = timetable.Call{
			Station: s.station, Platform: s.station.Platform(s.id), Sequence: number,
			Arrive: time.Duration(arrive) * time.Second, Depart: time.Duration(depart) * time.Second,
		}
	}
	return out
}
