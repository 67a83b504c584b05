package passenger

import (
	"math"
	"slices"
	"sort"

	"example.com/quartet/internal/rail/timetable"
)

// Shapes are where trains run between stations in a box, thinned to its size: of stretches for which the feed has shapes.
type Shapes struct {
	Stretches []Shape `json:"stretches"`
}

// A Shape is where trains run on a stretch of a Network, which may be the network of an earlier timetable.
type Shape struct {
	Stretch [2]string `json:"stretch"` // the codes of the stations
	Points  []float64 `json:"points"`  // latitude and longitude of each point, from the first station to the second
}

const (
	maxPoints = 50_000 // of an answer; the stretches with the fewest trips are left out if there are more
	pixels    = 1500   // of a map: points are left out if they would be closer to the line
)

// A track is where the path of a stretch is: the part to a call of a trip from the call before.
type track struct{ trip, call int32 }

// tracks returns a track for each stretch that has one.
func tracks(plan *timetable.Timetable) map[[2]int]track {
	all := make(map[[2]int]track)
	for n, trip := range plan.Trips() {
		for i := 1; i < len(trip.Calls) && trip.Path != nil; i++ {
			from, to := &trip.Calls[i-1], &trip.Calls[i]
			stretch := [2]int{min(from.Station.Number, to.Station.Number), max(from.Station.Number, to.Station.Number)}
			if _, ok := all[stretch]; !ok && to.Along > from.Along {
				all[stretch] = track{int32(n), int32(i)}
			}
		}
	}
	return all
}

func (d *Data) shapes(a *answer, q question) (any, error) {
	s := &Shapes{Stretches: []Shape{}}
	size, n := 360.0, 0
	if q.box != nil {
		size = max(q.box[2]-q.box[0], q.box[3]-q.box[1])
	}
	kept := d.still(a.Timetable)
	network := kept.network()
	seen := make(map[[2]int]bool)
	for _, route := range network.Lines {
		for _, stretch := range route.Stretches {
			if seen[stretch] || n > maxPoints {
				continue
			}
			seen[stretch] = true
			if points := kept.line(a.Timetable, stretch, q.box, size/pixels); len(points) > 0 {
				s.Stretches = append(s.Stretches, Shape{[2]string{network.Stations[stretch[0]].Code, network.Stations[stretch[1]].Code}, points})
				n += len(points) / 2
			}
		}
	}
	return s, nil
}

// line returns the points of a stretch, or nil if it has no track or is not in the box.
func (s *still) line(plan *timetable.Timetable, stretch [2]int, in *box, tolerance float64) (flat []float64) {
	t, ok := s.tracks()[stretch]
	if !ok {
		return nil
	}
	trip := plan.Trips()[t.trip]
	path, from, to := trip.Path, &trip.Calls[t.call-1], &trip.Calls[t.call]
	points := []timetable.Point{path.At(float64(from.Along))}
	const near = 1 // metres
	for i := sort.SearchFloat64s(path.Along, float64(from.Along)+near); i < len(path.Points) && path.Along[i] < float64(to.Along)-near; i++ {
		points = append(points, path.Points[i])
	}
	if points = append(points, path.At(float64(to.Along))); in != nil && !in.crossedBy(points) {
		return nil
	}
	if points = simplified(points, tolerance); from.Station.Number != stretch[0] {
		slices.Reverse(points)
	}
	for _, p := range points {
		flat = append(flat, rounded(p.Latitude), rounded(p.Longitude))
	}
	return flat
}

// simplified returns a line without the points that are about as near to the line through the others as a tolerance, in degrees. It
// takes time in proportion to the points.
func simplified(points []timetable.Point, tolerance float64) []timetable.Point {
	kept, ahead := points[:1:1], 1
	for i := 2; i < len(points); i++ {
		from := kept[len(kept)-1]
		aside, far := offset(from, points[ahead], points[i])
		if _, before := offset(from, points[ahead], points[i-1]); aside > tolerance || far < before {
			kept, ahead = append(kept, points[i-1]), i
		}
	}
	return append(kept, points[len(points)-1])
}

// offset returns how far p is to the side of the line from a towards b, and how far along it, in degrees of latitude.
func offset(a, b, p timetable.Point) (aside, along float64) {
	east := math.Cos(a.Latitude * math.Pi / 180)
	x, y := (b.Longitude-a.Longitude)*east, b.Latitude-a.Latitude
	u, v := (p.Longitude-a.Longitude)*east, p.Latitude-a.Latitude
	length := math.Hypot(x, y)
	if length == 0 {
		return math.Hypot(u, v), 0
	}
	return math.Abs(x*v-y*u) / length, (x*u + y*v) / length
}
