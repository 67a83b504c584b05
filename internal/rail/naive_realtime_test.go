package rail_test

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/running"
)

// naiveMessages are the realtime messages that belong to a published feed.
type naiveMessages struct {
	encoded [][]byte
	decoded []*messages.FeedMessage
	at      time.Time // time of the latest message
}

// readMessages reads the messages of a feed: bart-alerts.pb belongs to bart.zip.
func readMessages(t *testing.T, feed string) (all naiveMessages) {
	t.Helper()
	paths, err := filepath.Glob(strings.TrimSuffix(feed, ".zip") + "-*.pb")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var m messages.FeedMessage
		if err := proto.Unmarshal(data, &m); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all.encoded, all.decoded = append(all.encoded, data), append(all.decoded, &m)
		if at := time.Unix(int64(m.GetHeader().GetTimestamp()), 0); at.After(all.at) {
			all.at = at
		}
	}
	return all
}

// A naiveRealtime is what the messages say about the runs.
type naiveRealtime struct {
	stations map[string][]string
	updated  int             // runs with an update
	odd      map[string]bool // codes of trains for which the messages have what the naive implementation does not know
	places   map[string]naivePoint
	alerts   map[string][]string // the alerts about all trains of an agency
}

// addRealtime gives the runs the expected times of the messages. The times of trains that have a vehicle depend on its place,
// which the naive implementation does not know; unless exact says that the times agree with the place.
func (all naiveMessages) addRealtime(feed *naiveFeed, runs []naiveRun, exact bool) naiveRealtime {
	r := naiveRealtime{stations: feed.stations, odd: map[string]bool{}, places: map[string]naivePoint{}, alerts: map[string][]string{}}
	for _, m := range all.decoded {
		for _, e := range m.Entity {
			if u := e.TripUpdate; u != nil {
				r.addUpdate(runs, u, time.Unix(int64(m.GetHeader().GetTimestamp()), 0))
			}
			for _, s := range e.GetAlert().GetInformedEntity() {
				if s.AgencyId != nil && s.RouteId == nil && s.RouteType == nil && s.Trip == nil && s.StopId == nil {
					r.alerts[s.GetAgencyId()] = append(r.alerts[s.GetAgencyId()], e.Alert.GetHeaderText().GetTranslation()[0].GetText())
				}
			}
		}
	}
	for _, m := range all.decoded {
		for _, e := range m.Entity {
			v := e.Vehicle
			run := runOf(runs, v.GetTrip(), time.Unix(int64(v.GetTimestamp()), 0))
			if run == nil {
				continue
			}
			place := naivePoint{float64(v.GetPosition().GetLatitude()), float64(v.GetPosition().GetLongitude())}
			if exact {
				run.vehicle = &place
				continue
			}
			r.odd[run.code] = true
			r.places[run.code] = place
		}
	}
	return r
}

// runOf returns the run of a trip on its date, else the nearest one to a time; or nil.
func runOf(runs []naiveRun, trip *messages.TripDescriptor, at time.Time) *naiveRun {
	switch trip.GetScheduleRelationship() {
	case messages.TripDescriptor_SCHEDULED, messages.TripDescriptor_CANCELED, messages.TripDescriptor_DELETED:
	default:
		return nil
	}
	var found *naiveRun
	nearest := 24 * time.Hour
	for i := range runs {
		r := &runs[i]
		if !slices.ContainsFunc(r.calls, func(c naiveCall) bool { return c.isOf(trip) }) {
			continue
		}
		if date := trip.GetStartDate(); date != "" {
			if r.start.Add(12*time.Hour).Format("20060102") == date {
				return r
			}
			continue
		}
		if far := max(r.depart(0).Sub(at), at.Sub(r.arrive(r.last())), 0); far < nearest {
			found, nearest = r, far
		}
	}
	return found
}

// isOf reports whether a call is one of a trip or, if it is one of a frequency, of this departure.
func (c naiveCall) isOf(trip *messages.TripDescriptor) bool {
	return trip.GetTripId() != "" && (c.arrivalStop.trip == trip.GetTripId() || c.departureStop.trip == trip.GetTripId()) &&
		(trip.StartTime == nil || c.arrivalStop.start == "" || c.arrivalStop.start == trip.GetStartTime())
}

func (n *naiveRealtime) addUpdate(runs []naiveRun, u *messages.TripUpdate, sent time.Time) {
	if u.Timestamp != nil {
		sent = time.Unix(int64(u.GetTimestamp()), 0)
	}
	at := sent
	if stops := u.StopTimeUpdate; len(stops) > 0 && stops[0].GetArrival().GetTime() != 0 {
		at = time.Unix(stops[0].GetArrival().GetTime(), 0)
	}
	run := runOf(runs, u.Trip, at)
	if run == nil {
		n.odd[u.Trip.GetTripId()] = true // an added train, which has the trip_id as its code
		return
	}
	n.updated++
	if run.calls[0].arrivalStop.trip != run.calls[run.last()].arrivalStop.trip { // several updates are about a through train
		n.odd[run.code] = true
		return
	}
	switch u.Trip.GetScheduleRelationship() {
	case messages.TripDescriptor_CANCELED:
		run.cancelled = true
		return
	case messages.TripDescriptor_DELETED:
		run.deleted = true
		return
	}
	given := make([]running.Times, len(run.calls)) // zero if the update has none
	run.reported, run.skipped = make([]bool, len(run.calls)), make([]bool, len(run.calls))
	next := 0
	for _, s := range u.StopTimeUpdate {
		i := run.callOf(s, next, n.stations)
		if i < 0 {
			continue
		}
		next = i + 1
		switch s.GetScheduleRelationship() {
		case messages.TripUpdate_StopTimeUpdate_SKIPPED:
			run.skipped[i] = true
		case messages.TripUpdate_StopTimeUpdate_SCHEDULED:
			arrival, departure := cmp.Or(s.Arrival, s.Departure), cmp.Or(s.Departure, s.Arrival)
			if arrival == nil || (s.Arrival == nil && i > 0) || (s.Departure == nil && i < run.last()) {
				n.odd[run.code] = true
				continue
			}
			given[i] = running.Times{Arrive: run.instant(arrival, run.arrive(i)), Depart: run.instant(departure, run.depart(i))}
			run.reported[i] = true
		default:
			n.odd[run.code] = true
		}
	}
	first := slices.Index(run.reported, true)
	if u.Delay != nil || slices.Contains(run.skipped[:max(first, 1)], true) || run.skipped[run.last()] {
		n.odd[run.code] = true
	}
	run.separate(given)
	run.expect(given, sent)
}

