package gtfs

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.com/quartet/internal/rail/timetable"
)

// mergeStops merges stations with the same name at which trains call into one station, if each is within the distance of
// another of them. The merged station is the station that has platforms, else the one with the smallest ID; the others, and
// their platforms, become its platforms.
func (c *checker) mergeStops(distance float64) {
	into := c.twins(distance)
	for i := range c.stops {
		s := &c.stops[i]
		if to, merged := into[int32(i)]; merged {
			s.parent = to
		} else if to, merged := into[s.parent]; merged {
			s.parent = to
		}
	}
	c.report.MergedStops = len(into)
}

// hintAtTwins warns of stops that merging would join.
func (c *checker) hintAtTwins() {
	if n := len(c.twins(timetable.TwinDistance)); n > 0 {
		c.report.warn(Warning{File: "stops.txt", Field: "parent_station", Message: fmt.Sprintf(
			"%d stops have the name of another one within %d m and no parent_station, so each has its own board; --merge-stations %d makes one station of each group", n, timetable.TwinDistance, timetable.TwinDistance)})
	}
}

// twins returns for each stop that merging removes the one that it becomes a platform of.
func (c *checker) twins(distance float64) map[int32]int32 {
	named := map[string][]int32{}
	for _, i := range byID(c.stops, func(s *stop) bool { return s.used && s.parent == unset }, func(s *stop) string { return s.id }) {
		if s := &c.stops[i]; s.name != "" && s.place != (timetable.Point{}) {
			name := timetable.Fold(s.name)
			named[name] = append(named[name], i)
		}
	}
	into := map[int32]int32{}
	for _, group := range named {
		for _, members := range c.clusters(group, distance) {
			first := members[0]
			for _, i := range members {
				if c.stops[i].kind == station {
					first = i
					break
				}
			}
			for _, i := range members {
				if i != first {
					into[i] = first
				}
			}
		}
	}
	return into
}

// clusters groups stops by distance: a stop is in a group if it is near any member. The stops, also within each group, are
// in the order of their IDs. To find near stops, it looks at all within the distance to the north, in order from south.
func (c *checker) clusters(stops []int32, distance float64) [][]int32 {
	if len(stops) == 1 {
		return nil
	}
	parent := map[int32]int32{}
	root := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, i := range stops {
		parent[i] = i
	}
	south := slices.Clone(stops)
	place := func(i int32) timetable.Point { return c.stops[i].place }
	slices.SortFunc(south, func(a, b int32) int {
		return cmp.Or(cmp.Compare(place(a).Latitude, place(b).Latitude), cmp.Compare(a, b))
	})
	degrees := distance / (6371008.8 * math.Pi / 180)
	for k, i := range south {
		for n, j := range south[k+1:] {
			if n == maxNear || place(j).Latitude-place(i).Latitude > degrees {
				break
			}
			if place(i).Distance(place(j)) <= distance {
				parent[root(j)] = root(i)
			}
		}
	}
	groups := map[int32][]int32{}
	for _, i := range stops {
		groups[root(i)] = append(groups[root(i)], i)
	}
	var found [][]int32
	for _, group := range groups {
		if len(group) > 1 {
			found = append(found, group)
		}
	}
	return found
}

// maxNear is the maximum number of stops of one name with which a stop is compared. It bounds the time.
const maxNear = 1000
