package timetable

// TwinDistance is the distance in metres within which two stations of one name are taken for parts of one station.
const TwinDistance = 150

// Twins returns the stations with the name of a station that are near it or near another of its twins, without itself.
func (t *Timetable) Twins(station *Station) (twins []*Station) {
	left := make(map[*Station]bool)
	for _, s := range t.byName[station.foldedName] {
		left[s] = s != station && s.Place != (Point{})
	}
	if station.Place == (Point{}) {
		return nil
	}
	for near := []*Station{station}; len(near) > 0; near = near[1:] {
		for _, s := range t.byName[station.foldedName] {
			if left[s] && s.Place.Distance(near[0].Place) <= TwinDistance {
				left[s] = false
				twins, near = append(twins, s), append(near, s)
			}
		}
	}
	return twins
}
