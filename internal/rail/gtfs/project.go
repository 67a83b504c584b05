package gtfs

import (
	"cmp"
	"math"
	"slices"

	"example.com/quartet/internal/rail/timetable"
)

// minSeparation is the minimum distance along a path between two candidates for the same stop, in metres.
const minSeparation = 100.0

// A candidate is a possible position of a stop along a path.
type candidate struct {
	along, cost float64 // cost is the square of the distance to the stop
	sum         float64 // minimum total cost of the stops up to this one
	before      int     // index of the previous stop's candidate that gives sum
}

// project returns the positions of the stops along the path, in metres. They are in the order of the stops and minimize
// the sum of the squared distances between stops and path. Stops without coordinates are placed evenly between the others.
// If there is no solution, along is nil, and missed is the index of the first stop that has no position, or -1 if no stop
// has coordinates.
func project(path *timetable.Path, stops []timetable.Point) (along []float64, missed int) {
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
		here := extend(before, candidates(path, stop))
		if len(here) == 0 {
			return nil, i
		}
		known, all = append(known, i), append(all, here)
	}
	if len(known) == 0 {
		return nil, -1
	}
	along = make([]float64, len(stops))
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
	return along, -1
}

// extend computes the sums of the candidates of a stop from the sums of the previous stop's candidates. Both are in order
// along the path. It drops candidates that are before all candidates of the previous stop.
func extend(before, here []candidate) []candidate {
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

// fillGaps places the stops without coordinates evenly between the known stops.
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

// candidates returns the positions along the path where the distance to the stop has a local minimum of at most
// maxOffset.
func candidates(path *timetable.Path, stop timetable.Point) []candidate {
	const maxCandidates = 16
	local := localTo(stop)
	// Each line segment has one nearest point. It is a local minimum of the path if it is inside the segment, or if it is
	// the point between two segments and the nearest point of both.
	var found []candidate
	near := func(c candidate) {
		if c.cost <= maxOffset*maxOffset {
			found = append(found, c)
		}
	}
	atEnd, last := true, candidate{}
	x, y := local(path.Points[0])
	for i := 1; i < len(path.Points); i++ {
		x2, y2 := local(path.Points[i])
		if length := path.Along[i] - path.Along[i-1]; length > 0 {
			c := nearestOnLine(x, y, x2, y2)
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
	return distinct(found, maxCandidates)
}

// localTo returns a function that projects points near a place to metres east and north of it.
func localTo(place timetable.Point) func(timetable.Point) (x, y float64) {
	const metres = timetable.MetresPerDegree
	east := metres * math.Cos(place.Latitude*math.Pi/180)
	return func(p timetable.Point) (x, y float64) {
		return place.East(p) * east, (p.Latitude - place.Latitude) * metres
	}
}

// nearestOnLine returns the point of the line from x, y to x2, y2 that is nearest to the origin: along is its position as
// a fraction of the line's length, cost the square of its distance from the origin.
func nearestOnLine(x, y, x2, y2 float64) candidate {
	dx, dy := x2-x, y2-y
	share := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		share = min(max(-(x*dx+y*dy)/length, 0), 1)
	}
	px, py := x+share*dx, y+share*dy
	return candidate{along: share, cost: px*px + py*py}
}

// distinct returns at most limit candidates in order along the path. It prefers candidates with low cost, and drops
// candidates within minSeparation of a better one.
func distinct(found []candidate, limit int) []candidate {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	var kept []candidate
	for _, c := range found {
		near := func(k candidate) bool { return math.Abs(k.along-c.along) < minSeparation }
		if len(kept) < limit && !slices.ContainsFunc(kept, near) {
			kept = append(kept, c)
		}
	}
	slices.SortFunc(kept, func(a, b candidate) int { return cmp.Compare(a.along, b.along) })
	return kept
}
