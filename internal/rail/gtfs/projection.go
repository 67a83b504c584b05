package gtfs

import (
	"cmp"
	"math"
	"slices"

	"example.com/quartet/internal/rail/timetable"
)

// off is how many metres a stop may be off the shape.
const off = 1000.0

// apart is how many metres lie between two places along a path that are told apart.
const apart = 100.0

// A candidate is a place along a path at which a stop may be.
type candidate struct {
	along, cost float64 // cost is the square of the distance to the stop
	sum         float64 // the least cost of all stops up to here
	before      int     // the candidate of the stop before in that
}

// project returns where the stops are along the path, in order: the places that are nearest to them altogether. Stops
// whose place is unknown are between the others. It is nil if there is no such order.
func project(path *timetable.Path, stops []timetable.Point) []float64 {
	var known []int
	var all [][]candidate
	for i, stop := range stops {
		if stop == (timetable.Point{}) {
			continue
		}
		var before []candidate
		if len(all) > 0 {
			before = all[len(all)-1]
		}
		here := follow(before, candidates(path, stop))
		if len(here) == 0 {
			return nil
		}
		known, all = append(known, i), append(all, here)
	}
	if len(known) == 0 {
		return nil
	}
	along := make([]float64, len(stops))
	best := 0
	for i, c := range all[len(all)-1] {
		if c.sum < all[len(all)-1][best].sum {
			best = i
		}
	}
	for k := len(all) - 1; k >= 0; k-- {
		along[known[k]] = all[k][best].along
		best = all[k][best].before
	}
	fillGaps(along, known)
	return along
}

// follow sums up the costs of candidates behind those of the stop before, both in their order along the path. It leaves
// out those that no candidate of the stop before precedes.
func follow(before, here []candidate) []candidate {
	if before == nil {
		for i := range here {
			here[i].sum = here[i].cost
		}
		return here
	}
	kept := here[:0]
	best, next := -1, 0
	for _, c := range here {
		for next < len(before) && before[next].along <= c.along {
			if best < 0 || before[next].sum < before[best].sum {
				best = next
			}
			next++
		}
		if best >= 0 {
			c.sum, c.before = before[best].sum+c.cost, best
			kept = append(kept, c)
		}
	}
	return kept
}

// fillGaps places the stops that are not known evenly between those that are.
func fillGaps(along []float64, known []int) {
	for i := range known[0] {
		along[i] = along[known[0]]
	}
	for k, i := range known {
		next, to := len(along), along[i]
		if k+1 < len(known) {
			next, to = known[k+1], along[known[k+1]]
		}
		for j := i + 1; j < next; j++ {
			along[j] = along[i] + (to-along[i])*float64(j-i)/float64(next-i)
		}
	}
}

// candidates returns the places along the path that are near the stop, and nearer than the path before and behind them.
func candidates(path *timetable.Path, stop timetable.Point) []candidate {
	const most = 16
	const metres = 6371008.8 * math.Pi / 180 // of a degree
	east := metres * math.Cos(stop.Latitude*math.Pi/180)
	local := func(p timetable.Point) (x, y float64) {
		turn := p.Longitude - stop.Longitude
		if turn > 180 {
			turn -= 360
		} else if turn < -180 {
			turn += 360
		}
		return turn * east, (p.Latitude - stop.Latitude) * metres
	}
	// A line has one place that is nearest. It is a minimum of the whole if it is within the line, or if it is the point
	// at which two lines meet and the nearest of both.
	var found []candidate
	near := func(c candidate) {
		if c.cost <= off*off {
			found = append(found, c)
		}
	}
	atEnd, last := true, candidate{}
	x, y := local(path.Points[0])
	for i := 1; i < len(path.Points); i++ {
		x2, y2 := local(path.Points[i])
		if length := path.Along[i] - path.Along[i-1]; length > 0 {
			c := foot(x, y, x2, y2)
			share := c.along
			c.along = path.Along[i-1] + share*length
			if share > 0 && share < 1 || share == 0 && atEnd {
				near(c)
			}
			atEnd, last = share == 1, c
		}
		x, y = x2, y2
	}
	if atEnd && last.along > 0 {
		near(last)
	}
	if len(found) <= 1 {
		return found
	}
	return distinct(found, most)
}

// foot returns the share of the line from one point to another at which the origin is nearest to it, and the square of
// the distance there.
func foot(x, y, x2, y2 float64) candidate {
	dx, dy := x2-x, y2-y
	share := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		share = min(max(-(x*dx+y*dy)/length, 0), 1)
	}
	px, py := x+share*dx, y+share*dy
	return candidate{along: share, cost: px*px + py*py}
}

// distinct returns the best candidates that are not next to better ones, in their order along the path.
func distinct(found []candidate, most int) []candidate {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	var kept []candidate
	for _, c := range found {
		near := func(k candidate) bool { return math.Abs(k.along-c.along) < apart }
		if len(kept) < most && !slices.ContainsFunc(kept, near) {
			kept = append(kept, c)
		}
	}
	slices.SortFunc(kept, func(a, b candidate) int { return cmp.Compare(a.along, b.along) })
	return kept
}
