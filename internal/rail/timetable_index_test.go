package rail_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// randomTrips returns stations and trips of many kinds: trips across midnight, that take days, that run in loops, that
// pass stations, that share a code on different dates, and with gaps in their calendars.
func randomTrips(r *rand.Rand) ([]*timetable.Station, []*timetable.Trip) {
	stations := make([]*timetable.Station, 3+r.IntN(6))
	for i := range stations {
		stations[i] = &timetable.Station{ID: fmt.Sprint("s", i), Code: fmt.Sprint("C", i), Name: fmt.Sprint("Name ", i/2)}
	}
	calendars := []*timetable.Calendar{nil, calendarOf()}
	for range 4 {
		var dates []timetable.Date
		for day := range 40 {
			if r.IntN(3) > 0 {
				dates = append(dates, timetable.Date{Year: 2026, Month: time.October, Day: 5}.AddDays(day))
			}
		}
		calendars = append(calendars, calendarOf(dates...))
	}
	var trips []*timetable.Trip
	for i := range 1 + r.IntN(150) {
		trip := &timetable.Trip{
			ID: fmt.Sprint("t", i), Code: fmt.Sprint("T", i), Kind: timetable.Metro, Calendar: calendars[r.IntN(len(calendars))],
		}
		at := time.Duration(r.IntN(28*60)) * time.Minute
		for range 2 + r.IntN(6) {
			wait := time.Duration(r.IntN(3)*r.IntN(300)) * time.Second
			trip.Calls = append(trip.Calls, timetable.Call{Station: stations[r.IntN(len(stations))], Arrive: at, Depart: at + wait})
			at += wait + time.Duration(r.IntN(3600))*time.Second
			if r.IntN(40) == 0 {
				at += time.Duration(r.IntN(40)) * time.Hour
			}
		}
		for j := 1; j < len(trip.Calls)-1; j++ {
			if r.IntN(5) == 0 {
				trip.Calls[j].Passes, trip.Calls[j].Depart = true, trip.Calls[j].Arrive
			}
		}
		trips = append(trips, trip)
	}
	return stations, trips
}

// everyJourney calls try for each trip on each date of three months on which it runs.
func everyJourney(plan *timetable.Timetable, try func(j timetable.Journey)) {
	first := timetable.Date{Year: 2026, Month: time.September, Day: 1}
	for _, trip := range plan.Trips() {
		for day := range 92 {
			if j, ok := plan.JourneyOf(trip, first.AddDays(day)); ok {
				try(j)
			}
		}
	}
}

func TestIndexesMatchExhaustiveSearch(t *testing.T) {
	lisbon := zone(t, "Europe/Lisbon")
	seeds := uint64(20)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		stations, trips := randomTrips(r)
		plan, err := timetable.New(lisbon, stations, trips, timetable.Info{})
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			// Around the day when the clocks go back, with fractions of seconds too.
			from := time.Date(2026, time.October, 23, 20, 0, 0, 0, lisbon).Add(time.Duration(r.Int64N(int64(72 * time.Hour))))
			if r.IntN(2) == 0 {
				from = from.Truncate(time.Minute)
			}
			to := from.Add(time.Duration(r.IntN(4)*r.IntN(3*60)) * time.Minute)
			checkBetween(t, plan, from, to)
			checkStoppingAt(t, plan, stations[r.IntN(len(stations))], from, to)
			checkJourney(t, plan, trips[r.IntN(len(trips))].Code, timetable.DateOf(from))
			if t.Failed() {
				t.Fatalf("seed %d, from %v to %v", seed, from, to)
			}
		}
	}
}

func nameOf(j timetable.Journey) string { return j.Code + " of " + j.Service.String() }

func checkBetween(t *testing.T, plan *timetable.Timetable, from, to time.Time) {
	var want, got []string
	everyJourney(plan, func(j timetable.Journey) {
		if !j.Departure(0).After(to) && !j.Arrival(j.Last()).Before(from) {
			want = append(want, nameOf(j))
		}
	})
	var before timetable.Journey
	for j := range plan.Between(from, to) {
		got = append(got, nameOf(j))
		if before.Trip != nil && (j.Service.Compare(before.Service) < 0 || j.Service == before.Service && j.Departure(0).Before(before.Departure(0))) {
			t.Errorf("%s comes after %s", nameOf(j), nameOf(before))
		}
		before = j
	}
	compareSets(t, "Between", got, want)
}

func checkStoppingAt(t *testing.T, plan *timetable.Timetable, station *timetable.Station, from, to time.Time) {
	var want, got []string
	everyJourney(plan, func(j timetable.Journey) {
		for i, call := range j.Calls {
			if call.Station != station || call.Passes {
				continue
			}
			arrive, depart := j.Arrival(i), j.Departure(i)
			switch i {
			case 0:
				arrive = depart
			case j.Last():
				depart = arrive
			}
			if !arrive.After(to) && !depart.Before(from) {
				want = append(want, fmt.Sprint(nameOf(j), " call ", i))
			}
		}
	})
	for j, i := range plan.StoppingAt(station, from, to) {
		got = append(got, fmt.Sprint(nameOf(j), " call ", i))
	}
	compareSets(t, "StoppingAt", got, want)
}

