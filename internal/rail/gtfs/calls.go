package gtfs

import (
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// calls returns the path of a trip and its calls, from the first to the last where passengers can get on or off.
func (b *builder) calls(t *trip) (*timetable.Path, []timetable.Call) {
	path, along := b.path(t)
	calls := make([]timetable.Call, len(t.times))
	for i, s := range t.times {
		calls[i] = timetable.Call{
			Station: b.byStop[s.stop].station, Platform: b.byStop[s.stop].platform, Sequence: s.sequence, Passes: s.passes,
			Arrive: time.Duration(s.arrive) * time.Second, Depart: time.Duration(s.depart) * time.Second,
		}
		if along != nil {
			calls[i].Along = float32(along[i])
		}
	}
	b.interpolate(t.times, calls, along)
	stops := func(c timetable.Call) bool { return !c.Passes }
	for !stops(calls[len(calls)-1]) {
		calls = calls[:len(calls)-1]
	}
	calls = calls[slices.IndexFunc(calls, stops):]
	first, last := &calls[0], &calls[len(calls)-1]
	first.Arrive, last.Depart = first.Depart, last.Arrive
	return path, calls
}

// interpolate sets the times that are missing in the feed. The first and the last call have times.
func (b *builder) interpolate(times []stopTime, calls []timetable.Call, along []float64) {
	hasTime := func(i int) bool { return times[i].arrive != unset }
	var at []float64
	for i := 1; i < len(calls); i++ {
		if hasTime(i) {
			continue
		}
		if at == nil {
			at = b.positions(times, along)
		}
		next := i + 1
		for !hasTime(next) {
			next++
		}
		spread(calls[i-1:next+1], at[i-1:next+1])
		i = next
	}
}

// spread sets the times of all calls but the first and the last, in proportion to their positions.
func spread(calls []timetable.Call, at []float64) {
	last := len(calls) - 1
	from, to := calls[0].Depart, calls[last].Arrive
	for i := 1; i < last; i++ {
		share := float64(i) / float64(last)
		if at[last] > at[0] {
			share = min(max((at[i]-at[0])/(at[last]-at[0]), 0), 1)
		}
		t := from + (time.Duration(share * float64(to-from))).Truncate(time.Second)
		t = max(t, calls[i-1].Depart)
		calls[i].Arrive, calls[i].Depart = t, t
	}
}

// positions returns the positions of the calls, for interpolation: shape_dist_traveled in the feed's unit, else metres
// along the path, else metres along straight lines. If no positions are known, it returns the index of each call.
func (b *builder) positions(times []stopTime, along []float64) []float64 {
	if at := travelled(times); at != nil {
		return at
	}
	if along != nil {
		return along
	}
	at := make([]float64, len(times))
	for i := 1; i < len(at); i++ {
		before, here := b.byStop[times[i-1].stop].place, b.byStop[times[i].stop].place
		if before == (timetable.Point{}) || here == (timetable.Point{}) {
			for k := range at {
				at[k] = float64(k)
			}
			return at
		}
		at[i] = at[i-1] + before.Distance(here)
	}
	return at
}
