package gtfs

import (
	"cmp"
	"fmt"
	"slices"
)

// stopTimes reads the calls of all trips, and then checks each trip as a whole.
func (c *checker) stopTimes() error {
	columns := []string{
		"trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time", "pickup_type", "drop_off_type",
		"shape_dist_traveled",
	}
	last, lastTrip := "", int32(unset)
	err := c.each("stop_times.txt", columns, 3, func(t *table) {
		key := t.key(0)
		if len(key) == 0 || string(key) != last {
			trip, known := c.tripIndex[string(key)]
			if !known {
				t.wrong(0, "there is no trip %s; the row is left out", quote(key))
				return
			}
			last, lastTrip = string(key), trip
		}
		if lastTrip == unset {
			return
		}
		if made, ok := t.stopTime(); ok {
			made.trip = lastTrip
			c.times = append(c.times, made)
			c.keep(1)
		}
	})
	if err != nil {
		return err
	}
	c.assignTimes()
	left := 0
	for i := range c.trips {
		if c.trips[i].leftOut {
			continue
		}
		if c.checkTrip(&c.trips[i]); c.trips[i].times != nil {
			left++
		}
	}
	if left == 0 {
		return Complaint{File: "stop_times.txt", Message: "no trip is left: " + c.report.lost()}
	}
	return nil
}

// lost says where trips went.
func (r *Report) lost() string {
	return fmt.Sprintf("%d are of other kinds (--types), %d run on no date, and something is wrong with %d",
		r.OtherTrips, r.IdleTrips, r.WrongTrips)
}

// stopTime reads a row. A value that is wrong lacks, as if it were not given.
func (t *table) stopTime() (s stopTime, ok bool) {
	i, known := t.stopIndex[string(t.key(1))]
	if !known {
		t.wrong(1, "there is no stop %s; the row is left out", quote(t.field(1)))
		return s, false
	}
	if kind := t.stops[i].kind; kind != platform && kind != station && kind != boarding {
		t.wrong(1, "%s is an entrance or a part of the station's ways, where no train stops; the row is left out", quote(t.field(1)))
		return s, false
	}
	sequence, ok := number(t.field(2))
	if !ok {
		t.wrong(2, "%s is not a number from 0; the row is left out", quote(t.field(2)))
		return s, false
	}
	s = stopTime{stop: i, sequence: uint32(sequence), line: int32(t.line), distance: t.distance(7)}
	s.arrive, s.depart = t.clock(3), t.clock(4)
	s.passes = t.never(5) && t.never(6)
	return s, true
}

func (t *table) clock(column int) int32 {
	seconds, ok := clock(t.field(column))
	if !ok {
		t.wrong(column, "%s is not a time such as 08:05:00; the call has none from here", quote(t.field(column)))
	}
	return seconds
}

// never reports whether passengers can not get on or off, which is what the column is about.
func (t *table) never(column int) bool {
	switch value := string(t.field(column)); value {
	case "1":
		return true
	case "", "0", "2", "3":
	default:
		t.wrong(column, "%s is not a number from 0 to 3; it is taken as 0", quote(value))
	}
	return false
}

// distance reads a shape_dist_traveled.
func (t *table) distance(column int) float64 {
	field := t.field(column)
	if len(field) == 0 {
		return unset
	}
	d, ok := decimal(field)
	if !ok || d < 0 {
		t.wrong(column, "%s is not a number from 0", quote(field))
		return unset
	}
	return d
}

// assignTimes gives each trip its rows, in their order.
func (c *checker) assignTimes() {
	order := func(a, b stopTime) int {
		return cmp.Or(cmp.Compare(a.trip, b.trip), cmp.Compare(a.sequence, b.sequence),
			cmp.Compare(a.arrive, b.arrive), cmp.Compare(a.depart, b.depart), cmp.Compare(c.stops[a.stop].id, c.stops[b.stop].id))
	}
	if !slices.IsSortedFunc(c.times, order) {
		slices.SortStableFunc(c.times, order)
	}
	for rest := c.times; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].trip == rest[0].trip {
			n++
		}
		c.trips[rest[0].trip].times = rest[:n:n]
		rest = rest[n:]
	}
}

// checkTrip leaves out rows that a trip can do without, and then makes the trip's times nil if it is no use. What is
// left has a time at each end, and times that do not run backwards.
func (c *checker) checkTrip(t *trip) {
	lose := func(line int32, field, format string, args ...any) {
		c.report.WrongTrips++
		c.report.complain(Complaint{"stop_times.txt", int(line), field, fmt.Sprintf(format, args...) + "; the trip is left out"})
		t.times = nil
	}
	if len(t.times) == 0 {
		c.report.WrongTrips++
		c.report.complain(Complaint{"trips.txt", t.line, "trip_id", "there are no stop times of " + quote(t.id) + "; the trip is left out"})
		return
	}
	line := t.times[0].line
	t.times = c.once(t.times)
	t.times = c.timed(t.times)
	if len(t.times) < 2 {
		lose(line, "trip_id", "trip %s has fewer than two calls with a time", quote(t.id))
		return
	}
	before := int32(0)
	for _, s := range t.times {
		switch {
		case s.arrive == unset:
			continue
		case s.arrive < before:
			lose(s.line, "arrival_time", "the train arrives at %s, before it departs from the stop before at %s (after midnight count on from 24:00:00)",
				clockText(s.arrive), clockText(before))
			return
		case s.depart < s.arrive:
			lose(s.line, "departure_time", "the train departs at %s, before it arrives at %s", clockText(s.depart), clockText(s.arrive))
			return
		}
		before = s.depart
	}
	if stops := count(t.times, func(s *stopTime) bool { return !s.passes }); stops < 2 {
		lose(line, "pickup_type", "trip %s has fewer than two calls at which passengers get on or off", quote(t.id))
		return
	}
	c.routes[t.route].used = true
	for _, s := range t.times {
		c.stops[s.stop].used = true
		c.stops[c.root(s.stop)].used = true
	}
}

// once leaves out rows with the stop_sequence of another one.
func (c *checker) once(times []stopTime) []stopTime {
	kept := times[:1]
	for _, s := range times[1:] {
		if s.sequence == kept[len(kept)-1].sequence {
			c.report.complain(Complaint{"stop_times.txt", int(s.line), "stop_sequence", fmt.Sprintf("%d is there twice in a trip; the row is left out", s.sequence)})
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// timed makes a time that lacks at a call that of the other one, and leaves out rows before the first time and after the
// last one.
func (c *checker) timed(times []stopTime) []stopTime {
	for i := range times {
		if s := &times[i]; s.arrive == unset {
			s.arrive = s.depart
		} else if s.depart == unset {
			s.depart = s.arrive
		}
	}
	outside := func(s stopTime) {
		c.report.complain(Complaint{"stop_times.txt", int(s.line), "arrival_time", "the first and the last call of a trip need a time; the row is left out"})
	}
	for len(times) > 0 && times[0].arrive == unset {
		outside(times[0])
		times = times[1:]
	}
	for len(times) > 0 && times[len(times)-1].arrive == unset {
		outside(times[len(times)-1])
		times = times[:len(times)-1]
	}
	return times
}

func count[T any](all []T, is func(*T) bool) (n int) {
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	return n
}

func clockText(seconds int32) string {
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