func checkJourney(t *testing.T, plan *timetable.Timetable, code string, date timetable.Date) {
	var want timetable.Journey
	everyJourney(plan, func(j timetable.Journey) {
		if j.Code == code && j.Date() == date && (want.Trip == nil || j.Departure(0).Before(want.Departure(0))) {
			want = j
		}
	})
	got, ok := plan.Journey(strings.ToLower(code), date)
	if ok != (want.Trip != nil) || ok && (got.Trip != want.Trip || got.Service != want.Service) {
		t.Errorf("Journey(%s, %s): %v", code, date, ok)
	}
}

func compareSets(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// calendarOf returns the calendar of dates.
func calendarOf(dates ...timetable.Date) *timetable.Calendar {
	c := new(timetable.Calendar)
	for _, d := range dates {
		c.Add(d.Number())
	}
	return c
}

func TestCalendar(t *testing.T) {
	date := func(y int, m time.Month, d int) timetable.Date { return timetable.Date{Year: y, Month: m, Day: d} }
	dates := []timetable.Date{date(2026, 12, 31), date(2026, 3, 29), date(2027, 1, 1), date(2026, 12, 31)}
	c := calendarOf(dates...)
	n := 0
	for d := date(2024, 1, 1); d.Year < 2030; d = d.AddDays(1) {
		if c.Runs(d) {
			n++
		}
	}
	if n != 3 || !c.Runs(dates[0]) || !c.Runs(dates[1]) || !c.Runs(dates[2]) {
		t.Errorf("the calendar has %d dates, want 3, or not the right ones", n)
	}
	if none := calendarOf(); none.Runs(dates[0]) {
		t.Error("a calendar without dates contains a date")
	}
	if daily := (*timetable.Calendar)(nil); !daily.Runs(dates[0]) {
		t.Error("the nil calendar does not contain a date")
	}
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"ΟΔΟΣ", "οδος", "οδοσ", " Οδος "}, {"Kelvin", "kelvin", "KELVIN", "\u212Aelvin"}, {"ÅRE", "åre"}, {"X1", "x1"}, {"ſ", "S", "s"},
	} {
		for _, s := range same {
			if got := timetable.Fold(s); got != timetable.Fold(same[0]) {
				t.Errorf("Fold(%q) = %q, want %q", s, got, timetable.Fold(same[0]))
			}
		}
	}
	for _, other := range [][2]string{{"I", "İ"}, {"ß", "ss"}, {"a b", "ab"}} {
		if timetable.Fold(other[0]) == timetable.Fold(other[1]) {
			t.Errorf("%q and %q are equal", other[0], other[1])
		}
	}
}

func TestStationsThatShareANameOrAlias(t *testing.T) {
	station := func(code, name, alias string, stops ...string) *timetable.Station {
		return &timetable.Station{ID: "id" + code, Code: code, Name: name, Alias: alias, Stops: stops}
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{
		station("2", "Cross", "North", "id2a", "id2b"), station("1", "Cross", "Market"), station("3", "North", "Market"), station("4", "Quay", "Cross"),
	}, nil, timetable.Info{Version: "v", Modified: noonOf(2026)})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"CROSS": "12", "north": "3", "Market": "13", "Quay": "4", "": ""} {
		var got string
		for _, s := range plan.StationsByName(name) {
			got += s.Code
		}
		if got != want {
			t.Errorf("StationsByName(%q): %s, want %s", name, got, want)
		}
	}
	for stop, want := range map[string]string{"id1": "1", "id2": "2", "id2a": "2", "id2b": "2", "": "", "ID1": ""} {
		var got string
		if s := plan.StationByStop(stop); s != nil {
			got = s.Code
		}
		if got != want {
			t.Errorf("StationByStop(%q): %q, want %q", stop, got, want)
		}
	}
	if plan.Version() != "v" || !plan.Modified().Equal(noonOf(2026)) || plan.StationCount() != 4 {
		t.Error("the version, the time or the number of stations is wrong")
	}
}

func noonOf(year int) time.Time { return time.Date(year, 7, 1, 12, 0, 0, 0, time.UTC) }

func TestTripsByID(t *testing.T) {
	a, b := &timetable.Station{Code: "A", Name: "A", Stops: []string{"a1"}}, &timetable.Station{Code: "B", Name: "B"}
	trip := func(id, code string, start time.Duration, members ...string) *timetable.Trip {
		return &timetable.Trip{ID: id, Code: code, Members: members, Calls: []timetable.Call{
			{Station: a, Platform: 1, Arrive: start, Depart: start}, {Station: b, Arrive: start + time.Hour, Depart: start + time.Hour},
		}}
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{a, b}, []*timetable.Trip{
		trip("f", "F-0900", 9*time.Hour), trip("f", "F-0800", 8*time.Hour), trip("x", "X", time.Hour, "x", "y", "f", "y"), trip("", "Z", time.Hour),
	}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"f": "X F-0800 F-0900", "x": "X", "y": "X", "": "", "F": ""} {
		var got []string
		for _, trip := range plan.TripsByID(id) {
			got = append(got, trip.Code)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("TripsByID(%q): %v, want %s", id, got, want)
		}
	}
	for i, trip := range plan.Trips() {
		if trip.Number != i {
			t.Errorf("trip %s has number %d, want %d", trip.Code, trip.Number, i)
		}
	}
	if plan.StationByStop("a1") != a {
		t.Error("the platform of a call is not found")
	}
}
