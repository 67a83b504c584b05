package gtfsrt

import (
	"cmp"
	"slices"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Feed is the message of a feed, as input of Apply.
type Feed struct {
	Message *Message

	// Time is the time at which the content was made, for entities without their own timestamp. The zero time means
	// [Message.Time].
	Time time.Time

	// AlertsOnly ignores trip updates and vehicle positions, because the message is too old for them.
	AlertsOnly bool
}

// Options configure Apply. The zero Options are valid.
type Options struct {
	// Language is the preferred language of alerts, as a BCP 47 tag.
	Language string

	// Kind returns the kind of the trains with a route_type, for alerts whose entity selectors have a route_type. If Kind is
	// nil, these selectors match no trains.
	Kind func(routeType int) (kind timetable.Kind, ok bool)
}

// Apply returns what the messages say about the trains of a timetable. now is the time of the service's clock: alerts are
// shown in their active periods, and trip descriptors without a date match the trains around this time. If several
// entities are about the same train, the newest is used; if they are equally new, the first in the order of feeds.
//
// The same arguments give the same snapshot. Apply only reads the timetable and the messages, so it may run concurrently
// with other uses of them.
func Apply(plan *timetable.Timetable, now time.Time, feeds []Feed, o Options) (*running.Snapshot, *Report) {
	expected := 0 // trains
	for _, feed := range feeds {
		expected = max(expected, len(feed.Message.updates), len(feed.Message.vehicles))
	}
	expected = min(expected, len(plan.Trips()))
	a := &applier{
		finder:    finder{plan: plan},
		now:       now,
		options:   o,
		report:    &Report{Feeds: make([]FeedReport, len(feeds))},
		trains:    make(map[key]*train, expected),
		order:     make([]*train, 0, expected),
		added:     map[string]*train{},
		byTrip:    make(map[string]*train, expected),
		byVehicle: map[string]*train{},
	}
	for i, feed := range feeds {
		a.report.Feeds[i] = feed.Message.report
		a.report.Feeds[i].Warnings = slices.Clone(feed.Message.report.Warnings)
		a.startFeed(i, feed)
		if a.at.After(a.report.Time) {
			a.report.Time = a.at
		}
		if ahead := feed.Message.at.Sub(now); ahead > maxSkew {
			a.warn(ImplausibleTime, "the header's timestamp is %v ahead of the clock", ahead.Round(time.Second))
		}
		if !feed.AlertsOnly {
			a.readUpdates(feed.Message)
		}
	}
	for i, feed := range feeds {
		if a.startFeed(i, feed); !feed.AlertsOnly {
			a.readVehicles(feed.Message)
		}
	}
	results := a.results()
	rules := a.rules(feeds)
	results = a.addAlerts(rules, results)
	a.report.Trains = len(results)
	return running.NewSnapshot(plan, a.report.Time, results).WithAlerts(rules), a.report
}

// An applier holds the state of a call of Apply.
type applier struct {
	finder
	now     time.Time
	options Options
	report  *Report

	feed       int         // index of the current feed
	part       int         // part of the timetable that it is about
	at         time.Time   // when the content of its message was made
	feedReport *FeedReport // report of the current feed
	id         string      // id of the current entity

	trains    map[key]*train
	order     []*train
	added     map[string]*train // trains that are not in the timetable, by trip_id
	byTrip    map[string]*train // other trains by trip_id; nil if several trains have it
	byVehicle map[string]*train // by the vehicle id in the trip update
}

// A key identifies a journey of the timetable.
type key struct {
	trip    int
	service timetable.Date
}

// A train holds the updates and the vehicle of one journey.
type train struct {
	journey timetable.Journey
	updates []source // a through train has one for each of its trips
	vehicle *source  // the newest position

	added bool   // its calls come from its update
	id    string // the trip_id of a train that is not in the timetable
}

// A source is an entity with the update of a trip or with the position of a vehicle.
type source struct {
	message *Message
	ref
	entity    string
	id        string // trip_id; a vehicle may have an empty one
	at        time.Time
	feed      int
	cancelled bool
	deleted   bool // cancelled, and nobody is to be told
}

// open makes an entity the current one, and decodes it.
func (a *applier) open(s source) *entity {
	a.feedReport, a.id = &a.report.Feeds[s.feed], s.entity
	return s.message.open(s.ref)
}

// startFeed makes the message of a feed the current one. Entities without a timestamp have the time of the message, which
// is never later than now.
func (a *applier) startFeed(i int, feed Feed) {
	a.feed, a.part, a.feedReport, a.id = i, feed.Message.part, &a.report.Feeds[i], ""
	a.at = feed.Time
	if a.at.IsZero() {
		a.at = feed.Message.at
	}
	if a.at.IsZero() || a.at.After(a.now) {
		a.at = a.now
	}
}

// warn adds a warning about the current entity.
func (a *applier) warn(problem Problem, format string, args ...any) {
	a.feedReport.warn(problem, a.id, format, args...)
}

func (a *applier) malformed(format string, args ...any) { a.warn(Malformed, format, args...) }

// measured returns the time of an entity by its timestamp, or else the time of the message.
func (a *applier) measured(timestamp uint64) time.Time {
	if timestamp == 0 {
		return a.at
	}
	if !plausible(timestamp) {
		a.warn(ImplausibleTime, "the timestamp is %d", timestamp)
		return a.at
	}
	at := time.Unix(int64(timestamp), 0)
	if at.Sub(a.now) > maxSkew {
		a.warn(ImplausibleTime, "the timestamp %d is %v ahead of the clock", timestamp, at.Sub(a.now).Round(time.Second))
		return a.at
	}
	return at
}

func (a *applier) readUpdates(m *Message) {
	for _, ref := range m.updates {
		e := m.open(ref)
		u := e.TripUpdate
		a.id = e.GetId()
		at := a.measured(u.GetTimestamp())
		t := a.trainOf(u)
		if t == nil {
			continue
		}
		a.feedReport.Applied++
		relation := u.Trip.GetScheduleRelationship()
		deletes := relation == deleted
		a.addUpdate(t, source{m, ref, a.id, u.Trip.GetTripId(), at, a.feed, deletes || relation == cancelled, deletes})
		if id := u.GetVehicle().GetId(); id != "" {
			a.byVehicle[id] = t
		}
	}
}

// trainOf returns the train that an update is about, or nil.
func (a *applier) trainOf(u *updateMessage) *train {
	switch u.Trip.GetScheduleRelationship() {
	case added, created:
		return a.addedTrain(cmp.Or(u.Trip.GetTripId(), u.GetTripProperties().GetTripId(), a.id))
	case duplicated:
		return a.duplicate(u)
	}
	return a.found(descriptorOf(u.Trip, a.malformed), a.firstTime(u))
}

// found returns the train of the timetable that a descriptor identifies, or nil.
func (a *applier) found(d descriptor, near time.Time) *train {
	journey, ok, reason := a.find(d, near)
	if !ok {
		a.warn(UnknownTrip, "%s", reason)
		return nil
	}
	if a.implausible(journey.Service, 366) {
		return nil
	}
	return a.planned(d, journey)
}

// firstTime returns the first time in an update, or else the time of the message.
func (a *applier) firstTime(u *updateMessage) time.Time {
	for _, s := range u.GetStopTimeUpdate() {
		for _, t := range []int64{s.GetArrival().GetTime(), s.GetDeparture().GetTime()} {
			if plausible(t) {
				return time.Unix(t, 0)
			}
		}
	}
	return a.at
}

// train returns the train of a journey of the timetable. It adds the train if necessary, and returns nil if there are too
// many.
func (a *applier) train(j timetable.Journey, id string) *train {
	t := oneOf(a, a.trains, key{j.Number, j.Service}, train{journey: j})
	if t != nil && id != "" {
		if other, ok := a.byTrip[id]; ok && other != t {
			a.byTrip[id] = nil
		} else {
			a.byTrip[id] = t
		}
	}
	return t
}

// addedTrain returns the train with a trip_id that is not in the timetable. It adds the train if necessary, and returns nil
// if there are too many.
func (a *applier) addedTrain(id string) *train {
	return oneOf(a, a.added, id, train{id: id, added: true})
}

// maxTrains is the maximum number of trains in all messages. It bounds the memory that they take.
const maxTrains = 100_000

// oneOf returns the train with a key. It adds the train if there is none, unless there are too many.
func oneOf[K comparable](a *applier, trains map[K]*train, k K, added train) *train {
	t := trains[k]
	switch {
	case t != nil:
	case len(a.order) >= maxTrains:
		a.warn(Unused, "the messages have more than %d trains", maxTrains)
	default:
		t = &added
		trains[k] = t
		a.order = append(a.order, t)
	}
	return t
}

// addUpdate adds an update to a train. If there are several for the same trip, the newest is kept.
func (a *applier) addUpdate(t *train, u source) {
	for i := range t.updates {
		old := &t.updates[i]
		if old.id != u.id && t.journey.Trip != nil && len(t.journey.Members) > 1 {
			continue
		}
		if old.feed == u.feed {
			a.warn(Duplicate, "trip %s", gtfs.Quote(u.id))
		}
		if u.at.After(old.at) {
			*old = u
		}
		return
	}
	t.updates = append(t.updates, u)
}

// readVehicles reads the vehicle positions of a message. Vehicles that are not in use have no trip. If no vehicle of the
// message has one, there is a warning.
func (a *applier) readVehicles(m *Message) {
	idle := 0
	for _, ref := range m.vehicles {
		e := m.open(ref)
		v := e.Vehicle
		a.id = e.GetId()
		at := a.measured(v.GetTimestamp())
		if a.now.Sub(at) > maxVehicleAge {
			continue
		}
		t, known := a.trainOfVehicle(v, at)
		if !known {
			idle++
		}
		if t == nil {
			continue
		}
		a.feedReport.Applied++
		a.changesAt(at.Add(maxVehicleAge + time.Second))
		if t.vehicle == nil || at.After(t.vehicle.at) {
			t.vehicle = &source{message: m, ref: ref, entity: a.id, id: v.GetTrip().GetTripId(), at: at, feed: a.feed}
		}
	}
	if idle > 0 && idle == len(m.vehicles) {
		a.id = ""
		a.warn(Unused, "none of the %d vehicles has a trip", idle)
	}
}

// trainOfVehicle returns the train that a vehicle runs as, or nil. known is false if the vehicle has no trip.
func (a *applier) trainOfVehicle(v *vehicleMessage, at time.Time) (t *train, known bool) {
	raw := v.GetTrip()
	if t := a.added[raw.GetTripId()]; t != nil && raw.GetTripId() != "" {
		return t, true
	}
	if raw.GetTripId() == "" && (raw.GetRouteId() == "" || raw.GetStartTime() == "") {
		t := a.byVehicle[v.GetVehicle().GetId()]
		return t, t != nil
	}
	d := descriptorOf(raw, a.malformed)
	if t := a.byTrip[d.id]; t != nil && d.date == (timetable.Date{}) && d.start < 0 {
		return t, true
	}
	return a.found(d, at), true
}

// changesAt records that the snapshot changes at a time.
func (a *applier) changesAt(at time.Time) {
	if at.After(a.now) && (a.report.Next.IsZero() || at.Before(a.report.Next)) {
		a.report.Next = at
	}
}

// results returns the result for each train.
func (a *applier) results() []*running.TripUpdate {
	results := make([]*running.TripUpdate, 0, len(a.order))
	for _, t := range a.order {
		if result := a.result(t); result != nil {
			results = append(results, result)
		}
	}
	return results
}
