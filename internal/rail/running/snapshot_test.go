package running_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// shuttle returns a timetable of n trains between two stations, one a minute.
func shuttle(t *testing.T, n int) *timetable.Timetable {
	t.Helper()
	a, b := &timetable.Station{Code: "A", Name: "Ash"}, &timetable.Station{Code: "B", Name: "Beech"}
	trips := make([]*timetable.Trip, n)
	for i := range trips {
		at := time.Duration(i%1440) * time.Minute
		trips[i] = &timetable.Trip{ID: fmt.Sprint("t", i), Code: fmt.Sprintf("X%05d", i), Calls: []timetable.Call{
			{Station: a, Arrive: at, Depart: at}, {Station: b, Arrive: at + time.Hour, Depart: at + time.Hour},
		}}
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{a, b}, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// delayed returns an update of the trip with the number that makes all its times late.
func delayed(plan *timetable.Timetable, number int, service timetable.Date, late time.Duration) *running.TripUpdate {
	j, _ := plan.JourneyOf(plan.Trips()[number], service)
	l := &running.TripUpdate{Journey: j}
	for i := range j.Calls {
		l.Times = append(l.Times, running.Times{Arrive: j.Arrival(i).Add(late), Depart: j.Departure(i).Add(late)})
	}
	return l
}

func TestSnapshotFindsJourneys(t *testing.T) {
	plan := shuttle(t, 20000)
	today := timetable.DateOf(noon)
	r := rand.New(rand.NewPCG(1, 1))
	for _, count := range []int{0, 1, 3, 500, 15000} { // few and many updates are indexed differently
		known := map[string]bool{}
		var updates []*running.TripUpdate
		for range count {
			l := delayed(plan, r.IntN(20000), today.AddDays(-r.IntN(3)), time.Minute)
			known[l.Journey.Code+l.Journey.Service.String()] = true
			updates = append(updates, l)
		}
		s := running.NewSnapshot(plan, noon, updates)
		if len(s.TripUpdates()) != len(known) || !s.Time().Equal(noon) {
			t.Errorf("%d trip updates, want %d", len(s.TripUpdates()), len(known))
		}
		found := 0
		for number := range 20000 {
			for days := range 5 {
				j, _ := plan.JourneyOf(plan.Trips()[number], today.AddDays(1-days))
				l := s.TripUpdate(j)
				if known[j.Code+j.Service.String()] != (l != nil) || l != nil && (l.Journey.Trip != j.Trip || l.Journey.Service != j.Service) {
					t.Fatalf("%d trains: TripUpdate(%s on %s) = %v", count, j.Code, j.Service, l)
				}
				if l != nil {
					found++
				}
			}
		}
		if found != len(known) {
			t.Errorf("found %d of %d trains", found, len(known))
		}
	}
}

func TestNilSnapshotIsEmpty(t *testing.T) {
	var s *running.Snapshot
	plan := shuttle(t, 1)
	j, _ := plan.JourneyOf(plan.Trips()[0], timetable.DateOf(noon))
	if s.TripUpdate(j) != nil || s.TripUpdates() != nil || !s.Time().IsZero() || s.AddedTrip("X00000", timetable.DateOf(noon)) != nil {
		t.Error("the nil snapshot is not empty")
	}
	for range s.Between(noon, noon) {
		t.Error("the nil snapshot yields a train")
	}
	for range s.StoppingAt(plan.StationByCode("A"), noon, noon) {
		t.Error("the nil snapshot yields a train")
	}
}

// Of two updates for one journey the first is kept. Trains that are not in the timetable are found by their codes.
func TestSnapshotWithAddedTrains(t *testing.T) {
	plan := shuttle(t, 2)
	today := timetable.DateOf(noon)
	first, second := delayed(plan, 1, today, time.Minute), delayed(plan, 1, today, time.Hour)
	extra := &timetable.Trip{ID: "e", Code: "Extra", Number: -1, Calls: []timetable.Call{
		{Station: plan.StationByCode("A"), Arrive: 12 * time.Hour, Depart: 12 * time.Hour},
		{Station: plan.StationByCode("B"), Arrive: 13 * time.Hour, Depart: 13 * time.Hour},
		{Station: plan.StationByCode("A"), Arrive: 14 * time.Hour, Depart: 14 * time.Hour},
	}}
	var updates []*running.TripUpdate
	for days := range 2 {
		j, _ := plan.JourneyOf(extra, today.AddDays(days))
		updates = append(updates, &running.TripUpdate{Journey: j})
	}
	s := running.NewSnapshot(plan, noon, append(updates, first, second))
	if got := s.TripUpdate(first.Journey); got == nil || !got.Times[0].Arrive.Equal(first.Times[0].Arrive) {
		t.Errorf("TripUpdate = %v, want the first", got)
	}
	if s.TripUpdate(updates[0].Journey) != nil {
		t.Error("an added train is found as a journey of the timetable")
	}
	for days := range 3 {
		if got := s.AddedTrip(" extra", today.AddDays(days)); (got != nil) != (days < 2) || got != nil && got.Journey != updates[days].Journey {
			t.Errorf("AddedTrip in %d days = %v", days, got)
		}
	}
	var calls []int
	for l, i := range s.StoppingAt(plan.StationByCode("A"), noon, noon.Add(2*time.Hour)) {
		if l.Journey.Code != "Extra" {
			t.Errorf("%s stops there", l.Journey.Code)
		}
		calls = append(calls, i)
	}
	if !slices.Equal(calls, []int{0, 2}) {
		t.Errorf("Extra stops with calls %v", calls)
	}
}

// A train that is hours late is found when it runs. A cancelled train is never found.
func TestSnapshotBetween(t *testing.T) {
	plan := shuttle(t, 3)
	today := timetable.DateOf(noon)
	late, cancelled, skips := delayed(plan, 0, today, 12*time.Hour), delayed(plan, 1, today, 12*time.Hour), delayed(plan, 2, today, 12*time.Hour)
	cancelled.Cancelled = true
	skips.Skipped = []bool{true, false}
	s := running.NewSnapshot(plan, noon, []*running.TripUpdate{late, cancelled, skips})
	for minute, want := range map[float64]string{-13 * 60: "", -1: "X00000", 60: "X00000", 61: ""} {
		var got string
		for l := range s.Between(at(minute), at(minute)) {
			got += l.Journey.Code
		}
		if got != want {
			t.Errorf("at minute %v: %q, want %q", minute, got, want)
		}
	}
	for _, code := range []string{"A", "B"} {
		var got string
		for l := range s.StoppingAt(plan.StationByCode(code), noon, noon.Add(3*time.Hour)) {
			got += l.Journey.Code
		}
		if got != "X00000" {
			t.Errorf("at %s: %q", code, got)
		}
	}
}

func TestRunWithSkippedStops(t *testing.T) {
	j := journey(t)
	times := []running.Times{{at(0), at(0)}, {at(11), at(13)}, {at(21), at(21)}, {at(30), at(30)}}
	for _, test := range []struct {
		name             string
		skipped          []bool
		minute           float64
		status           running.Status
		first, end, next int
	}{
		{"starts late, waits", []bool{true, false, false, false}, 12, 'N', 1, 3, 1},
		{"starts late, runs", []bool{true, false, false, false}, 13, 'R', 1, 3, 2},
		{"ends early, before a call that it passes, runs", []bool{false, false, false, true}, 10, 'R', 0, 1, 1},
		{"ends early, before a call that it passes, done", []bool{false, false, false, true}, 11, 'T', 0, 1, -1},
		{"passes one call and makes another", []bool{true, true, false, false}, 25, 'N', 0, 3, -1},
		{"passes a stop", []bool{false, true, false, false}, 12, 'R', 0, 3, 2},
		{"is to pass a stop", []bool{false, true, false, false}, 5, 'R', 0, 3, 2},
		{"makes one call", []bool{true, true, true, false}, 25, 'N', 0, 3, -1},
		{"makes no call", []bool{true, true, true, true}, 25, 'N', 0, 3, -1},
	} {
		run := running.At(j, &running.TripUpdate{Journey: j, Times: times, Skipped: test.skipped}, at(test.minute))
		if run.Status() != test.status || run.FirstStop() != test.first || run.LastStop() != test.end || run.Next() != test.next {
			t.Errorf("%s: %c from %d to %d, next %d", test.name, run.Status(), run.FirstStop(), run.LastStop(), run.Next())
		}
		if run.Cancelled() != (test.next < 0 && test.status == 'N') {
			t.Errorf("%s: cancelled %v", test.name, run.Cancelled())
		}
		if test.name == "passes a stop" && (run.Stops(1) || !run.Stops(0) || run.Stops(2)) {
			t.Errorf("it stops at 1: %v, 0: %v, 2: %v", run.Stops(1), run.Stops(0), run.Stops(2))
		}
	}
}

func TestVehiclePlaceIsUsedWhileRecent(t *testing.T) {
	j := journey(t)
	place := timetable.Point{Latitude: 1, Longitude: 11}
	for _, test := range []struct {
		minute, reported float64
		place            timetable.Point
		fresh            bool
	}{
		{5, 5, place, true}, {5, 3.5, place, true}, {5, 3.49, place, false}, {5, 6.5, place, true}, {5, 6.51, place, false},
		{5, 5, timetable.Point{}, false}, {-5, -5, place, true}, {30, 30, place, false},
	} {
		l := &running.TripUpdate{Journey: j, Vehicle: &running.Vehicle{Place: test.place, Time: at(test.reported)}}
		run := running.At(j, l, at(test.minute))
		if motion := run.Motion(); (motion.At(run.Instant()) == place) != test.fresh {
			t.Errorf("at minute %v, reported at %v: used: %v", test.minute, test.reported, !test.fresh)
		}
		if next := run.Call(run.Ahead()); next.Due().Reported {
			t.Error("times are reported with a vehicle and no times")
		}
	}
}

func TestRunAllocatesNothing(t *testing.T) {
	plan := shuttle(t, 100)
	s := running.NewSnapshot(plan, noon, []*running.TripUpdate{delayed(plan, 5, timetable.DateOf(noon), time.Minute)})
	l := s.TripUpdates()[0]
	if n := testing.AllocsPerRun(100, func() {
		run := running.At(l.Journey, s.TripUpdate(l.Journey), noon)
		call := run.Call(1)
		_, _, _, _ = run.Motion(), run.Status(), call.Due().Delay(), call.PlatformCode()
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
