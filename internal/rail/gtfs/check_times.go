package gtfs

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// readStopTimes reads the stop times of all trips, and then checks each trip as a whole.
func (c *checker) readStopTimes() error {
	columns := []string{
		"trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time", "pickup_type", "drop_off_type",
		"shape_dist_traveled", "stop_headsign",
	}
	var headsigns tally
	last, lastTrip := "", int32(unset)
	var rows []stopTime // the last ones, of lastTrip
	end := func() {
		if len(rows) > 0 {
			c.trips[lastTrip].times = append(c.trips[lastTrip].times, rows...)
			rows = rows[:0]
		}
	}
	err := c.each("stop_times.txt", columns, 3, func(t *table) {
		key := t.key(0)
		if len(key) == 0 || string(key) != last {
			trip, known := t.ref(0, c.tripIndex, "trip", "row")
			if !known {
				return
			}
			end()
			last, lastTrip = string(key), trip
		}
		if lastTrip == unset {
			return
		}
		if s, ok := t.stopTime(); ok {
			if sign := t.field(8); len(sign) > 0 && string(sign) != c.trips[lastTrip].headsign {
				headsigns.add(Warning{"stop_times.txt", t.line, "stop_headsign", fmt.Sprintf("%s is ignored: the direction of a train comes from trip_headsign", Quote(sign))})
			}
			rows = append(rows, s)
			c.keep(1, sizeOfTime)
		}
	})
	if err != nil {
		return err
	}
	headsigns.warn(c.report, "row")
	end()
	usable := 0
	for i := range c.trips {
		if c.trips[i].skipped {
			continue
		}
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if c.checkTrip(&c.trips[i]); c.trips[i].times != nil {
			usable++
		}
	}
	if usable == 0 {
		return Warning{File: "stop_times.txt", Message: "no usable trips: " + c.report.tripCounts()}
	}
	return nil
}

// tripCounts describes why trips were skipped.
func (r *Report) tripCounts() string {
	return fmt.Sprintf("%d are on routes excluded by --types, %d have no service dates, and %d are invalid",
		r.ExcludedTrips, r.InactiveTrips, r.InvalidTrips)
}

// stopTime reads a row. Invalid times and distances are treated as missing.
func (t *table) stopTime() (s stopTime, ok bool) {
	i, known := t.ref(1, t.stopIndex, "stop", "row")
	if !known {
		return s, false
	}
	if kind := t.stops[i].kind; kind != platform && kind != station && kind != boarding {
		t.warn(1, "%s is an entrance or a generic node, where trains cannot stop; row skipped", Quote(t.field(1)))
		return s, false
	}
	sequence, ok := t.sequence(2)
	if !ok {
		return s, false
	}
	s = stopTime{stop: i, sequence: sequence, line: int32(t.line), distance: t.distance(7)}
	if s.arrive, s.depart = t.clock(3), t.clock(4); s.arrive == unset {
		s.arrive = s.depart
	} else if s.depart == unset {
		s.depart = s.arrive
	}
	s.passes = t.unavailable(5) && t.unavailable(6)
	return s, true
}

// clock reads a time; an invalid one is taken as missing.
func (t *table) clock(column int) int32 {
	if len(t.field(column)) > 0 {
		if seconds, ok := parsed(t, column, clock, "time", "HH:MM:SS; taken as missing"); ok {
			return seconds
		}
	}
	return unset
}

// unavailable reports whether a pickup_type or drop_off_type is 1 (no pickup or drop-off available).
func (t *table) unavailable(column int) bool {
	return t.oneOf(column, "0 to 3; taken as 0", "", "1", "0", "2", "3") == 1
}

// maxTripTimes is the maximum number of stop times of a trip.
const maxTripTimes = 10_000

// checkTrip drops rows that are invalid, and sets the trip's times to nil if the trip as a whole is. Otherwise the first
// and last stop have a time, and times never decrease: times that do are dropped.
func (c *checker) checkTrip(t *trip) {
	skip := func(line int32, field, format string, args ...any) {
		c.report.InvalidTrips++
		c.report.warn(Warning{"stop_times.txt", int(line), field, fmt.Sprintf(format, args...) + "; trip skipped"})
		t.times = nil
	}
	switch {
	case len(t.times) == 0:
		c.report.InvalidTrips++
		c.report.warn(Warning{"trips.txt", int(t.line), "trip_id", "trip " + Quote(t.id) + " has no stop times; trip skipped"})
		return
	case len(t.times) > maxTripTimes:
		skip(0, "trip_id", "trip %s has more than %d stop times", Quote(t.id), maxTripTimes)
		return
	}
	c.sortTimes(t.times)
	line := t.times[0].line
	times := c.trimTimes(c.dropDuplicates(t.times))
	if len(times) < 2 {
		skip(line, "trip_id", "trip %s has fewer than two stops with a time", Quote(t.id))
		return
	}
	if back := firstBack(times); back >= 0 {
		s := times[back]
		if !c.dropTimes(times) {
			skip(s.line, "arrival_time", "%s goes back, and the trip ends before it starts (times after midnight continue from 24:00:00)", clockText(s.arrive))
			return
		}
	}
	t.times = times
	stops := 0
	for _, s := range times {
		if !s.passes {
			stops++
		}
	}
	if stops < 2 {
		skip(line, "pickup_type", "trip %s has fewer than two stops where passengers can get on or off", Quote(t.id))
		return
	}
	for _, s := range times {
		c.stops[s.stop].used = true
		c.stops[c.root(s.stop)].used = true
	}
}

