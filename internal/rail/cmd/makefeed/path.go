package main

import (
	"fmt"
	"math"
)

// A point is a place on the way of a line, and how far along the way it is, in metres.
type point struct {
	latitude, longitude float64
	along               float64
}

// A way is where the rails of a line lie on the map.
type way struct {
	points   []point
	stations map[string]int // index of the point of each station
}

// layout lays the tracks of a line, one after the other, through their stations: a smooth curve through each of them
// and a point halfway that is as far off the straight line as the bend says. Points are about spacing metres apart.
func layout(tracks []track, spacing float64) (way, error) {
	known := byCode()
	var knots []point
	var codes []string // of the knots that are stations
	for i, t := range tracks {
		for k, l := range t {
			s := known[l.code]
			if s == nil {
				return way{}, fmt.Errorf("track %d: no station has the code %q", i+1, l.code)
			}
			here := point{latitude: s.latitude, longitude: s.longitude}
			if k == 0 && i > 0 {
				if before := codes[len(codes)-1]; before != l.code {
					return way{}, fmt.Errorf("track %d starts at %s, and the one before ends at %s", i+1, l.code, before)
				}
				continue
			}
			if k > 0 {
				knots = append(knots, swing(knots[len(knots)-1], here, l.bend))
				codes = append(codes, "")
			}
			knots = append(knots, here)
			codes = append(codes, l.code)
		}
	}
	return trace(knots, codes, spacing), nil
}

// trace returns the way through the knots.
func trace(knots []point, codes []string, spacing float64) way {
	w := way{stations: map[string]int{}}
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

// add adds a point to the end of the way.
func (w *way) add(p point) {
	p.latitude, p.longitude = degrees(p.latitude), degrees(p.longitude)
	if n := len(w.points); n > 0 {
		p.along = w.points[n-1].along + metres(w.points[n-1], p)
	}
	w.points = append(w.points, p)
}

// between returns the part of the way from one station to another further on, or against the way where it is not.
func (w way) between(from, to string) []point {
	i, k := w.stations[from], w.stations[to]
	var part []point
	for n := i; ; n += sign(k - i) {
		p := w.points[n]
		p.along = math.Abs(p.along - w.points[i].along)
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

// swing returns the point halfway from a to b, moved to the right by the share of the distance.
func swing(a, b point, share float64) point {
	narrow := math.Cos(a.latitude * math.Pi / 180) // a degree of longitude, in degrees of latitude
	north, east := b.latitude-a.latitude, (b.longitude-a.longitude)*narrow
	return point{
		latitude:  (a.latitude+b.latitude)/2 - east*share,
		longitude: (a.longitude+b.longitude)/2 + north*share/narrow,
	}
}

// spline returns a point of the Catmull-Rom spline from b to c, after a and before d.
func spline(a, b, c, d point, t float64) point {
	at := func(a, b, c, d float64) float64 {
		return b + t/2*((c-a)+t*((2*a-5*b+4*c-d)+t*(3*b-a-3*c+d)))
	}
	return point{
		latitude:  at(a.latitude, b.latitude, c.latitude, d.latitude),
		longitude: at(a.longitude, b.longitude, c.longitude, d.longitude),
	}
}

// degrees rounds to five decimals, about a metre, as the files have it.
func degrees(d float64) float64 { return math.Round(d*1e5) / 1e5 }

// metres returns the distance of two points on the globe.
func metres(a, b point) float64 {
	const radius = 6371008.8
	rad := math.Pi / 180
	north, east := (b.latitude-a.latitude)*rad, (b.longitude-a.longitude)*rad
	h := math.Pow(math.Sin(north/2), 2) +
		math.Cos(a.latitude*rad)*math.Cos(b.latitude*rad)*math.Pow(math.Sin(east/2), 2)
	return 2 * radius * math.Asin(math.Sqrt(h))
}
