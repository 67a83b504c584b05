package land

import (
	"bytes"
	"encoding/gob"
	"math"
	"math/rand/v2"
	"testing"
)

func TestPlaces(t *testing.T) {
	for name, place := range map[string]struct {
		at   Point
		land bool
	}{
		"Athens": {Point{23.73, 37.98}, true}, "Saronic Gulf": {Point{23.65, 37.8}, false}, "Aegina": {Point{23.5, 37.74}, true}, "Copenhagen": {Point{12.5, 55.7}, true},
		"Øresund": {Point{12.75, 55.85}, false}, "Shikoku": {Point{133.5, 33.7}, true}, "Seto Inland Sea": {Point{133.2, 34.1}, false},
		"Caspian Sea": {Point{51, 42}, false}, "Fiji": {Point{178, -17.8}, true}, "the Atlantic": {Point{-18.5, 46.2}, false},
		"Auckland": {Point{174.8, -36.9}, true}, "Bratislava": {Point{17.1, 48.15}, true},
	} {
		box := Box{Point{place.at[0] - 1, place.at[1] - 1}, Point{place.at[0] + 1, place.at[1] + 1}}
		if got := inside(In(box), place.at); got != place.land {
			t.Errorf("%s: land %v, want %v", name, got, place.land)
		}
	}
	if rings := In(Box{Point{16, 48}, Point{17, 49}}); len(rings) != 1 || len(rings[0]) != 4 {
		t.Errorf("in the middle of the land: %v", rings)
	}
}

// inside reports whether a place is inside an odd number of rings.
func inside(rings []Ring, p Point) (odd bool) {
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

// What is clipped is inside the box, and a place there is land if it was before.
func TestClip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	place := func() Point { return Point{random.Float64()*10 - 5, random.Float64()*10 - 5} }
	for range 2000 {
		ring := make(Ring, 3+random.IntN(10))
		for i := range ring {
			ring[i] = place()
		}
		a, b := place(), place()
		box := Box{Point{min(a[0], b[0]), min(a[1], b[1])}, Point{max(a[0], b[0]), max(a[1], b[1])}}
		clipped := box.clip(ring)
		for _, p := range clipped {
			if p[0] < box.Min[0] || p[0] > box.Max[0] || p[1] < box.Min[1] || p[1] > box.Max[1] {
				t.Fatalf("%v is outside of %v", p, box)
			}
		}
		for range 10 {
			p := Point{box.Min[0] + random.Float64()*(box.Max[0]-box.Min[0]), box.Min[1] + random.Float64()*(box.Max[1]-box.Min[1])}
			if got, want := inside([]Ring{clipped}, p), inside([]Ring{ring}, p); got != want {
				t.Fatalf("%v in %v: %v, want %v, in %v", p, box, got, want, ring)
			}
		}
	}
}

// Bytes that are not rings are an error.
func FuzzRead(f *testing.F) {
	var rings bytes.Buffer
	if err := gob.NewEncoder(&rings).Encode([][]int32{{1, 1, 2, 2, -1, -1}, {}, {-1 << 31, 5, 7}}); err != nil {
		f.Fatal(err)
	}
	f.Add(rings.Bytes())
	f.Add(rings.Bytes()[:rings.Len()/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := read(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, r := range all {
			for _, p := range (Box{Point{-10, -10}, Point{10, 10}}).clip(r.Ring) {
				if math.IsNaN(p[0]) || math.Abs(p[0]) > 10 || math.Abs(p[1]) > 10 {
					t.Fatalf("%v", p)
				}
			}
		}
	})
}