// instant returns the time of an event, or the scheduled time with its delay.
func (r *naiveRun) instant(e *messages.TripUpdate_StopTimeEvent, scheduled time.Time) time.Time {
	if e.Time == nil {
		return scheduled.Add(time.Duration(e.GetDelay()) * time.Second)
	}
	return time.Unix(e.GetTime(), 0).In(r.start.Location())
}

// callOf returns the call of an update: with its stop_sequence, if that is at its station, else the next one at its stop; or -1.
func (r *naiveRun) callOf(s *messages.TripUpdate_StopTimeUpdate, next int, stations map[string][]string) int {
	for i, c := range r.calls {
		station := stations[s.GetStopId()]
		if s.StopSequence != nil && c.arrivalStop.sequence == s.GetStopSequence() && (s.StopId == nil || station != nil && station[0] == c.station[0]) {
			return i
		}
	}
	for i := range r.calls {
		if i = (next + i) % len(r.calls); r.calls[i].stop == s.GetStopId() {
			return i
		}
	}
	return -1
}

// separate removes the times of another train, if times decrease more than once: it tries all subsets. A change of the delay
// costs its amount, and a call that is ignored costs five minutes.
func (r *naiveRun) separate(given []running.Times) {
	var calls []int
	descents := 0
	for i := range given {
		if !r.reported[i] {
			continue
		}
		if n := len(calls); n > 0 && given[i].Arrive.Before(given[calls[n-1]].Arrive) {
			descents++
		}
		calls = append(calls, i)
	}
	if descents < 2 || len(calls) > 16 {
		return
	}
	best, lowest := 0, time.Duration(math.MaxInt64)
	for subset := 1; subset < 1<<len(calls); subset++ {
		cost, before := time.Duration(0), -1
		for bit, i := range calls {
			switch {
			case subset>>bit&1 == 0:
				cost += 5 * time.Minute
				continue
			case before >= 0 && given[i].Arrive.Before(given[before].Depart):
				cost += 1000 * time.Hour
			case before >= 0:
				cost += (given[i].Arrive.Sub(r.arrive(i)) - given[before].Arrive.Sub(r.arrive(before))).Abs()
			}
			before = i
		}
		if cost < lowest {
			best, lowest = subset, cost
		}
	}
	for bit, i := range calls {
		if best>>bit&1 == 0 {
			given[i], r.reported[i] = running.Times{}, false
		}
	}
}

// expect computes the expected times from the times of the feed: a delay applies to the calls after it; before the first
// time of the feed the train was equally late. No other time is past the next one of the feed.
func (r *naiveRun) expect(given []running.Times, sent time.Time) {
	first := slices.Index(r.reported, true)
	if first < 0 {
		return
	}
	r.times, r.unmentioned = make([]running.Times, len(r.calls)), make([]bool, len(r.calls))
	for i := range first {
		r.unmentioned[i] = r.depart(i).After(sent)
	}
	said := slices.Clone(given)
	last := time.Time{}
	for i := range given { // times of the feed never decrease
		if r.reported[i] {
			given[i].Arrive = latest(given[i].Arrive, last)
			given[i].Depart = latest(given[i].Depart, given[i].Arrive)
			last = given[i].Depart
		}
	}
	before := given[first].Arrive.Sub(r.arrive(first))
	if first == 0 {
		before = given[first].Depart.Sub(r.depart(first))
	}
	late := func(scheduled time.Time) time.Time { // before the first time of the feed
		return latest(scheduled, earliest(scheduled.Add(before), sent))
	}
	last = time.Time{}
	for i := range r.calls {
		arrive, depart := given[i].Arrive, given[i].Depart
		if !r.reported[i] {
			arrive, depart = late(r.arrive(i)), late(r.depart(i))
			for before := i; before >= first; before-- {
				if r.reported[before] {
					delay := said[before].Depart.Sub(r.depart(before))
					arrive, depart = r.arrive(i).Add(delay), r.depart(i).Add(delay)
					break
				}
			}
			for next := i + 1; next < len(given); next++ {
				if r.reported[next] {
					arrive, depart = earliest(arrive, given[next].Arrive), earliest(depart, given[next].Arrive)
					break
				}
			}
		}
		arrive = latest(arrive, last)
		depart = latest(depart, arrive)
		r.times[i], last = running.Times{Arrive: arrive, Depart: depart}, depart
	}
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
