package timetable

import (
	"math"
	"sort"
)

// A Point is a place in decimal degrees, north and east positive. The zero Point stands for an unknown place.
type Point struct{ Latitude, Longitude float64 }

// Towards returns the point on the straight line to q where the share of it is done, from 0 to 1. The line crosses the
// meridian of 180 degrees where that is shorter.
func (p Point) Towards(q Point, done float64) Point {
	east := q.Longitude - p.Longitude
	switch {
	case east > 180:
		east -= 360
	case east < -180:
		east += 360
	}
	r := Point{p.Latitude + done*(q.Latitude-p.Latitude), p.Longitude + done*east}
	switch {
	case r.Longitude > 180:
		r.Longitude -= 360
	case r.Longitude < -180:
		r.Longitude += 360
	}
	return r
}

// earth is the mean radius of the earth in metres.
const earth = 6371008.8

// Distance returns the metres from p to q on the ground.
func (p Point) Distance(q Point) float64 {
	radians := math.Pi / 180
	north := math.Sin((q.Latitude - p.Latitude) * radians / 2)
	east := math.Sin((q.Longitude - p.Longitude) * radians / 2)
	h := north*north + math.Cos(p.Latitude*radians)*math.Cos(q.Latitude*radians)*east*east
	return 2 * earth * math.Asin(math.Sqrt(min(1, h)))
}

// A Path is a line on the map that trips share: what GTFS calls a shape. It must not be changed once in use.
type Path struct {
	Points []Point
	Along  []float64 // metres from the start of the line to each of the points; never fewer than before
}

// NewPath returns the path through the points, measured on the ground.
func NewPath(points []Point) *Path {
	p := &Path{Points: points, Along: make([]float64, len(points))}
	for i := 1; i < len(points); i++ {
		p.Along[i] = p.Along[i-1] + points[i-1].Distance(points[i])
	}
	return p
}

// At returns the point so many metres from the start of the path, or its end where that is nearer. It is unknown on a
// path without points.
func (p *Path) At(metres float64) Point {
	last := min(len(p.Points), len(p.Along)) - 1
	if last < 0 {
		return Point{}
	}
	i := p.search(metres, last)
	switch {
	case i > last:
		return p.Points[last]
	case i == 0 || p.Along[i] == metres:
		return p.Points[i]
	}
	return p.Points[i-1].Towards(p.Points[i], (metres-p.Along[i-1])/(p.Along[i]-p.Along[i-1]))
}

// search returns the index of the first point that is at least so many metres along, or last + 1. Points are about
// evenly spread as a rule, so it looks near where the point would be then first.
func (p *Path) search(metres float64, last int) int {
	const near = 4
	if share := metres / p.Along[last]; share > 0 && share < 1 {
		guess := int(share * float64(last))
		low, high := max(guess-near, 0), min(guess+near, last)
		if p.Along[low] < metres && p.Along[high] >= metres {
			return low + sort.SearchFloat64s(p.Along[low:high], metres)
		}
	}
	return sort.SearchFloat64s(p.Along[:last+1], metres)
}
