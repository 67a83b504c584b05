package passenger

import (
	"reflect"
	"testing"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// TestNetwork checks that a stretch is listed once for each line, and that the least used stretches are left out.
func TestNetwork(t *testing.T) {
	ash, beech, cedar := &timetable.Station{Code: "A", Name: "Ash"}, &timetable.Station{Code: "B", Name: "Beech"}, &timetable.Station{Code: "C", Name: "Cedar"}
	red := timetable.Line{Name: "Red", Color: "cc0000"}
	trip := func(code string, line *timetable.Line, stations ...*timetable.Station) *timetable.Trip {
		trip := &timetable.Trip{ID: code, Code: code, Line: line}
		for i, station := range stations {
			at := time.Duration(i) * time.Hour
			trip.Calls = append(trip.Calls, timetable.Call{Station: station, Arrive: at, Depart: at})
		}
		return trip
	}
	beech.Place = timetable.Point{Latitude: 46.123456, Longitude: -8}
	again := red // as another route of the same line
	plan, err := timetable.New(time.UTC, []*timetable.Station{ash, beech, cedar}, []*timetable.Trip{
		trip("1", &red, ash, beech, cedar), trip("2", &again, beech, ash), trip("3", nil, ash, beech),
	}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	line := &Line{"Red", "cc0000", "ffffff"}
	for max, want := range map[int][]Route{
		9: {{line, [][2]int{{0, 1}, {1, 2}}}, {nil, [][2]int{{0, 1}}}},
		1: {{line, [][2]int{{0, 1}}}},
	} {
		if got := network(plan, max).Lines; !reflect.DeepEqual(got, want) {
			t.Errorf("at most %d: %+v, want %+v", max, got, want)
		}
	}
	if all := network(plan, 9).Stations; all[0].Place != nil || *all[1].Place != [2]float64{46.12346, -8} {
		t.Errorf("the stations are at %v and %v", all[0].Place, all[1].Place)
	}
	data := Handler(source{&running.State{Timetable: plan}}, time.Now)
	if got := data.LinesAt(plan); !reflect.DeepEqual(got, [][]string{{"Red"}, {"Red"}, {"Red"}}) {
		t.Errorf("the lines are %q", got)
	}
	if n := testing.AllocsPerRun(10, func() { data.LinesAt(plan) }); n > 1 {
		t.Errorf("asking again for the lines takes %v allocations", n)
	}
}
