package gtfs

import (
	"fmt"
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
	stations := byID(c.stops, func(s *stop) bool { return s.used && s.parent == unset }, func(s *stop) string { return s.id })
	at := func(k int) (string, timetable.Point) {
		s := &c.stops[stations[k]]
		return timetable.Fold(s.name), s.place
	}
	into := map[int32]int32{}
	for _, members := range timetable.SameStations(len(stations), at, distance) {
		parent := slices.IndexFunc(members, func(k int) bool { return c.stops[stations[k]].kind == station })
		first := stations[members[max(parent, 0)]]
		for _, k := range members {
			if i := stations[k]; i != first {
				into[i] = first
			}
		}
	}
	return into
}
