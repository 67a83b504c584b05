package timetable

import "strings"

// layOutMemory copies the texts of which responses consist to adjacent memory in the order in which they are read. Most of the
// time to go through ten thousand trains is spent waiting for memory; this layout takes a fraction of it.
func (t *Timetable) layOutMemory() {
	var arena strings.Builder
	copied := func(s string) string {
		if arena.Cap()-arena.Len() < len(s) {
			arena = strings.Builder{}
			arena.Grow(max(arenaSize, len(s)))
		}
		start := arena.Len()
		arena.WriteString(s)
		return arena.String()[start:]
	}
	texts := map[string]string{} // the distinct names and directions, in the arena
	place := func(s *string) {
		if _, ok := texts[*s]; !ok {
			texts[*s] = copied(*s)
		}
		*s = texts[*s]
	}
	code, codeCopy := "", "" // the trips are in the order of their codes
	for _, s := range t.stations {
		place(&s.Name)
	}
	for _, s := range t.stations {
		place(&s.Code)
	}
	for _, trip := range t.trips {
		if trip.Code != code {
			code, codeCopy = trip.Code, copied(trip.Code)
		}
		trip.Code = codeCopy
		place(&trip.Direction)
	}
}

const arenaSize = 1 << 16
