package rail_test

import (
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

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
	if c.Remove(dates[1].Number()); c.Runs(dates[1]) || !c.Runs(dates[0]) {
		t.Error("a date that is removed is still there, or another one is not")
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
