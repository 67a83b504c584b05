package rail_test

import (
	"math/rand/v2"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
)

// kindsOfRailway are the kinds of train of the feed in testdata.
var kindsOfRailway = map[string]string{"1": "Metro", "2": "Mainline", "route valley": "Suburban"}

// newComparison compares the railway in testdata, in a time zone.
func newComparison(t *testing.T, zone string) *comparison {
	t.Helper()
	plan, _ := load(t, filesIn(t, zone))
	return &comparison{t: t, thorough: true, plan: plan, feed: readNaively(t, filesIn(t, zone), kindsOfRailway)}
}

// timetableAt compares the service without realtime data.
func (c *comparison) timetableAt(at time.Time) {
	now := at.In(c.plan.Zone())
	c.at(now, &running.State{Timetable: c.plan}, runsSince(c.feed.trains, now, 2))
}

// In other time zones the clocks change at midnight, by half an hour, or go forward in the second half of the year.
func TestClockChangesMatchNaiveImplementation(t *testing.T) {
	for _, zone := range []string{"Atlantic/Azores", "Australia/Lord_Howe", "Asia/Beirut", "America/Santiago", "America/New_York", "Pacific/Auckland"} {
		c := newComparison(t, zone)
		changes := 0
		at := time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)
		for ; at.Year() == 2026; at = at.Add(10 * time.Minute) {
			_, before := at.In(c.plan.Zone()).Zone()
			if _, after := at.Add(10 * time.Minute).In(c.plan.Zone()).Zone(); before == after {
				continue
			}
			changes++
			for m := -5 * 60; m < 5*60; m += 20 {
				c.timetableAt(at.Add(time.Duration(m) * time.Minute))
			}
		}
		if changes != 2 {
			t.Errorf("%s: %d changes", zone, changes)
		}
	}
}

// The realtime data give a time for every call, with random delays.
func TestDelaysMatchNaiveImplementation(t *testing.T) {
	c := newComparison(t, "Europe/Lisbon")
	for seed, from := range []string{"2026-03-28T22:00:30Z", "2026-10-24T22:00:00Z", "2026-11-24T07:30:15Z", "2026-11-29T14:00:00Z"} {
		start, err := time.Parse(time.RFC3339, from)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		for m := range 40 {
			now := start.Add(time.Duration(m) * 8 * time.Minute).In(c.plan.Zone())
			runs := runsSince(c.feed.trains, now, 2)
			data := newMessage(t, now.UTC().Format(time.DateTime))
			for i := range runs {
				if random.IntN(5) > 0 { // some trains have no realtime data
					runs[i].addDelays(random)
					runs[i].addUpdates(data)
				}
			}
			tc := testCase{name: from, clock: now}
			c.at(now, &running.State{Timetable: c.plan, Realtime: snapshot(t, c.plan, tc, [][]byte{data.bytes()})}, runs)
		}
	}
}

// Random updates have late and early trains, calls that are skipped or without data, other platforms, vehicles, and trips that
// are cancelled or deleted. Boards, trains, movements and the pages agree about each call.
func TestRandomUpdatesAgree(t *testing.T) {
	c := newComparison(t, "Europe/Lisbon")
	random := rand.New(rand.NewPCG(3, 4))
	reported := 0
	for range 120 {
		now := time.Date(2026, time.November, 24+random.IntN(3), 6+random.IntN(18), random.IntN(60), random.IntN(60), 0, c.plan.Zone())
		data := newMessage(t, now.UTC().Format(time.DateTime))
		for _, r := range runsSince(c.feed.trains, now, 2) {
			if random.IntN(4) > 0 {
				r.randomUpdate(data, random, now)
			}
		}
		snapshot, _ := gtfsrt.Apply(c.plan, now, decodeAll(t, [][]byte{data.bytes()}), gtfsrt.Options{Language: "en"})
		a := agree(t, &running.State{Timetable: c.plan, Realtime: snapshot}, now)
		if reported += a.reported; t.Failed() {
			t.Fatalf("at %v: %d of %d rows disagree", now, a.wrong, a.rows)
		}
	}
	if reported < 100 {
		t.Errorf("%d rows have reported times: the test shows nothing", reported)
	}
}

// addDelays sets random expected times. The train does not depart early from its origin, and the times never decrease.
func (r *naiveRun) addDelays(random *rand.Rand) {
	r.times = make([]running.Times, len(r.calls))
	last, late := r.depart(0), time.Duration(random.IntN(600))*time.Second
	for i := range r.calls {
		arrive := r.arrive(i).Add(late)
		if i == 0 || arrive.Before(last) {
			arrive = last
		}
		late += time.Duration(random.IntN(400)-200) * time.Second
		depart := r.depart(i).Add(late)
		if depart.Before(arrive) || r.calls[i].passes || i == r.last() {
			depart = arrive
		}
		if i == 0 && depart.Before(r.depart(0)) {
			depart = r.depart(0)
		}
		r.times[i], last = running.Times{Arrive: arrive, Depart: depart}, depart
	}
}

// addUpdates adds trip updates with the expected times to the message, one for each trip of the train.
func (r *naiveRun) addUpdates(m *message) {
	const layout = time.DateTime
	updates := map[string]*messages.TripUpdate{}
	of := func(ref stopReference) *messages.TripUpdate {
		if updates[ref.trip] == nil {
			d := trip(ref.trip, r.start.Add(12*time.Hour).Format("20060102"))
			if ref.start != "" {
				d.StartTime = &ref.start
			}
			updates[ref.trip] = m.tripUpdate(d)
		}
		return updates[ref.trip]
	}
	for i, c := range r.calls {
		arrival, departure := r.expectedArrival(i).UTC().Format(layout), r.expectedDeparture(i).UTC().Format(layout)
		if i == 0 {
			arrival = ""
		}
		if i == r.last() {
			departure = ""
		}
		if c.arrivalStop == c.departureStop {
			u := of(c.arrivalStop)
			u.StopTimeUpdate = append(u.StopTimeUpdate, m.stopTime(c.arrivalStop.sequence, arrival, departure))
			continue
		}
		before, after := of(c.arrivalStop), of(c.departureStop)
		before.StopTimeUpdate = append(before.StopTimeUpdate, m.stopTime(c.arrivalStop.sequence, arrival, ""))
		after.StopTimeUpdate = append(after.StopTimeUpdate, m.stopTime(c.departureStop.sequence, "", departure))
	}
}
