package timetable

import "strings"

// layOutMemory copies the data of which responses consist, the trips' calls and the texts, to adjacent memory in the
// order in which they are read. Most of the time to go through ten thousand trains is spent waiting for memory; this
// layout takes a fraction of it.
func (t *Timetable) layOutMemory() {
	texts := map[string]string{} // every distinct text, in the arena
	var arena strings.Builder
	place := func(s *string) {
		if *s == "" {
			return
		}
		if _, ok := texts[*s]; !ok {
			if arena.Cap()-arena.Len() < len(*s) {
				arena = strings.Builder{}
				arena.Grow(max(arenaSize, len(*s)))
			}
			start := arena.Len()
			arena.WriteString(*s)
			texts[*s] = arena.String()[start:]
		}
		*s = texts[*s]
	}
	calls := 0
	for _, s := range t.stations {
		place(&s.Name)
	}
	for _, s := range t.stations {
		place(&s.Code)
	}
	for _, trip := range t.trips {
		place(&trip.Code)
		place(&trip.Direction)
		calls += len(trip.Calls)
	}
	all := make([]Call, 0, calls)
	for _, trip := range t.trips {
		first := len(all)
		all = append(all, trip.Calls...)
		trip.Calls = all[first:len(all):len(all)]
	}
}

const arenaSize = 1 << 16
