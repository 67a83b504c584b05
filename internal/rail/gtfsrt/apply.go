package gtfsrt

import (
	"cmp"
	"slices"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Feed is the message of a feed that is to be applied.
type Feed struct {
	Message *Message

	// Time is when the content was made, for what has no time of its own in the message; the zero time means
	// [Message.Time].
	Time time.Time

	// AlertsOnly leaves out trip updates and vehicle positions: the message is too old for them.
	AlertsOnly bool
}

// Options are what users may choose. The zero Options are fit for use.
type Options struct {
	// Language is the one that alerts are shown in where they are translated into it, as a BCP 47 tag.
	Language string

	// Kind returns the kind of the trains of a route type, for alerts that inform one. Nil means that these inform no
	// one.
	Kind func(routeType int) (kind timetable.Kind, ok bool)
}

// Apply returns what messages say of the trains of a timetable. Now is the time by the service's clock: alerts are
// shown in their active periods, and selectors without dates mean the trains about this time. Where several say
// something of the same train, the newest counts; of equally new ones the first in the order of the feeds.
//
// The same arguments give the same snapshot. Apply reads the timetable and the messages alone and changes nothing, so
// it runs beside whoever uses them.
func Apply(plan *timetable.Timetable, now time.Time, feeds []Feed, o Options) (*running.Snapshot, *Report) {
	expected := 0 // trains
	for _, feed := range feeds {
		expected = max(expected, len(feed.Message.updates), len(feed.Message.vehicles))
	}
	a := &applier{
		finder:    finder{plan: plan},
		now:       now,
		options:   o,
		report:    &Report{Feeds: make([]Count, len(feeds))},
		trains:    make(map[key]*train, expected),
		order:     make([]*train, 0, expected),
		added:     map[string]*train{},
		byTrip:    make(map[string]*train, expected),
		byVehicle: map[string]*train{},
	}
	for i, feed := range feeds {
		a.report.Feeds[i] = feed.Message.count
		a.report.Feeds[i].Complaints = slices.Clone(feed.Message.count.Complaints)
		a.read(i, feed)
		a.report.Time = later(a.report.Time, a.at)
		if ahead := feed.Message.at.Sub(now); ahead > skew {
			a.complain(AbsurdTime, "the header's timestamp is %v ahead of the clock", ahead.Round(time.Second))
		}
		if !feed.AlertsOnly {
			a.updates(feed.Message)
		}
	}
	for i, feed := range feeds {
		if a.read(i, feed); !feed.AlertsOnly {
			a.vehicles(feed.Message)
		}
	}
	lives := a.lives()
	lives = a.inform(lives, feeds)
	a.report.Trains = len(lives)
	return running.NewSnapshot(plan, a.report.Time, lives), a.report
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// An applier holds what Apply has found so far.
type applier struct {
	finder
	now     time.Time
	options Options
	report  *Report

	feed  int       // the one whose message is read
	at    time.Time // when its content was made
	count *Count    // of it
	id    string    // of the entity that is read

	trains    map[key]*train
	order     []*train
	added     map[string]*train // trains that the timetable does not have, by the trip_id that the feed gives them
	byTrip    map[string]*train // the others by trip_id; nil where there are several with it
	byVehicle map[string]*train // by the id of the vehicle that a trip update names

	course course
	memory memory
}

// A key tells journeys of the timetable apart.
type key struct {
	trip    int
	service timetable.Date
}

// A train is what messages say of one journey.
type train struct {
	journey timetable.Journey
	parts   []part
	vehicle *sighting

	extra bool   // only messages know it; its calls are those of its update, unless it has a journey
	id    string // the trip_id of an extra train
}

// A part is the update of a trip: of the whole train, or of one of those that a through train joins.
type part struct {
	update
	id   string // trip_id
	at   time.Time
	feed int
}

// A sighting is the newest report of a vehicle.
type sighting struct {
	vehicle
	id   string // trip_id, where the report says
	at   time.Time
	feed int
}

// read starts with the message of a feed. What has no time of its own is as old as the message, and nothing is of the
// future.
func (a *applier) read(i int, feed Feed) {
	a.feed, a.count, a.id = i, &a.report.Feeds[i], ""
	a.at = feed.Time
	if a.at.IsZero() {
		a.at = feed.Message.at
	}
	if a.at.IsZero() || a.at.After(a.now) {
		a.at = a.now
	}
}

// complain notes what is wrong with the entity that is read.
func (a *applier) complain(problem Problem, format string, args ...any) {
	a.count.complain(problem, a.id, format, args...)
}

func (a *applier) malformed(format string, args ...any) { a.complain(Malformed, format, args...) }

// measured returns when something was measured, by its timestamp in the message.
func (a *applier) measured(timestamp *uint64) time.Time {
	if timestamp == nil || *timestamp == 0 {
		return a.at
	}
	if !possible(*timestamp) {
		a.complain(AbsurdTime, "the timestamp is %d", *timestamp)
		return a.at
	}
	at := time.Unix(int64(*timestamp), 0)
	if at.Sub(a.now) > skew {
		a.complain(AbsurdTime, "the timestamp %d is %v ahead of the clock", *timestamp, at.Sub(a.now).Round(time.Second))
		return a.at
	}
	return at
}

func (a *applier) updates(m *Message) {
	for _, u := range m.updates {
		a.id = u.entity
		at := a.measured(u.Timestamp)
		t := a.trainOf(u)
		if t == nil {
			continue
		}
		a.count.Applied++
		a.put(t, part{u, u.Trip.GetTripId(), at, a.feed})
		if id := u.GetVehicle().GetId(); id != "" {
			a.byVehicle[id] = t
		}
	}
}

// trainOf returns the train that an update is about, or nil.
func (a *applier) trainOf(u update) *train {
	switch r := relation(u.Trip); r {
	case bindings.TripDescriptor_ADDED, relationNew:
		return a.addedTrain(cmp.Or(u.Trip.GetTripId(), u.GetTripProperties().GetTripId(), u.entity))
	case bindings.TripDescriptor_DUPLICATED:
		return a.duplicate(u)
	}
	s := selectorOf(u.Trip, a.malformed)
	journey, ok, reason := a.find(s, a.about(u.TripUpdate))
	if !ok {
		a.complain(UnknownTrip, "%s", reason)
		return nil
	}
	return a.planned(s, journey)
}

// about returns a time at which something happens to the train of an update: the first that the update names.
func (a *applier) about(u *bindings.TripUpdate) time.Time {
	for _, s := range u.GetStopTimeUpdate() {
		for _, e := range []*bindings.TripUpdate_StopTimeEvent{s.GetArrival(), s.GetDeparture()} {
			if t := e.GetTime(); possible(t) {
				return time.Unix(t, 0)
			}
		}
	}
	return a.at
}

// train returns the train of a journey of the timetable.
func (a *applier) train(j timetable.Journey, id string) *train {
	k := key{j.Number, j.Service}
	t := a.trains[k]
	if t == nil {
		t = &train{journey: j}
		a.trains[k] = t
		a.order = append(a.order, t)
	}
	if id != "" {
		if other, ok := a.byTrip[id]; ok && other != t {
			a.byTrip[id] = nil
		} else {
			a.byTrip[id] = t
		}
	}
	return t
}

// addedTrain returns the train that only messages know by the trip_id.
func (a *applier) addedTrain(id string) *train {
	t := a.added[id]
	if t == nil {
		t = &train{id: id, extra: true}
		a.added[id] = t
		a.order = append(a.order, t)
	}
	return t
}

// put adds the update of a part of a train, or of the whole. Of several of the same part the newest counts.
func (a *applier) put(t *train, p part) {
	for i := range t.parts {
		old := &t.parts[i]
		if old.id != p.id && t.journey.Trip != nil && len(t.journey.Members) > 1 {
			continue
		}
		if old.feed == p.feed {
			a.complain(Twice, "trip %s", quote(p.id))
		}
		if p.at.After(old.at) {
			*old = p
		}
		return
	}
	t.parts = append(t.parts, p)
}

func (a *applier) vehicles(m *Message) {
	for _, v := range m.vehicles {
		a.id = v.entity
		at := a.measured(v.Timestamp)
		if a.now.Sub(at) > oldVehicle {
			continue
		}
		t := a.carriedBy(v, at)
		if t == nil {
			continue
		}
		a.count.Applied++
		a.changes(at.Add(oldVehicle + time.Second))
		if t.vehicle == nil || at.After(t.vehicle.at) {
			t.vehicle = &sighting{v, v.GetTrip().GetTripId(), at, a.feed}
		}
	}
}

// carriedBy returns the train that a vehicle runs as, or nil.
func (a *applier) carriedBy(v vehicle, at time.Time) *train {
	d := v.GetTrip()
	if t := a.added[d.GetTripId()]; t != nil && d.GetTripId() != "" {
		return t
	}
	if d.GetTripId() == "" && d.GetRouteId() == "" || d.GetTripId() == "" && d.StartTime == nil {
		t := a.byVehicle[v.GetVehicle().GetId()]
		if t == nil {
			a.complain(Useless, "the vehicle serves no trip")
		}
		return t
	}
	s := selectorOf(d, a.malformed)
	if t := a.byTrip[s.id]; t != nil && s.date == (timetable.Date{}) && s.start < 0 {
		return t
	}
	journey, ok, reason := a.find(s, at)
	if !ok {
		a.complain(UnknownTrip, "%s", reason)
		return nil
	}
	return a.planned(s, journey)
}

// changes notes that the snapshot will be another from a time on.
func (a *applier) changes(at time.Time) {
	if at.After(a.now) && (a.report.Next.IsZero() || at.Before(a.report.Next)) {
		a.report.Next = at
	}
}

// lives returns what is known of each train.
func (a *applier) lives() []*running.TripUpdate {
	lives := make([]*running.TripUpdate, 0, len(a.order))
	for _, t := range a.order {
		if live := a.live(t); live != nil {
			lives = append(lives, live)
		}
	}
	return lives
}
