package rail_test

import (
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// TestTwins looks for the other stops of one name: near ones, and ones near those, but no far ones and none without a place.
func TestTwins(t *testing.T) {
	at := func(code, name string, metres float64) *timetable.Station {
		return &timetable.Station{Code: code, Name: name, Place: timetable.Point{Latitude: 46 + metres/111195, Longitude: 7}}
	}
	stations := []*timetable.Station{at("A", "Ash", 0), at("B", "ASH", 140), at("C", "Ash", 280), at("D", "Ash", 500), at("E", "Elm", 10), {Code: "F", Name: "Ash"}}
	plan, err := timetable.New(time.UTC, stations, nil, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{"A": "B C", "B": "A C", "C": "B A", "D": "", "E": "", "F": ""} {
		var got []string
		for _, s := range plan.Twins(plan.StationByCode(code)) {
			got = append(got, s.Code)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the twins of %s are %q, want %q", code, got, want)
		}
	}
}
