package rail_test

import (
	"testing"

	"example.com/quartet/internal/rail/timetable"
)

func TestDirection(t *testing.T) {
	for headsign, want := range map[string]string{
		"Fir Point":            "To Fir Point",
		"Torrington":           "To Torrington",
		"To Fir Point":         "To Fir Point",
		"TO FIR POINT":         "TO FIR POINT",
		"Southbound":           "Southbound",
		"NORTHBOUND via Birch": "NORTHBOUND via Birch",
		"Bounds Green":         "To Bounds Green",

		"":                          "To Gull Rock",
		"5776":                      "To Gull Rock",
		" 12-34/5 ":                 "To Gull Rock",
		"North to Fir Point":        "North to Fir Point",
		"To North to Fir Point":     "North to Fir Point",
		"To Weston to Fir Point":    "To Weston to Fir Point",
		"Gull Rock to Fir Point":    "Gull Rock to Fir Point",
		"To Fir Point (Northbound)": "To Fir Point (Northbound)",
		"Fir Point (Northbound)":    "Fir Point (Northbound)",
		"7 Hills":                   "To 7 Hills",
		"Штаденице":                 "To Штаденице",
	} {
		if got := timetable.Direction(headsign, "Gull Rock"); got != want {
			t.Errorf("the direction of %q is %q, want %q", headsign, got, want)
		}
	}
}
