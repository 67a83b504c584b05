package timetable_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"example.com/quartet/internal/rail/timetable"
)

func lisbon(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestDateStartsTwelveHoursBeforeNoon(t *testing.T) {
	zone := lisbon(t)
	for _, test := range []struct {
		date timetable.Date
		want string
	}{
		{timetable.Date{Year: 2026, Month: time.November, Day: 21}, "2026-11-21T00:00:00Z"},
		{timetable.Date{Year: 2026, Month: time.March, Day: 29}, "2026-03-28T23:00:00Z"},   // 23 hours long
		{timetable.Date{Year: 2026, Month: time.October, Day: 25}, "2026-10-25T00:00:00Z"}, // 25: 01:00 summer time
		{timetable.Date{Year: 2026, Month: time.July, Day: 1}, "2026-06-30T23:00:00Z"},
	} {
		if got := test.date.Start(zone).UTC().Format(time.RFC3339); got != test.want {
			t.Errorf("%v starts at %s, want %s", test.date, got, test.want)
		}
	}
}

func TestDateAddDays(t *testing.T) {
	date := timetable.Date{Year: 2026, Month: time.December, Day: 31}
	if got := date.AddDays(1).String(); got != "2027-01-01" {
		t.Errorf("the day after %v is %s", date, got)
	}
	if got := date.AddDays(-365).String(); got != "2025-12-31" {
		t.Errorf("365 days before %v is %s", date, got)
	}
}

// small returns two stations and a trip that starts at 23:50 and one that starts at 24:20, both 20 minutes long.
func small() ([]*timetable.Station, []*timetable.Trip) {
	a := &timetable.Station{ID: "1", Code: "AAA", Name: "Ash", Alias: "Old Ash"}
	b := &timetable.Station{ID: "2", Code: "BBB", Name: "Beech"}
	trip := func(code string, start time.Duration) *timetable.Trip {
		return &timetable.Trip{Code: code, Kind: timetable.Metro, Calls: []timetable.Call{
			{Station: a, Arrive: start, Depart: start},
			{Station: b, Arrive: start + 20*time.Minute, Depart: start + 20*time.Minute},
		}}
	}
	return []*timetable.Station{b, a}, []*timetable.Trip{
		trip("x2", 24*time.Hour+20*time.Minute),
		trip("x1", 23*time.Hour+50*time.Minute),
	}
}

func TestStationLookupIgnoresCase(t *testing.T) {
	stations, trips := small()
	plan, err := timetable.New(lisbon(t), stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Ash", "aSH", " ash ", "OLD ASH"} {
		if s := plan.StationsByName(name); len(s) != 1 || s[0].Code != "AAA" {
			t.Errorf("StationsByName(%q) = %v", name, s)
		}
	}
	if s := plan.StationByCode("bbb"); s == nil || s.Name != "Beech" {
		t.Errorf("StationByCode: %v", s)
	}
	for _, name := range []string{"", "As", "AAA"} {
		if s := plan.StationsByName(name); s != nil {
			t.Errorf("StationsByName(%q) = %v, want none", name, s)
		}
	}
	var names []string
	for s := range plan.Stations() {
		names = append(names, s.Name)
		if !s.Serves(timetable.Metro) || s.Serves(timetable.Mainline) {
			t.Errorf("%s serves the wrong kinds", s.Name)
		}
	}
	if !slices.Equal(names, []string{"Ash", "Beech"}) {
		t.Errorf("stations %v", names)
	}
}

func TestJourneysAroundMidnight(t *testing.T) {
	stations, trips := small()
	zone := lisbon(t)
	plan, err := timetable.New(zone, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 21, hour, minute, 0, 0, zone) }
	under := func(from, to time.Time) (codes string) {
		for j := range plan.Between(from, to) {
			codes += j.Code + "/" + j.Date().String() + " "
		}
		return strings.TrimSpace(codes)
	}
	for _, test := range []struct {
		from, to time.Time
		want     string
	}{
		{at(0, 0), at(0, 5), "x1/2026-11-20"},
		{at(0, 10), at(0, 20), "x1/2026-11-20 x2/2026-11-21"},
		{at(0, 11), at(0, 19), ""},
		{at(0, 40), at(23, 50), "x2/2026-11-21 x1/2026-11-21"},
		{at(12, 0), at(12, 0), ""},
	} {
		if got := under(test.from, test.to); got != test.want {
			t.Errorf("from %v to %v: %q, want %q", test.from, test.to, got, test.want)
		}
	}

	// A train that starts after midnight is found under the date of its start, not under its service date.
	j, ok := plan.Journey("X2", timetable.Date{Year: 2026, Month: time.November, Day: 21})
	if want := at(0, 20); !ok || !j.Departure(0).Equal(want) {
		t.Errorf("x2 of 21 November: %v, departs %v, want %v", ok, j.Departure(0), want)
	}
	if _, ok := plan.Journey("x3", timetable.Date{Year: 2026, Month: time.November, Day: 21}); ok {
		t.Error("a train that does not exist was found")
	}
}

func TestJourneyRunsOnCalendarDates(t *testing.T) {
	stations, trips := small()
	for _, trip := range trips {
		trip.Calendar = calendarOf(timetable.Date{Year: 2026, Month: time.November, Day: 20})
	}
	zone := lisbon(t)
	plan, err := timetable.New(zone, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[int]string{20: "x1", 21: "x2", 22: ""} {
		var got string
		for _, code := range []string{"x1", "x2"} {
			if _, ok := plan.Journey(code, timetable.Date{Year: 2026, Month: time.November, Day: day}); ok {
				got += code
			}
		}
		if got != want {
			t.Errorf("trains that start on day %d: %q, want %q", day, got, want)
		}
	}
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, zone)
	for j := range plan.StoppingAt(plan.StationByCode("AAA"), noon, noon.Add(24*time.Hour)) {
		t.Errorf("%s runs outside its calendar", j.Code)
	}
}

func TestNewRejectsInvalidInput(t *testing.T) {
	for name, test := range map[string]struct {
		invalidate func(stations []*timetable.Station, trips []*timetable.Trip)
		want       string
	}{
		"a code twice":         {func(s []*timetable.Station, _ []*timetable.Trip) { s[0].Code = "aaa" }, `have the code`},
		"no name":              {func(s []*timetable.Station, _ []*timetable.Trip) { s[0].Name = " " }, `must not be empty`},
		"no train code":        {func(_ []*timetable.Station, trips []*timetable.Trip) { trips[0].Code = "" }, `no code`},
		"one call":             {func(_ []*timetable.Station, trips []*timetable.Trip) { trips[0].Calls = trips[0].Calls[:1] }, `"x2" has 1 calls`},
		"a call without place": {func(_ []*timetable.Station, trips []*timetable.Trip) { trips[0].Calls[1].Station = nil }, `call 2`},
		"a foreign station": {func(_ []*timetable.Station, trips []*timetable.Trip) {
			trips[0].Calls[1].Station = &timetable.Station{Code: "BBB", Name: "Beech"}
		}, `not at a station of the timetable`},
		"decreasing times": {func(_ []*timetable.Station, trips []*timetable.Trip) { trips[0].Calls[1].Arrive = time.Hour }, `decrease`},
		"an end passed":    {func(_ []*timetable.Station, trips []*timetable.Trip) { trips[0].Calls[1].Passes = true }, `first and last calls`},
	} {
		t.Run(name, func(t *testing.T) {
			stations, trips := small()
			test.invalidate(stations, trips)
			if _, err := timetable.New(time.UTC, stations, trips, timetable.Info{}); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
