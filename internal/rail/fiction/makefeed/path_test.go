package makefeed

import (
	"fmt"
	"math"
)

// A point is a point of a path, with its distance along the path from the start, in metres.
type point struct {
	latitude, longitude float64
	distance            float64
}

// A path is the geographic path of a line.
type path struct {
	points   []point
	stations map[string]int // index of the point of each station
}

// layout returns the path of a line along its tracks: a smooth curve through each station, and through a point halfway
// between stations that the leg's bend moves off the straight line. Points are about spacing metres apart.
func layout(tracks []track, spacing float64) (path, error) {
	known := byCode()
	var knots []point
	var codes []string // station code of each knot, or ""
	for i, t := range tracks {
		for k, l := range t {
			s := known[l.code]
			if s == nil {
				return path{}, fmt.Errorf("track %d: no station has the code %q", i+1, l.code)
			}
			here := point{latitude: s.latitude, longitude: s.longitude}
			if k == 0 && i > 0 {
				if before := codes[len(codes)-1]; before != l.code {
					return path{}, fmt.Errorf("track %d starts at %s, but the previous one ends at %s", i+1, l.code, before)
				}
				continue
			}
			if k > 0 {
				knots = append(knots, midpoint(knots[len(knots)-1], here, l.bend))
				codes = append(codes, "")
			}
			knots = append(knots, here)
			codes = append(codes, l.code)
		}
	}
	return trace(knots, codes, spacing), nil
}

// trace returns the path through the knots.
func trace(knots []point, codes []string, spacing float64) path {
	w := path{stations: map[string]int{}}
	for i, knot := range knots {
		if codes[i] != "" {
			w.stations[codes[i]] = len(w.points)
		}
		w.add(knot)
		if i == len(knots)-1 {
			break
		}
		steps := math.Ceil(metres(knot, knots[i+1]) / spacing)
		for step := 1.0; step < steps; step++ {
			w.add(spline(knots[max(i-1, 0)], knot, knots[i+1], knots[min(i+2, len(knots)-1)], step/steps))
		}
	}
	return w
}

// add adds a point to the end of the path.
func (w *path) add(p point) {
	p.latitude, p.longitude = degrees(p.latitude), degrees(p.longitude)
	if n := len(w.points); n > 0 {
		p.distance = w.points[n-1].distance + metres(w.points[n-1], p)
	}
	w.points = append(w.points, p)
}

// between returns the part of the path between two stations, in the direction of travel. Its distances start at 0.
func (w path) between(from, to string) []point {
	i, k := w.stations[from], w.stations[to]
	var part []point
	for n := i; ; n += sign(k - i) {
		p := w.points[n]
		p.distance = math.Abs(p.distance - w.points[i].distance)
		part = append(part, p)
		if n == k {
			return part
		}
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// midpoint returns the point halfway from a to b, moved to the right by the given share of their distance.
func midpoint(a, b point, share float64) point {
	narrow := math.Cos(a.latitude * math.Pi / 180) // length of a degree of longitude, in degrees of latitude
	north, east := b.latitude-a.latitude, (b.longitude-a.longitude)*narrow
	return point{
		latitude:  (a.latitude+b.latitude)/2 - east*share,
		longitude: (a.longitude+b.longitude)/2 + north*share/narrow,
	}
}

// spline returns the point at t, from 0 to 1, of the Catmull-Rom spline between b and c, with the neighbours a and d.
func spline(a, b, c, d point, t float64) point {
	at := func(a, b, c, d float64) float64 {
		return b + t/2*((c-a)+t*((2*a-5*b+4*c-d)+t*(3*b-a-3*c+d)))
	}
	return point{
		latitude:  at(a.latitude, b.latitude, c.latitude, d.latitude),
		longitude: at(a.longitude, b.longitude, c.longitude, d.longitude),
	}
}

// degrees rounds to five decimals, about a metre, which is the precision of the files.
func degrees(d float64) float64 { return math.Round(d*1e5) / 1e5 }

// metres returns the great-circle distance of two points.
func metres(a, b point) float64 {
	const radius = 6371008.8
	rad := math.Pi / 180
	north, east := (b.latitude-a.latitude)*rad, (b.longitude-a.longitude)*rad
	h := math.Pow(math.Sin(north/2), 2) +
		math.Cos(a.latitude*rad)*math.Cos(b.latitude*rad)*math.Pow(math.Sin(east/2), 2)
	return 2 * radius * math.Asin(math.Sqrt(h))
}
