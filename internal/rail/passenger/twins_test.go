package passenger_test

import (
	"fmt"
	"testing"
	"time"

	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// TestTwins names the other stop of a station, and the directions that it has and the asked stop has not.
func TestTwins(t *testing.T) {
	place := timetable.Point{Latitude: 46, Longitude: 7}
	north := &timetable.Station{Code: "N", Name: "Ash", Place: place}
	south := &timetable.Station{Code: "S", Name: "Ash", Place: place, PlatformCodes: []string{"2"}}
	beech := &timetable.Station{Code: "B", Name: "Beech", Place: place}
	trip := func(code, direction string, stations ...*timetable.Station) *timetable.Trip {
		trip := &timetable.Trip{ID: code, Code: code, Direction: direction, Kind: timetable.Mainline}
		for i, station := range stations {
			at := 9*time.Hour + time.Duration(i)*time.Minute
			trip.Calls = append(trip.Calls, timetable.Call{Station: station, Arrive: at, Depart: at})
		}
		return trip
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{north, south, beech}, []*timetable.Trip{
		trip("1", "To Beech", north, beech), trip("2", "To Beech", south, beech), trip("3", "To Cedar", south, beech), trip("4", "To Elm", south, beech),
		trip("5", "To Elm", south, beech), trip("6", "To Fir", south, beech), trip("7", "To Ash", beech, south),
	}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{"N": "[{{S  Ash} 2 [To Elm To Cedar]}]", "S": "[{{N  Ash}  []}]", "B": "[]"} {
		board, problem := get[passenger.Board](t, fixed{&running.State{Timetable: plan}}, saturday.Start(time.UTC), "/data/board?code="+code)
		if got := fmt.Sprint(board.Twins); got != want || problem != "" {
			t.Errorf("%s: %s %s, want %s", code, got, problem, want)
		}
	}
}
