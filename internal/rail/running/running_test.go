package running_test

import (
	"testing"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func at(minutes float64) time.Time { return noon.Add(time.Duration(minutes * float64(time.Minute))) }

// journey departs at 12:00 from Ash (0, 10), calls at Beech (4, 10) from 12:10 to 12:12, passes Cedar (place unknown)
// at 12:20 and arrives at Dogwood (8, 20) at 12:30.
func journey(t *testing.T) timetable.Journey {
	t.Helper()
	stations := []*timetable.Station{
		{Code: "A", Name: "Ash", Place: timetable.Point{Longitude: 10}},
		{Code: "B", Name: "Beech", Place: timetable.Point{Latitude: 4, Longitude: 10}},
		{Code: "C", Name: "Cedar"},
		{Code: "D", Name: "Dogwood", Place: timetable.Point{Latitude: 8, Longitude: 20}},
	}
	call := func(i int, arrive, depart time.Duration, passes bool) timetable.Call {
		return timetable.Call{Station: stations[i], Arrive: 12*time.Hour + arrive*time.Minute, Depart: 12*time.Hour + depart*time.Minute, Passes: passes}
	}
	plan, err := timetable.New(time.UTC, stations, []*timetable.Trip{{Code: "X1", Kind: timetable.Mainline, Calls: []timetable.Call{
		call(0, 0, 0, false), call(1, 10, 12, false), call(2, 20, 20, true), call(3, 30, 30, false),
	}}}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	j, ok := plan.Journey("x1", timetable.DateOf(noon))
	if !ok {
		t.Fatal("no journey")
	}
	return j
}

func TestRun(t *testing.T) {
	// A minute late at the start, two at Beech, half a minute early at Cedar, on time at the end.
	known := []running.Times{{at(1), at(1)}, {at(12), at(13)}, {at(19.5), at(19.5)}, {at(30), at(30)}}
	unknown := timetable.Point{}
	for _, test := range []struct {
		name          string
		times         []running.Times
		minute        float64
		status        running.Status
		reached, next int
		departed      bool // whether the train has departed from the call reached
		late          time.Duration
		place         timetable.Point
	}{
		{"before the start", known, 0.5, 'N', -1, 0, false, time.Minute, timetable.Point{Longitude: 10}},
		{"at the start", known, 1, 'R', 0, 1, true, time.Minute, timetable.Point{Longitude: 10}},
		{"under way", known, 6.5, 'R', 0, 1, true, time.Minute, timetable.Point{Latitude: 2, Longitude: 10}},
		{"at a stop", known, 12, 'R', 1, 2, false, 2 * time.Minute, timetable.Point{Latitude: 4, Longitude: 10}},
		{"towards an unknown place", known, 13, 'R', 1, 2, true, time.Minute, unknown},
		{"from an unknown place", known, 19.5, 'R', 2, 3, true, -30 * time.Second, unknown},
		{"at the end", known, 30, 'T', 3, -1, false, 0, timetable.Point{Latitude: 8, Longitude: 20}},
		{"by the timetable before the start", nil, -0.1, 'N', -1, 0, false, 0, timetable.Point{Longitude: 10}},
		{"by the timetable", nil, 2.5, 'R', 0, 1, true, 0, timetable.Point{Latitude: 1, Longitude: 10}},
		{"by the timetable long after", nil, 1000, 'T', 3, -1, false, 0, timetable.Point{Latitude: 8, Longitude: 20}},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := journey(t)
			run := running.At(j, &running.TripUpdate{Journey: j, Times: test.times}, at(test.minute))
			if run.Status() != test.status || run.Reached() != test.reached || run.Next() != test.next {
				t.Errorf("status %c, reached %d, next %d; want %c, %d, %d",
					run.Status(), run.Reached(), run.Next(), test.status, test.reached, test.next)
			}
			if run.HasRealtime() != (test.times != nil) {
				t.Errorf("HasRealtime: %v", run.HasRealtime())
			}
			if reached := run.Reached(); reached >= 0 && run.Departed(reached) != test.departed {
				t.Errorf("departed: %v, want %v", !test.departed, test.departed)
			}
			if got := run.LastDelay(); got != test.late {
				t.Errorf("%v late, want %v", got, test.late)
			}
			if got := run.Place(); got != test.place {
				t.Errorf("at %v, want %v", got, test.place)
			}
		})
	}
}
