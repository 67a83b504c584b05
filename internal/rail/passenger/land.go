package passenger

import (
	"math"
	"slices"

	"example.com/quartet/internal/rail/land"
	"example.com/quartet/internal/rail/timetable"
)

// Land is what is below the map of a network: what is inside an odd number of rings is land. Without a ring, all is water.
type Land struct {
	Rings  [][]float64 `json:"rings"`  // longitude and latitude of each point, in degrees
	Detail float64     `json:"detail"` // how exact the coasts are, in kilometers; 0 for a railway with its own coasts
}

// landOf returns the coasts or, if there are none, those around the stations of a timetable, as far as a map of any shape may show.
func landOf(plan *timetable.Timetable, coasts []land.Ring) *Land {
	all := &Land{Rings: [][]float64{}}
	if all.add(coasts); len(coasts) > 0 {
		return all
	}
	var rings []land.Ring
	for _, box := range boxes(plan) {
		rings = append(rings, land.In(box)...)
	}
	const kilometers = 111 // in a degree
	step := 0.0
	for ; points(rings) > maxCoast; rings = thinned(rings, step) {
		step = max(0.01, 2*step)
	}
	all.add(rings)
	all.Detail = land.Detail + math.Ceil(step*kilometers)
	return all
}

// maxCoast limits the points of an answer for a railway of a continent.
const maxCoast = 8000

func points(rings []land.Ring) (n int) {
	for _, ring := range rings {
		n += len(ring)
	}
	return n
}

// thinned leaves out points that are closer to the one before than a step in degrees, and rings that have fewer than three others.
func thinned(rings []land.Ring, step float64) (kept []land.Ring) {
	for _, ring := range rings {
		few := ring[:1:1]
		for _, p := range ring[1:] {
			if last := few[len(few)-1]; math.Hypot(p[0]-last[0], p[1]-last[1]) >= step {
				few = append(few, p)
			}
		}
		if len(few) > 2 {
			kept = append(kept, few)
		}
	}
	return kept
}

func (l *Land) add(rings []land.Ring) {
	const digits = 1e4
	for _, ring := range rings {
		flat := make([]float64, 0, 2*len(ring))
		for _, p := range ring {
			flat = append(flat, math.Round(p[0]*digits)/digits, math.Round(p[1]*digits)/digits)
		}
		l.Rings = append(l.Rings, flat)
	}
}

// boxes returns the boxes around the stations: none if no station has a place, and two if they would be around the earth, as
// there are stations on both sides of the meridian of 180 degrees.
func boxes(plan *timetable.Timetable) []land.Box {
	var east, west []land.Point
	for station := range plan.Stations() {
		switch p := (land.Point{station.Place.Longitude, station.Place.Latitude}); {
		case p == (land.Point{}):
		case p[0] < 0:
			west = append(west, p)
		default:
			east = append(east, p)
		}
	}
	all := slices.Concat(east, west)
	switch {
	case len(all) == 0:
		return nil
	case len(east) == 0 || len(west) == 0:
		return []land.Box{boxAround(all)}
	}
	if box := boxAround(all); box.Max[0]-box.Min[0] <= 180 {
		return []land.Box{box}
	}
	return []land.Box{boxAround(append(east, land.Point{180, east[0][1]})), boxAround(append(west, land.Point{-180, west[0][1]}))}
}

// boxAround returns a box around points, with a margin for maps that are up to 2.5 times as wide as high, or 1.25 times as high as wide.
func boxAround(points []land.Point) land.Box {
	box := land.Box{Min: points[0], Max: points[0]}
	for _, p := range points {
		for k := range p {
			box.Min[k], box.Max[k] = min(box.Min[k], p[k]), max(box.Max[k], p[k])
		}
	}
	wide, high := box.Max[0]-box.Min[0], box.Max[1]-box.Min[1]
	cos := max(0.1, math.Cos((box.Min[1]+box.Max[1])/2*math.Pi/180))
	const share, smallest = 1.5, 0.2
	x, y := max(share*high/cos, wide/5, smallest), max(share/2*wide*cos, high/5, smallest)
	return land.Box{
		Min: land.Point{max(box.Min[0]-x, -180), box.Min[1] - y},
		Max: land.Point{min(box.Max[0]+x, 180), box.Max[1] + y},
	}
}
