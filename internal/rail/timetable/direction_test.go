package timetable_test

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
	} {
		if got := timetable.Direction(headsign); got != want {
			t.Errorf("the direction of %q is %q, want %q", headsign, got, want)
		}
	}
}
