package rail_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/land"
)

func TestPlaces(t *testing.T) {
	for name, place := range map[string]struct {
		at  land.Point
		dry bool
	}{
		"Athens": {land.Point{23.73, 37.98}, true}, "Saronic Gulf": {land.Point{23.65, 37.8}, false}, "Aegina": {land.Point{23.5, 37.74}, true}, "Copenhagen": {land.Point{12.5, 55.7}, true},
		"Øresund": {land.Point{12.75, 55.85}, false}, "Shikoku": {land.Point{133.5, 33.7}, true}, "Seto Inland Sea": {land.Point{133.2, 34.1}, false},
		"Caspian Sea": {land.Point{51, 42}, false}, "Fiji": {land.Point{178, -17.8}, true}, "the Atlantic": {land.Point{-18.5, 46.2}, false},
		"Auckland": {land.Point{174.8, -36.9}, true}, "Bratislava": {land.Point{17.1, 48.15}, true},
	} {
		box := land.Box{Min: land.Point{place.at[0] - 1, place.at[1] - 1}, Max: land.Point{place.at[0] + 1, place.at[1] + 1}}
		if got := inside(land.In(box), place.at); got != place.dry {
			t.Errorf("%s: land %v, want %v", name, got, place.dry)
		}
	}
	if rings := land.In(land.Box{Min: land.Point{16, 48}, Max: land.Point{17, 49}}); len(rings) != 1 || len(rings[0]) != 4 {
		t.Errorf("in the middle of the land: %v", rings)
	}
}

// inside reports whether a place is inside an odd number of rings.
func inside(rings []land.Ring, p land.Point) (odd bool) {
	for _, r := range rings {
		for i, a := range r {
			b := r[(i+1)%len(r)]
			if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(p[1]-a[1])*(b[0]-a[0])/(b[1]-a[1]) {
				odd = !odd
			}
		}
	}
	return odd
}

// What is cut off at the edges of a box is inside the box, and a place there is land if it was before.
func TestClip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	europe := land.In(land.Box{Min: land.Point{-15, 30}, Max: land.Point{35, 72}})
	for range 60 {
		place := func() land.Point { return land.Point{random.Float64()*50 - 15, random.Float64()*42 + 30} }
		a, b := place(), place()
		box := land.Box{Min: land.Point{min(a[0], b[0]), min(a[1], b[1])}, Max: land.Point{max(a[0], b[0]), max(a[1], b[1])}}
		clipped := land.In(box)
		for _, ring := range clipped {
			for _, p := range ring {
				if p[0] < box.Min[0] || p[0] > box.Max[0] || p[1] < box.Min[1] || p[1] > box.Max[1] {
					t.Fatalf("%v is outside of %v", p, box)
				}
			}
		}
		for range 10 {
			p := land.Point{box.Min[0] + random.Float64()*(box.Max[0]-box.Min[0]), box.Min[1] + random.Float64()*(box.Max[1]-box.Min[1])}
			if got, want := inside(clipped, p), inside(europe, p); got != want {
				t.Fatalf("%v in %v: %v, want %v", p, box, got, want)
			}
		}
	}
}

func TestReadWrongBytes(t *testing.T) {
	if rings, err := land.Read(strings.NewReader("no rings")); err == nil {
		t.Errorf("got %v", rings)
	}
}
