package rail

import (
	"math"
	"testing"

	"example.com/quartet/internal/rail/timetable"
)

func TestFormatDegrees(t *testing.T) {
	check := func(d float64, want string) {
		t.Helper()
		if latitude, longitude := degrees(timetable.Point{Latitude: d, Longitude: 1}); *latitude != want || *longitude != "1" {
			t.Errorf("degrees(%v) = %q, %q, want %q", d, *latitude, *longitude, want)
		}
	}
	for d, want := range map[float64]string{
		0: "0", -0.000001: "0", 0.00001: "0.00001", -0.00001: "-0.00001", 180: "180", -17.829705: "-17.82971", 46.999999: "47",
		math.Inf(1): "0", 1e300: "0",
	} {
		check(d, want)
	}
	check(math.NaN(), "0")
}
