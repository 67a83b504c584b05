package rail_test

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// naiveShapes has the points of each shape, in their order, by shape_id; and the paths that were computed.
type naiveShapes struct {
	points map[string][]naivePoint
	paths  map[string]*naivePath
}

// A naivePoint is a place in degrees.
type naivePoint struct{ latitude, longitude float64 }

// A naivePath is a shape with the positions of a train's calls along it, in metres.
type naivePath struct {
	points []naivePoint
	metres []float64 // metres from the start to each point
	calls  []float64
}

func readShapes(rows tableRows) naiveShapes {
	type numbered struct {
		sequence int
		naivePoint
	}
	all := map[string][]numbered{}
	for _, row := range rows {
		n, _ := strconv.Atoi(row["shape_pt_sequence"])
		latitude, _ := strconv.ParseFloat(row["shape_pt_lat"], 64)
		longitude, _ := strconv.ParseFloat(row["shape_pt_lon"], 64)
		all[row["shape_id"]] = append(all[row["shape_id"]], numbered{n, naivePoint{latitude, longitude}})
	}
	s := naiveShapes{map[string][]naivePoint{}, map[string]*naivePath{}}
	for id, points := range all {
		slices.SortStableFunc(points, func(a, b numbered) int { return cmp.Compare(a.sequence, b.sequence) })
		for _, p := range points {
			s.points[id] = append(s.points[id], p.naivePoint)
		}
	}
	return s
}

// farFromShape is the distance from a shape at which a stop is not on it, in metres.
const farFromShape = 1000

// path returns the path of a train with a shape, or nil if it has none or its stops are not on it, in either direction.
func (s naiveShapes) path(id string, calls []naiveCall) *naivePath {
	points := s.points[id]
	if len(points) < 2 {
		return nil
	}
	key := []string{id}
	for _, c := range calls {
		key = append(key, c.station[0])
	}
	name := strings.Join(key, "\x00")
	if p, ok := s.paths[name]; ok {
		return p
	}
	s.paths[name] = nil
	reversed := slices.Clone(points)
	slices.Reverse(reversed)
	for _, points := range [][]naivePoint{points, reversed} {
		if p := newNaivePath(points, calls); p != nil {
			s.paths[name] = p
			break
		}
	}
	return s.paths[name]
}

// newNaivePath puts each call at one of the nearest points of the segments, so that the calls are in order and the sum of
// the squared distances is lowest. It returns nil if a call is far from the shape then.
func newNaivePath(points []naivePoint, calls []naiveCall) *naivePath {
	p := &naivePath{points: points, metres: make([]float64, len(points))}
	for i := 1; i < len(points); i++ {
		x, y := points[i].metresFrom(points[i-1])
		p.metres[i] = p.metres[i-1] + math.Hypot(x, y)
	}
	n := len(points) - 1
	positions, sums, before := make([][]float64, len(calls)), make([][]float64, len(calls)), make([][]int, len(calls))
	for c, call := range calls {
		latitude, longitude := degrees(call.station)
		positions[c], sums[c], before[c] = make([]float64, n), make([]float64, n), make([]int, n)
		best := -1 // the segment of the call before with the lowest sum, up to this segment
		for i := range n {
			along, far := p.nearest(i, naivePoint{latitude, longitude})
			positions[c][i], sums[c][i] = along, math.Inf(1)
			if far > farFromShape {
				far = math.Inf(1)
			}
			if c == 0 {
				sums[c][i] = far * far
				continue
			}
			if best < 0 || sums[c-1][i] < sums[c-1][best] && positions[c-1][i] <= along {
				best = i
			}
			if positions[c-1][best] <= along {
				sums[c][i], before[c][i] = sums[c-1][best]+far*far, best
			}
		}
	}
	last := len(calls) - 1
	at := 0
	for i := range n {
		if sums[last][i] < sums[last][at] {
			at = i
		}
	}
	if math.IsInf(sums[last][at], 1) {
		return nil
	}
	p.calls = make([]float64, len(calls))
	for c := last; c >= 0; c-- {
		p.calls[c] = positions[c][at]
		at = before[c][at]
	}
	return p
}

// metresFrom returns the distance of a from b to the east and to the north.
func (a naivePoint) metresFrom(b naivePoint) (east, north float64) {
	return (a.longitude - b.longitude) * metresPerDegree * math.Cos(b.latitude*math.Pi/180), (a.latitude - b.latitude) * metresPerDegree
}

// nearest returns the position along the path of the point of segment i that is nearest to a place, and its distance.
func (p *naivePath) nearest(i int, place naivePoint) (along, far float64) {
	x, y := p.points[i+1].metresFrom(p.points[i])
	px, py := place.metresFrom(p.points[i])
	fraction := 0.0
	if length := x*x + y*y; length > 0 {
		fraction = min(1, max(0, (px*x+py*y)/length))
	}
	return p.metres[i] + fraction*(p.metres[i+1]-p.metres[i]), math.Hypot(px-fraction*x, py-fraction*y)
}

// between returns the place at a fraction of the way from a call to the next one.
func (p *naivePath) between(call int, fraction float64) (latitude, longitude float64) {
	along := p.calls[call] + fraction*(p.calls[call+1]-p.calls[call])
	i, _ := slices.BinarySearch(p.metres, along)
	i = min(max(i, 1), len(p.points)-1)
	a, b, part := p.points[i-1], p.points[i], 0.0
	if length := p.metres[i] - p.metres[i-1]; length > 0 {
		part = (along - p.metres[i-1]) / length
	}
	return a.latitude + part*(b.latitude-a.latitude), a.longitude + part*(b.longitude-a.longitude)
}
