package running_test

import (
	"fmt"
	"strings"
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
		departed      bool          // whether the train has departed from the call reached
		late          time.Duration // at the next call
		place         timetable.Point
	}{
		{"before the start", known, 0.5, 'N', -1, 0, false, time.Minute, timetable.Point{Longitude: 10}},
		{"at the start", known, 1, 'R', 0, 1, true, 2 * time.Minute, timetable.Point{Longitude: 10}},
		{"under way", known, 6.5, 'R', 0, 1, true, 2 * time.Minute, timetable.Point{Latitude: 2, Longitude: 10}},
		{"at a stop", known, 12, 'R', 1, 2, false, -30 * time.Second, timetable.Point{Latitude: 4, Longitude: 10}},
		{"towards an unknown place", known, 13, 'R', 1, 2, true, -30 * time.Second, unknown},
		{"from an unknown place", known, 19.5, 'R', 2, 3, true, 0, unknown},
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
			next := run.Call(run.Ahead())
			if reported := next.Due().Reported; reported != (test.times != nil) {
				t.Errorf("its next call is reported: %v", reported)
			}
			if reached := run.Reached(); reached >= 0 && run.Departed(reached) != test.departed {
				t.Errorf("departed: %v, want %v", !test.departed, test.departed)
			}
			if got := next.Due().Delay(); got != test.late {
				t.Errorf("%v late, want %v", got, test.late)
			}
			motion := run.Motion()
			if got := motion.At(run.Instant()); got != test.place {
				t.Errorf("at %v, want %v", got, test.place)
			}
		})
	}
}

// TestCall compares what is known about the calls of a train that reports times from its second call to its third: it leaves the
// platform of the timetable, passes a stop, and ends before its destination.
func TestCall(t *testing.T) {
	j := journey(t)
	beech := *j.Calls[1].Station
	beech.Stops, beech.PlatformCodes = []string{"b1", "b2"}, []string{"", "1", "2"}
	j.Calls[1].Station, j.Calls[1].Platform = &beech, 1
	for name, test := range map[string]struct {
		update running.TripUpdate
		want   string
	}{
		"a delay that begins on the way": {running.TripUpdate{Times: []running.Times{{at(0), at(0)}, {at(10), at(27)}, {at(35), at(35)}, {at(45), at(45)}}},
			"O - 0!a|S 0!a 15! 1|T 15! 15!|D 15! -"},
		"no data from the third call on": {running.TripUpdate{Times: []running.Times{{at(0), at(0)}, {at(11), at(13)}, {at(20), at(20)}, {at(30), at(30)}}, NoData: []bool{false, false, true, true}},
			"O - 0!a|S 1!a 1! 1|T 0 0|D 0 -"},
		"no data, and a delay that cannot be made up": {running.TripUpdate{Times: []running.Times{{at(0), at(0)}, {at(10), at(22)}, {at(22), at(22)}, {at(30), at(30)}}, NoData: []bool{false, false, true, true}},
			"O - 0!a|S 0!a 10! 1|T 2! 2!|D 0 -"},
		"another platform": {running.TripUpdate{Times: []running.Times{{at(0), at(0)}, {at(10), at(12)}, {at(20), at(20)}, {at(30), at(30)}}, Platforms: []int32{0, 2, 0, 0}, Reported: []bool{false, true, false, false}},
			"O - 0!|S 0!a 0! 2 instead of 1|T 0! 0!|D 0! -"},
		"ends early": {running.TripUpdate{Times: []running.Times{{at(0), at(0)}, {at(12), at(12)}, {at(20), at(20)}, {at(30), at(30)}}, Skipped: []bool{false, false, false, true}},
			"O - 0!a|D 2! - 1 ends|T - - omitted|T - - omitted"},
		"starts late": {running.TripUpdate{Times: []running.Times{{at(0), at(0)}, {at(10), at(12)}, {at(20), at(20)}, {at(31), at(31)}}, Skipped: []bool{true, false, false, false}},
			"T - - omitted|O - 0! 1 begins|T 0! 0!|D 1! -"},
		"cancelled":        {running.TripUpdate{Cancelled: true}, "O - 0 omitted|S 0 0 1 omitted|T 0 0 omitted|D 0 - omitted"},
		"nothing reported": {running.TripUpdate{}, "O - 0|S 0 0 1|T 0 0|D 0 -"},
	} {
		test.update.Journey = j
		run := running.At(j, &test.update, at(11))
		var calls []string
		for i := range run.Calls {
			calls = append(calls, callText(run.Call(i)))
		}
		if got := strings.Join(calls, "|"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, test.want)
		}
	}
}

// callText returns the kind of a call; the delays of its arrival and departure in minutes, with ! if they are reported and a if
// they are actual ones; its platform; and what is special.
func callText(c running.Call) string {
	text := string(rune(c.Kind))
	for _, e := range []running.Event{c.Arrival, c.Departure} {
		if !e.Happens {
			text += " -"
			continue
		}
		text += fmt.Sprint(" ", e.Late())
		if e.Reported {
			text += "!"
		}
		if e.Actual {
			text += "a"
		}
	}
	if code := c.PlatformCode(); code != "" {
		text += " " + code
	}
	if planned := c.PlannedPlatform(); planned != "" {
		text += " instead of " + planned
	}
	for word, is := range map[string]bool{" omitted": c.Omitted, " begins": c.Begins, " ends": c.Ends} {
		if is {
			text += word
		}
	}
	return text
}
