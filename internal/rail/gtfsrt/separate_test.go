package gtfsrt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/timetable"
)

// longLine returns a timetable with the trains L1 and L2, half an hour later, at S01 to S14: every 4 minutes from 10:00 on.
func longLine(t *testing.T) *timetable.Timetable {
	t.Helper()
	var stations []*timetable.Station
	for i := range 14 {
		code := fmt.Sprintf("S%02d", i+1)
		stations = append(stations, &timetable.Station{ID: code, Code: code, Name: "Station " + code})
	}
	var trips []*timetable.Trip
	for n := range 2 {
		trip := &timetable.Trip{ID: fmt.Sprint("L", n+1), Code: fmt.Sprint("L", n+1), Kind: timetable.Metro, DirectionID: -1}
		for i, station := range stations {
			at := 10*time.Hour + time.Duration(30*n+4*i)*time.Minute
			trip.Calls = append(trip.Calls, timetable.Call{Station: station, Sequence: uint32(i + 1), Arrive: at, Depart: at})
		}
		trips = append(trips, trip)
	}
	plan, err := timetable.New(time.UTC, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// A published message has an entity with the calls of its train and of another one, which is a quarter of an hour later: in
// the order of the times, one of them with a stop_sequence of another stop. Only the calls of its own train are used, and
// other entities are not affected.
func TestEntityThatMixesTwoTrains(t *testing.T) {
	plan := longLine(t)
	mixed := stops(t,
		"1 stop S04 arr 10:12:36 dep 10:12:53", // the sequence of another stop
		"5 stop S05 arr 10:16:12 dep 10:16:42",
		"7 stop S07 arr 10:24:42 dep 10:25:06",
		"6 stop S06 arr 10:36:22 dep 10:37:16", // the other train
		"11 stop S11 arr 10:41:00 dep 10:41:24",
		"8 stop S08 arr 10:43:04 dep 10:43:28", // the other train
		"9 stop S09 arr 10:47:28 dep 10:47:46", // the other train
		"12 stop S12 arr 10:48:00 dep 10:48:24",
		"10 stop S10 arr 10:52:10 dep 10:52:28", // the other train
	)
	snapshot, report := apply(t, plan, "10:05", message(t, "10:05", tripUpdate(trip("L1 20261121"), mixed...),
		tripUpdate(trip("L2 20261121"), stops(t, "1 stop S01 dep +60")...)))
	times := strings.Fields(show(find(t, plan, snapshot, "L1", saturday)))
	for i, want := range map[int]string{
		3: "10:12:36-10:12:53*", 4: "10:16:12-10:16:42*", 5: "10:20:42", 6: "10:24:42-10:25:06*", 7: "10:29:06", 9: "10:37:06",
		10: "10:41-10:41:24*", 11: "10:48-10:48:24*",
	} {
		if times[i] != want {
			t.Errorf("call %d at %s, want %s", i+1, times[i], want)
		}
	}
	expect(t, "the other train", show(find(t, plan, snapshot, "L2", saturday))[:20], "10:31* 10:35 10:39 1")
	feed := report.Feeds[0]
	if feed.Problems[gtfsrt.DecreasingTimes] != 1 || feed.Problems[gtfsrt.UnknownStop] != 1 || feed.WarningCount() != 2 || feed.Applied != 2 {
		t.Errorf("%d applied, warnings %v", feed.Applied, feed.Warnings)
	}
	for _, w := range feed.Warnings {
		t.Log(w)
	}
}
