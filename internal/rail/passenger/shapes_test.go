package passenger

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"testing"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

type source struct{ state *running.State }

func (s source) State(time.Time) *running.State { return s.state }

// TestShapes asks for the shape of a line that makes a turn between two stations, for maps of different sizes, in both directions.
func TestShapes(t *testing.T) {
	at := func(lat, lon float64) timetable.Point { return timetable.Point{Latitude: lat, Longitude: lon} }
	ash, beech, cedar := &timetable.Station{Code: "A", Name: "Ash", Place: at(50, 10)}, &timetable.Station{Code: "B", Name: "Beech", Place: at(51, 11)}, &timetable.Station{Code: "C", Name: "Cedar", Place: at(51, 12)}
	path := timetable.NewPath([]timetable.Point{at(51, 12), at(51, 11), at(50.505, 11), at(50.5, 11), at(50.5, 11.001), at(50, 11), at(50, 10)})
	trip := &timetable.Trip{ID: "1", Code: "1", Kind: timetable.Mainline, Path: path, Calls: []timetable.Call{
		{Station: cedar}, {Station: beech, Arrive: time.Hour, Depart: time.Hour, Along: float32(path.Along[1])}, {Station: ash, Arrive: 2 * time.Hour, Depart: 2 * time.Hour, Along: float32(path.Along[6])},
	}}
	straight := &timetable.Trip{ID: "2", Code: "2", Kind: timetable.Mainline, Calls: []timetable.Call{{Station: ash}, {Station: cedar, Arrive: time.Hour, Depart: time.Hour}}}
	plan, err := timetable.New(time.UTC, []*timetable.Station{ash, beech, cedar}, []*timetable.Trip{trip, straight}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	data := Handler(source{&running.State{Timetable: plan}}, func() time.Time { return time.Unix(1e9, 0) })
	for query, want := range map[string]string{
		"":                            `{"stretches":[{"stretch":["A","B"],"points":[50,10,50,11,51,11]},{"stretch":["B","C"],"points":[51,11,51,12]}]}`,
		"?box=10,50,12,51":            `{"stretches":[{"stretch":["A","B"],"points":[50,10,50,11,51,11]},{"stretch":["B","C"],"points":[51,11,51,12]}]}`,
		"?box=11,50,11.5,50.5":        `{"stretches":[{"stretch":["A","B"],"points":[50,10,50,11,50.5,11.001,50.5,11,51,11]}]}`,
		"?box=10.75,50.6,11.25,50.75": `{"stretches":[{"stretch":["A","B"],"points":[50,10,50,11,50.5,11.001,50.5,11,51,11]}]}`, // without a point of the shape
		"?box=13,50,13.5,50.5":        `{"stretches":[]}`,
		"?box=10,50,12,51,extra":      `{"error":"box must be west, south, east and north in degrees, as in 13.5,50,14.5,50.75"}`,
	} {
		w := httptest.NewRecorder()
		if data.ServeHTTP(w, httptest.NewRequest("GET", "/data/shapes"+query, nil)); w.Body.String() != want {
			t.Errorf("%s: %s, want %s", query, w.Body, want)
		}
	}
}

// TestSimplified: each point of random lines is near the simplified one, whose ends are the same, and a finer one has more points.
func TestSimplified(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		points := []timetable.Point{{Latitude: 10}}
		angle := 0.0
		for range 100 {
			angle += random.NormFloat64() / 5
			p := points[len(points)-1]
			points = append(points, timetable.Point{Latitude: p.Latitude + 0.01*math.Sin(angle), Longitude: p.Longitude + 0.01*math.Cos(angle)})
		}
		counts := []int{}
		for _, tolerance := range []float64{0, 0.001, 0.01} {
			kept := simplified(points, tolerance)
			counts = append(counts, len(kept))
			for _, p := range points {
				if d := distanceTo(kept, p); d > 3*tolerance+1e-9 {
					t.Fatalf("a point is %g degrees from the line that was simplified by %g", d, tolerance)
				}
			}
			if kept[0] != points[0] || kept[len(kept)-1] != points[100] {
				t.Fatal("the line has other ends")
			}
		}
		if counts[1] > 80 || counts[2] > counts[1] {
			t.Errorf("the lines have %v points", counts)
		}
	}
	if got := fmt.Sprint(simplified([]timetable.Point{{Latitude: 1}, {Latitude: 9}, {Latitude: 3}}, 1)); got != "[{1 0} {9 0} {3 0}]" {
		t.Errorf("there and back: %s", got)
	}
}

// distanceTo returns how far a point is from a line.
func distanceTo(line []timetable.Point, p timetable.Point) float64 {
	best := math.Inf(1)
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		aside, along := offset(a, b, p)
		_, whole := offset(a, b, b)
		if along >= 0 && along <= whole {
			best = min(best, aside)
		}
		for _, end := range []timetable.Point{a, b} {
			best = min(best, math.Hypot(end.Latitude-p.Latitude, (end.Longitude-p.Longitude)*math.Cos(p.Latitude*math.Pi/180)))
		}
	}
	return best
}
