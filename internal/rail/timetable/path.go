package timetable

import (
	"math"
	"sort"
)

// A Point is a place in decimal degrees; north and east are positive. The zero Point means that the place is unknown.
type Point struct{ Latitude, Longitude float64 }

// Towards returns the point on the straight line from p to q at the fraction of its length, from 0 to 1. The line
// crosses the meridian of 180 degrees if that is shorter.
func (p Point) Towards(q Point, fraction float64) Point {
	return Point{p.Latitude + fraction*(q.Latitude-p.Latitude), wrapped(p.Longitude + fraction*p.East(q))}
}

// East returns how far q is to the east of p in degrees, the shorter way. It is negative if it is to the west.
func (p Point) East(q Point) float64 { return wrapped(q.Longitude - p.Longitude) }

// wrapped returns the longitude from -180 to 180 degrees that is the same as one from -540 to 540.
func wrapped(longitude float64) float64 {
	switch {
	case longitude > 180:
		return longitude - 360
	case longitude < -180:
		return longitude + 360
	}
	return longitude
}

// earthRadius is the mean radius of the earth, and MetresPerDegree the length of a degree of latitude, in metres.
const (
	earthRadius     = 6371008.8
	MetresPerDegree = earthRadius * math.Pi / 180
)

// Distance returns the great-circle distance from p to q in metres.
func (p Point) Distance(q Point) float64 {
	radians := math.Pi / 180
	north := math.Sin((q.Latitude - p.Latitude) * radians / 2)
	east := math.Sin((q.Longitude - p.Longitude) * radians / 2)
	h := north*north + math.Cos(p.Latitude*radians)*math.Cos(q.Latitude*radians)*east*east
	return 2 * earthRadius * math.Asin(math.Sqrt(min(1, h)))
}

// A Path is the line that a vehicle follows: a shape in GTFS. Trips can share it. It must not be changed once in use.
type Path struct {
	Points []Point
	Along  []float64 // metres along the path from its start to each of the points; never decreasing
}

// NewPath returns the path through the points, with the distances between them computed from their coordinates.
func NewPath(points []Point) *Path {
	p := &Path{Points: points, Along: make([]float64, len(points))}
	for i := 1; i < len(points); i++ {
		p.Along[i] = p.Along[i-1] + points[i-1].Distance(points[i])
	}
	return p
}

// At returns the point at the distance from the start of the path, in metres. Beyond an end of the path it is that end.
// It is the zero Point if the path has no points.
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

// search returns the index of the first point that is at least the distance from the start, or last + 1. Points are
// usually spread about evenly, so it first looks near the index that an even spread would give.
func (p *Path) search(metres float64, last int) int {
	const near = 4
	if fraction := metres / p.Along[last]; fraction > 0 && fraction < 1 {
		guess := int(fraction * float64(last))
		low, high := max(guess-near, 0), min(guess+near, last)
		if p.Along[low] < metres && p.Along[high] >= metres {
			return low + sort.SearchFloat64s(p.Along[low:high], metres)
		}
	}
	return sort.SearchFloat64s(p.Along[:last+1], metres)
}
