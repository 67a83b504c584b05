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

// randomState returns a timetable of a day around noon, realtime data about some of its trains, and its stations.
func randomState(t *testing.T, r *rand.Rand) (*running.State, []*timetable.Station) {
	t.Helper()
	stations := []*timetable.Station{{Code: "A", Name: "Ash"}, {Code: "B", Name: "Beech"}, {Code: "C", Name: "Cedar"}}
	var trips []*timetable.Trip
	day := new(timetable.Calendar)
	day.Add(timetable.DateOf(noon).Number())
	for n := range 1 + r.IntN(6) {
		trip := &timetable.Trip{ID: fmt.Sprint(n), Code: fmt.Sprint("X", n), Calendar: day}
		at, station := time.Duration(660+r.IntN(90))*time.Minute, r.IntN(3)
		for range 2 + r.IntN(4) {
			stays := time.Duration(r.IntN(5)) * time.Minute
			trip.Calls = append(trip.Calls, timetable.Call{Station: stations[station], Arrive: at, Depart: at + stays})
			at, station = at+stays+time.Duration(1+r.IntN(20))*time.Minute, (station+1+r.IntN(2))%3
		}
		trip.Calls[0].Arrive = trip.Calls[0].Depart
		last := &trip.Calls[len(trip.Calls)-1]
		last.Depart = last.Arrive
		trips = append(trips, trip)
	}
	plan, err := timetable.New(time.UTC, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	var updates []*running.TripUpdate
	for n := range trips {
		u := delayed(plan, n, timetable.DateOf(noon), time.Duration(r.IntN(30)-5)*time.Minute)
		if r.IntN(2) == 0 && len(u.Times) > 2 {
			u.Skipped = make([]bool, len(u.Times))
			u.Skipped[r.IntN(len(u.Skipped))] = true
		}
		if u.Cancelled = r.IntN(6) == 0; u.Cancelled {
			u.Deleted = r.IntN(2) == 0
		}
		if r.IntN(3) > 0 {
			updates = append(updates, u)
		}
	}
	return &running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, noon, updates)}, stations
}

// TestRandomBoards compares Due and Omitted with what Call says about each call of each train.
func TestRandomBoards(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		state, stations := randomState(t, r)
		now := at(float64(r.IntN(60) - 10))
		until := now.Add(time.Duration(r.IntN(90)) * time.Minute)
		for _, station := range stations {
			var due, omitted, wantDue, wantOmitted []string
			for run, i := range state.Due(station, now, until) {
				due = append(due, fmt.Sprint(run.Code, " ", i))
			}
			for run, i := range state.Omitted(station, now, until) {
				omitted = append(omitted, fmt.Sprint(run.Code, " ", i))
			}
			for _, trip := range state.Timetable.Trips() {
				j, _ := state.Timetable.JourneyOf(trip, timetable.DateOf(noon))
				update := state.Realtime.TripUpdate(j)
				run, next := running.At(j, update, now), false
				stands := func(arrive, depart time.Duration) bool {
					return !run.Start().Add(arrive).After(until) && !run.Start().Add(depart).Before(now)
				}
				for i := range run.Calls {
					c := run.Call(i)
					if c.Station != station {
						continue
					}
					over := c.Departure.Over || !c.Departure.Happens && c.Arrival.Over
					if !next && !c.Omitted && !over {
						if next = true; stands(c.Arrival.Expected, c.Departure.Expected) {
							wantDue = append(wantDue, fmt.Sprint(run.Code, " ", i))
						}
					}
					if update != nil && !update.Deleted && stands(c.Arrive, c.Depart) && (c.Omitted || c.Ends && over) {
						wantOmitted = append(wantOmitted, fmt.Sprint(run.Code, " ", i))
					}
				}
			}
			for _, list := range [][]string{due, omitted, wantDue, wantOmitted} {
				slices.Sort(list)
			}
			if !slices.Equal(due, wantDue) || !slices.Equal(omitted, wantOmitted) {
				t.Fatalf("seed %d, %s: due %q, want %q; omitted %q, want %q", seed, station.Code, due, wantDue, omitted, wantOmitted)
			}
		}
	}
}

// TestAddedTrains finds each of several trains that are not in the timetable, by code and date, and the update of its first trip, which
// it has twice.
func TestAddedTrains(t *testing.T) {
	plan := shuttle(t, 2)
	today := timetable.DateOf(noon)
	updates := []*running.TripUpdate{delayed(plan, 0, today, time.Minute), delayed(plan, 0, today, time.Hour)}
	for n := range 12 {
		u := delayed(plan, n%2, today.AddDays(n%3), 0)
		trip := *u.Journey.Trip
		trip.Code, u.Journey.Number = string(rune('z'-n/3)), -1
		u.Journey.Trip = &trip
		updates = append(updates, u)
	}
	s := running.NewSnapshot(plan, noon, updates)
	for _, u := range updates[2:] {
		if found := s.AddedTrip(u.Journey.Code, u.Journey.Date()); found == nil || found.Journey.Code != u.Journey.Code || found.Journey.Service != u.Journey.Service {
			t.Errorf("%s on %s is %+v", u.Journey.Code, u.Journey.Service, found)
		}
	}
	run := running.At(updates[0].Journey, s.TripUpdate(updates[0].Journey), noon)
	if c := run.Call(1); len(s.TripUpdates()) != 13 || c.Arrival.Late() != 1 {
		t.Errorf("%d updates, %d minutes late", len(s.TripUpdates()), c.Arrival.Late())
	}
	if text := string(running.AppendLate(running.AppendLate(running.AppendLate(nil, -2), 0), 3)); text != "2 min earlyon time3 min late" {
		t.Error(text)
	}
	early := running.At(updates[2].Journey, nil, updates[2].Journey.Departure(0).Add(-time.Minute))
	if early.Until(0) != time.Minute || early.Until(1) != time.Hour+time.Minute {
		t.Errorf("%v and %v until its calls", early.Until(0), early.Until(1))
	}
}
