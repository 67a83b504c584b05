package passenger

import (
	"slices"
	"testing"

	"example.com/quartet/internal/rail/timetable"
)

// TestParseBox: boxes are extended to whole steps.
func TestParseBox(t *testing.T) {
	for text, want := range map[string]string{
		"13.25,50,14.25,50.75": "13.25,50,14.25,50.75", "13.4,50,14.4,50.75": "13,50,14.5,51", "0.001,0.001,0.002,0.002": "0,0,0.00390625,0.00390625",
		"-180,-90,180,90": "-180,-90,180,90", "179.1,-18,180.8,-17": "179,-18,181,-17", "0,0,0,0": "0,0,0,0", "170,-90,-170,90": "128,-90,192,90", "179,-18,-179,-17": "179,-18,181,-17", "170.3,1,180,2": "168,0,180,4", "10,0,365,1": "0,0,360,90",
	} {
		if b, err := parseBox(text); err != nil || b.String() != want {
			t.Errorf("%s: %v %v, want %s", text, b, err, want)
		}
	}
	if b, err := parseBox("13,0,-244,1"); err == nil {
		t.Errorf("a longitude of -244: %v", b)
	}
	b, _ := parseBox("179,-18,181,-17")
	for _, p := range []timetable.Point{{Latitude: -17.5, Longitude: 179.5}, {Latitude: -17.5, Longitude: -179.5}, {Latitude: -17.5, Longitude: 0.1}, {Latitude: 1, Longitude: 180}} {
		if want := p.Latitude < -17 && p.Longitude != 0.1; b.contains(p) != want {
			t.Errorf("%v contains %v: %t", b, p, !want)
		}
	}
	for _, p := range []timetable.Point{{Latitude: -18, Longitude: 179}, {Latitude: -17, Longitude: -179}, {Latitude: -18, Longitude: -179}, {Latitude: -17, Longitude: 179}} {
		if !b.contains(p) {
			t.Errorf("%v does not contain its corner %v", b, p)
		}
	}
	if around, _ := parseBox("0,0,0,0"); around.contains(timetable.Point{}) {
		t.Error("an unknown place is in a box")
	}
}

// TestCrossedBy: lines cross boxes in which they have no point, also beyond the meridian of 180 degrees.
func TestCrossedBy(t *testing.T) {
	at := func(lat, lon float64) timetable.Point { return timetable.Point{Latitude: lat, Longitude: lon} }
	for text, lines := range map[string][2][]timetable.Point{ // one that crosses the box, and one that does not
		"10,50,11,51":       {{at(50.5, 9), at(50.5, 12)}, {at(49, 9), at(49, 12)}},
		"179,-18,181,-17":   {{at(-17.5, 178), at(-17.5, -178)}, {at(-17.5, -178), at(-17.5, -170)}},
		"-180,-18,-179,-17": {{at(-17.5, 179), at(-17.5, -178)}, {at(-17.5, 179), at(-17.5, 170)}},
		"180,-18,181,-17":   {{at(-17.5, -179.5), at(-17.5, -178)}, {at(-16, -179.5), at(-16, 179.5)}},
	} {
		b, err := parseBox(text)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range lines {
			if slices.Reverse(line); b.crossedBy(line) != (i == 0) {
				t.Errorf("%s: line %d crosses it: %t", text, i, i != 0)
			}
		}
	}
}