// firstBack returns the index of the first row whose times go back, -1 if there is none.
func firstBack(times []stopTime) int {
	before := int32(0)
	for i, s := range times {
		if s.arrive == unset {
			continue
		}
		if s.arrive < before || s.depart < s.arrive {
			return i
		}
		before = s.depart
	}
	return -1
}

// dropTimes drops the fewest arrivals and departures so that those that remain never go back, and one remains at the first and at the
// last stop. It returns false if that cannot be, as then nobody knows when the train runs.
func (c *checker) dropTimes(times []stopTime) bool {
	kept := longestChain(times)
	for i := range kept {
		if s := &times[i/2]; i%2 == 0 && s.arrive != unset {
			c.dropFrom(s, kept[i], kept[i+1])
		}
	}
	return kept != nil
}

// dropFrom takes the times of a row that are not kept as missing. A time that remains is both the arrival and the departure.
func (c *checker) dropFrom(s *stopTime, arrival, departure bool) {
	wrong, field := s.arrive, "arrival_time"
	switch {
	case arrival && departure:
		return
	case arrival:
		wrong, field = s.depart, "departure_time"
		s.depart = s.arrive
	case departure:
		s.arrive = s.depart
	default:
		s.arrive, s.depart = unset, unset
	}
	c.report.warn(Warning{"stop_times.txt", int(s.line), field, clockText(wrong) + " goes back, or is after a later time; taken as missing"})
}

// longestChain returns which arrivals (2i) and departures (2i+1) of the rows i are in the longest sequence of times that never go back,
// from the first row to the last one. It returns nil if there is none.
func longestChain(times []stopTime) (kept []bool) {
	var ends []int32                    // by the length of a sequence, the earliest time with which one ends
	length := make([]int, 2*len(times)) // of the longest sequence that ends with a time; 0: the time is in none
	for e := range length {
		at := times[e/2].event(e)
		n := sort.Search(len(ends), func(n int) bool { return ends[n] > at })
		if at == unset || n == 0 && e > 1 {
			continue
		}
		if length[e] = n + 1; n == len(ends) {
			ends = append(ends, at)
		}
		ends[n] = at
	}
	e := len(length) - 1
	if length[e] <= length[e-1] {
		e--
	}
	if length[e] == 0 {
		return nil
	}
	kept = make([]bool, len(length))
	for wanted, to := length[e], times[e/2].event(e); wanted > 0; e-- {
		// Of an arrival and a departure before it, either of which would do, the departure is wrong, except at the first stop.
		if arrival := e - 1; e%2 == 1 && e > 1 && length[e] == wanted && length[arrival] == wanted && times[e/2].arrive <= to {
			e = arrival
		}
		if length[e] == wanted && times[e/2].event(e) <= to {
			kept[e], to, wanted = true, times[e/2].event(e), wanted-1
		}
	}
	return kept
}

// event returns the arrival (an even number) or the departure.
func (s *stopTime) event(number int) int32 {
	if number%2 == 0 {
		return s.arrive
	}
	return s.depart
}

// sortTimes puts rows in the order of stop_sequence.
func (c *checker) sortTimes(times []stopTime) {
	slices.SortStableFunc(times, func(a, b stopTime) int {
		return cmp.Or(cmp.Compare(a.sequence, b.sequence), cmp.Compare(a.arrive, b.arrive), cmp.Compare(a.depart, b.depart),
			cmp.Compare(c.stops[a.stop].id, c.stops[b.stop].id))
	})
}

// dropDuplicates drops rows that have the same stop_sequence as another, preferably those without a time.
func (c *checker) dropDuplicates(times []stopTime) []stopTime {
	kept := times[:1]
	for _, s := range times[1:] {
		if s.sequence == kept[len(kept)-1].sequence {
			if last := &kept[len(kept)-1]; last.arrive == unset {
				s, *last = *last, s
			}
			c.report.warn(Warning{"stop_times.txt", int(s.line), "stop_sequence", fmt.Sprintf("duplicate %d in this trip; row skipped", s.sequence)})
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// trimTimes drops rows before the first and after the last time.
func (c *checker) trimTimes(times []stopTime) []stopTime {
	warn := func(s stopTime) {
		c.report.warn(Warning{"stop_times.txt", int(s.line), "arrival_time", "the first and last stop of a trip need a time; row skipped"})
	}
	for len(times) > 0 && times[0].arrive == unset {
		warn(times[0])
		times = times[1:]
	}
	for len(times) > 0 && times[len(times)-1].arrive == unset {
		warn(times[len(times)-1])
		times = times[:len(times)-1]
	}
	return times
}

func clockText(seconds int32) string {
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
