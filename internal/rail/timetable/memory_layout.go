package timetable

import "strings"

// layOutMemory copies the data of which responses consist, the trips' calls and the texts, to adjacent memory in the
// order in which they are read. Most of the time to go through ten thousand trains is spent waiting for memory; this
// layout takes a fraction of it.
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
	calls := 0
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
		calls += len(trip.Calls)
	}
	if t.callsInOrder() {
		return
	}
	all := make([]Call, 0, calls)
	for _, trip := range t.trips {
		first := len(all)
		all = append(all, trip.Calls...)
		trip.Calls = all[first:len(all):len(all)]
	}
}

// callsInOrder reports whether most trips' calls follow the calls of the previous trip in memory, so that copying them would
// only take memory. The caller of New shows that by the capacity of each slice of calls, which reaches to the next. It also
// removes that capacity.
func (t *Timetable) callsInOrder() bool {
	apart := 0
	for i, trip := range t.trips {
		n := len(trip.Calls)
		if i+1 < len(t.trips) && (cap(trip.Calls) == n || &trip.Calls[:n+1][n] != &t.trips[i+1].Calls[0]) {
			apart++
		}
		trip.Calls = trip.Calls[:n:n]
	}
	return apart <= 1+len(t.trips)/16
}

const arenaSize = 1 << 16
