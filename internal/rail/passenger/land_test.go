package passenger

import (
	"testing"
	"time"

	"example.com/quartet/internal/rail/land"
	"example.com/quartet/internal/rail/timetable"
)

// TestLand checks how much land there is around stations, which may be on both sides of the meridian of 180 degrees.
func TestLand(t *testing.T) {
	for name, test := range map[string]struct {
		places []timetable.Point
		rings  int // the minimum
		detail float64
	}{
		"a bay":            {[]timetable.Point{{Latitude: 37.6, Longitude: -122.4}, {Latitude: 38, Longitude: -121.8}}, 1, 1},
		"a continent":      {[]timetable.Point{{Latitude: 48.4, Longitude: -123.4}, {Latitude: 44.6, Longitude: -63.6}, {Latitude: 58.7, Longitude: -94.2}}, 50, 37},
		"around 180":       {[]timetable.Point{{Latitude: -16.8, Longitude: 179.3}, {Latitude: -16.9, Longitude: -179.9}}, 2, 1},
		"one station":      {[]timetable.Point{{Latitude: 48, Longitude: 16}}, 1, 1},
		"no place":         {[]timetable.Point{{}, {}}, 0, 1},
		"around the globe": {[]timetable.Point{{Latitude: 1, Longitude: 100}, {Latitude: 1, Longitude: -100}, {Latitude: 1, Longitude: 1}}, 10, 0},
	} {
		var stations []*timetable.Station
		for i, place := range test.places {
			code := string(rune('A' + i))
			stations = append(stations, &timetable.Station{ID: code, Code: code, Name: code, Place: place})
		}
		plan, err := timetable.New(time.UTC, stations, nil, timetable.Info{})
		if err != nil {
			t.Fatal(err)
		}
		got := landOf(plan, nil)
		n := 0
		for _, ring := range got.Rings {
			n += len(ring) / 2
		}
		if len(got.Rings) < test.rings || n > maxCoast || test.detail > 0 && got.Detail != test.detail {
			t.Errorf("%s: %d rings, %d points, detail %v", name, len(got.Rings), n, got.Detail)
		}
	}
	if got := landOf(nil, []land.Ring{{{1, 2}, {3, 4}, {5, 6.00001}}}); len(got.Rings) != 1 || got.Detail != 0 || got.Rings[0][5] != 6 {
		t.Errorf("%+v", got)
	}
}
