package gtfs

import (
	"cmp"
	"context"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A draft is a train whose calls are not made yet. They are made in the order of the timetable, which depends on the codes
// of all trains, and take much more memory than the rows of the feed.
type draft struct {
	row         *trip
	index       int32 // index of row
	calendar    *timetable.Calendar
	code        string
	named       bool // the code is that of Options.Codes
	first, last stopover
	chain       []*draft // the trips of a through train, in order; else nil
	starts      []int32  // departures from frequencies.txt, in seconds
	start       int32    // the departure, if frequency is set
	frequency   bool     // it is a departure of frequencies.txt
}

// A stopover is the first or last call of a draft. Times are in seconds.
type stopover struct {
	station        *timetable.Station
	arrive, depart int32
}

func stopoverOf(call timetable.Call) stopover {
	return stopover{call.Station, int32(call.Arrive / time.Second), int32(call.Depart / time.Second)}
}

// headsign returns the headsign of the train; a through train has the headsign of its last trip.
func (d *draft) headsign() string {
	if n := len(d.chain); n > 0 {
		return d.chain[n-1].row.headsign
	}
	return d.row.headsign
}

// drafts makes the drafts of all usable trips, in the order of their IDs.
func (b *builder) drafts(ctx context.Context) ([]*draft, error) {
	starts := b.starts()
	order := byID(b.trips, func(t *trip) bool { return t.times != nil }, func(t *trip) string { return t.id })
	drafts := make([]*draft, 0, len(order))
	for _, i := range order {
		if err := cmp.Or(ctx.Err(), b.err); err != nil {
			return nil, err
		}
		row := &b.trips[i]
		first, last := b.ends(row)
		drafts = append(drafts, &draft{
			row: row, index: i, calendar: b.calendars[row.service], code: row.code(b.options.Codes), first: first, last: last, starts: starts[i],
		})
	}
	return drafts, nil
}

// ends returns the first and the last call of a trip where the train stops. Only if a time is missing there, its calls are
// made to interpolate it.
func (b *builder) ends(t *trip) (first, last stopover) {
	b.scratch = t.times.appendTo(b.scratch[:0])
	times := b.scratch
	i, k := 0, len(times)-1
	for times[i].passes {
		i++
	}
	for times[k].passes {
		k--
	}
	if times[i].arrive == unset || times[k].arrive == unset {
		_, calls := b.calls(t, nil)
		return stopoverOf(calls[0]), stopoverOf(calls[len(calls)-1])
	}
	return stopover{b.byStop[times[i].stop].station, times[i].depart, times[i].depart},
		stopover{b.byStop[times[k].stop].station, times[k].arrive, times[k].arrive}
}

// starts returns the departures of frequencies.txt in order, by the index of their trip.
func (b *builder) starts() map[int32][]int32 {
	starts := map[int32][]int32{}
	for _, f := range b.frequencies {
		if b.trips[f.trip].times == nil {
			continue
		}
		for at := f.start; at < f.end && b.err == nil; at += f.headway {
			starts[f.trip] = append(starts[f.trip], at)
			b.keep(1, sizeOfFrequency)
		}
	}
	for trip, times := range starts {
		slices.Sort(times)
		starts[trip] = slices.Compact(times)
	}
	return starts
}

// trip makes the trip of a draft.
func (b *builder) trip(d *draft) timetable.Trip {
	route := &b.routes[d.row.route]
	t := timetable.Trip{
		ID: d.row.id, Code: d.code, Kind: route.kind, Route: route.id, Line: route.line, Agency: b.agencies[route.agency].Agency,
		DirectionID: d.row.direction, Calendar: d.calendar, Frequency: d.frequency, Named: d.named,
	}
	if d.chain != nil {
		b.join(&t, d.chain)
		return t
	}
	t.Path, t.Calls = b.calls(d.row, b.newCalls(int(d.row.rows)))
	b.took(len(t.Calls))
	if d.frequency {
		move := time.Duration(d.start)*time.Second - t.Calls[0].Depart
		for i := range t.Calls {
			t.Calls[i].Arrive += move
			t.Calls[i].Depart += move
		}
	}
	return t
}

// newCalls returns an empty slice with room for n calls. The caller says with took how many it used. Calls are in large
// blocks, one train after the other: the garbage collector has few objects to visit, and timetable.New need not move them.
func (b *builder) newCalls(n int) []timetable.Call {
	if cap(b.slab) < n {
		b.slab = make([]timetable.Call, 0, max(n, 8192))
	}
	return b.slab[:0]
}

func (b *builder) took(n int) { b.slab = b.slab[n:n] }
