package timetable

import (
	"cmp"
	"math"
	"slices"
)

// maxNear is the maximum number of places with which one is compared. It bounds the time.
const maxNear = 1000

// Clusters groups places by distance in metres: a place is in a group if it is near any member. It returns the indexes of the places
// in each group of more than one, in order. To find near places, it looks at all within the distance to the north, from the south.
func Clusters(places []Point, distance float64) (groups [][]int) {
	if len(places) < 2 {
		return nil
	}
	parent, south := make([]int, len(places)), make([]int, len(places))
	for i := range places {
		parent[i], south[i] = i, i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	slices.SortStableFunc(south, func(a, b int) int { return cmp.Compare(places[a].Latitude, places[b].Latitude) })
	degrees := distance / (earthRadius * math.Pi / 180)
	for k, i := range south {
		for n, j := range south[k+1:] {
			if n == maxNear || places[j].Latitude-places[i].Latitude > degrees {
				break
			}
			if places[i].Distance(places[j]) <= distance {
				parent[root(j)] = root(i)
			}
		}
	}
	members := map[int][]int{}
	for i := range places {
		members[root(i)] = append(members[root(i)], i)
	}
	for i := range places {
		if group := members[root(i)]; len(group) > 1 && group[0] == i {
			groups = append(groups, group)
		}
	}
	return groups
}
