package timetable

import "slices"

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
