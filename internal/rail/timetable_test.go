package rail_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"example.com/quartet/internal/rail/timetable"
)

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
