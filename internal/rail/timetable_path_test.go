package rail_test

import (
	"math"
	"testing"

	"example.com/quartet/internal/rail/timetable"
)

func TestPathAt(t *testing.T) {
	p := &timetable.Path{
		Points: []timetable.Point{{Latitude: 1, Longitude: 1}, {Latitude: 3, Longitude: 1}, {Latitude: 3, Longitude: 1}, {Latitude: 3, Longitude: 5}},
		Along:  []float64{0, 200, 200, 600},
	}
	for metres, want := range map[float64]timetable.Point{
		-5: p.Points[0], 0: p.Points[0], 50: {Latitude: 1.5, Longitude: 1}, 200: p.Points[1], 300: {Latitude: 3, Longitude: 2},
		600: p.Points[3], 1e9: p.Points[3],
	} {
		if got := p.At(metres); got != want {
			t.Errorf("At(%v) = %v, want %v", metres, got, want)
		}
	}
	if got := (&timetable.Path{}).At(1); got != (timetable.Point{}) {
		t.Errorf("At of a path without points = %v", got)
	}
	if got := p.At(math.NaN()); got != p.Points[3] && got != p.Points[0] {
		t.Errorf("At(NaN) = %v", got)
	}
}

func TestTowardsCrossesTheDateLine(t *testing.T) {
	a, b := timetable.Point{Latitude: -17, Longitude: 179}, timetable.Point{Latitude: -19, Longitude: -179}
	for _, test := range []struct {
		from, to timetable.Point
		done     float64
		want     timetable.Point
	}{
		{a, b, 0.25, timetable.Point{Latitude: -17.5, Longitude: 179.5}},
		{a, b, 0.75, timetable.Point{Latitude: -18.5, Longitude: -179.5}},
		{b, a, 0.25, timetable.Point{Latitude: -18.5, Longitude: -179.5}},
		{b, a, 0.75, timetable.Point{Latitude: -17.5, Longitude: 179.5}},
	} {
		if got := test.from.Towards(test.to, test.done); got != test.want {
			t.Errorf("%v of the way from %v to %v is %v, want %v", test.done, test.from, test.to, got, test.want)
		}
	}
}
