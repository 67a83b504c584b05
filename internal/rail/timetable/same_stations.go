package timetable

import (
	"cmp"
	"slices"
)

// maxNear is the maximum number of places with which one is compared. It bounds the time.
const maxNear = 1000

// SameStations groups n stops that are parts of one station: they have the same folded name, and each is within the distance in
// metres of another of them. It returns the indexes of the stops in each group of more than one, in order. at returns the name and the
// place of a stop; one without both is in no group. To find near stops, it looks at all within the distance to the north, from the south.
func SameStations(n int, at func(i int) (folded string, place Point), distance float64) (groups [][]int) {
	named, places, parent := map[string][]int{}, make([]Point, n), make([]int, n)
	for i := range n {
		name, place := at(i)
		places[i], parent[i] = place, i
		if name != "" && place != (Point{}) {
			named[name] = append(named[name], i)
		}
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	degrees := distance / MetresPerDegree
	for _, same := range named {
		slices.SortStableFunc(same, func(a, b int) int { return cmp.Compare(places[a].Latitude, places[b].Latitude) })
		for k, i := range same {
			for n, j := range same[k+1:] {
				if n == maxNear || places[j].Latitude-places[i].Latitude > degrees {
					break
				}
				if places[i].Distance(places[j]) <= distance {
					parent[root(j)] = root(i)
				}
			}
		}
	}
	members := make([][]int, n)
	for i := range n {
		members[root(i)] = append(members[root(i)], i)
	}
	for i := range n {
		if group := members[root(i)]; len(group) > 1 && group[0] == i {
			groups = append(groups, group)
		}
	}
	return groups
}

// TwinDistance is the distance in metres within which two stations of one name are taken for parts of one station.
const TwinDistance = 150

// Twins returns the stations with the name of a station that are near it or near another of its twins, without itself.
func (t *Timetable) Twins(station *Station) (twins []*Station) {
	named := t.byName[station.foldedName]
	at := func(i int) (string, Point) { return station.foldedName, named[i].Place }
	for _, group := range SameStations(len(named), at, TwinDistance) {
		if slices.ContainsFunc(group, func(i int) bool { return named[i] == station }) {
			for _, i := range group {
				twins = append(twins, named[i])
			}
		}
	}
	return slices.DeleteFunc(twins, func(s *Station) bool { return s == station })
}
