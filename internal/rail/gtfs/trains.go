package gtfs

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A train becomes a trip of the timetable: it is a trip of the feed, a departure of frequencies.txt, or a through train. Until the
// trips are complete, their Direction is the headsign and their Code may be empty, or another train may have it.
type train struct {
	*timetable.Trip
	row           *trip
	index         int32           // index of row in checker.trips
	starts        []time.Duration // departures from frequencies.txt
	before, after *train          // the trips that are joined to it, or nil
	clashes       bool            // another train has its code on the same date
}

func (t *train) last() *timetable.Call { return &t.Calls[len(t.Calls)-1] }

// trains makes the trains of all usable trips, in the order of their IDs. Their calls are in memory in about the order of the
// timetable, which orders trains by their codes.
func (b *builder) trains() ([]*train, error) {
	starts := b.starts()
	order := byID(b.trips, func(t *trip) bool { return t.times != nil }, func(t *trip) string { return t.id })
	code := func(i int32) string { return b.trips[i].code(b.options.Codes) }
	slices.SortStableFunc(order, func(i, k int32) int { return cmp.Compare(code(i), code(k)) })
	trains := make([]*train, 0, len(order))
	trips := make([]timetable.Trip, len(order)) // so that the garbage collector has few objects to visit
	for n, i := range order {
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
		row := &b.trips[i]
		route := &b.routes[row.route]
		trips[n] = timetable.Trip{
			ID: row.id, Code: row.code(b.options.Codes), Direction: row.headsign, DirectionID: row.direction, Kind: route.kind,
			Route: route.id, Line: route.line, Agency: b.agencies[route.agency], Calendar: b.calendars[row.service],
		}
		trips[n].Path, trips[n].Calls = b.calls(row)
		row.times = nil // they take as much memory as the calls
		trains = append(trains, &train{Trip: &trips[n], row: row, index: i, starts: starts[i]})
	}
	collect(len(order))
	slices.SortFunc(trains, func(a, b *train) int { return cmp.Compare(a.ID, b.ID) })
	return trains, b.err
}

// starts returns the departures of frequencies.txt in order, by the index of their trip.
func (b *builder) starts() map[int32][]time.Duration {
	starts := map[int32][]time.Duration{}
	for _, f := range b.frequencies {
		if b.trips[f.trip].times == nil {
			continue
		}
		for at := f.start; at < f.end && b.err == nil; at += f.headway {
			starts[f.trip] = append(starts[f.trip], time.Duration(at)*time.Second)
			b.keep(1, sizeOfFrequency)
		}
	}
	for trip, times := range starts {
		slices.Sort(times)
		starts[trip] = slices.Compact(times)
	}
	return starts
}

// expandFrequencies replaces each trip that has rows in frequencies.txt by one trip per departure.
func (b *builder) expandFrequencies(trains []*train) []*train {
	if !slices.ContainsFunc(trains, func(t *train) bool { return t.starts != nil }) {
		return trains
	}
	var all []*train
	for _, t := range trains {
		if t.starts == nil {
			all = append(all, t)
			continue
		}
		for _, start := range t.starts {
			if b.keep(1, sizeOfTrip+sizeOfTime*len(t.Calls)); b.err != nil {
				return nil
			}
			departure := t.StartingAt(start)
			departure.Frequency = true
			all = append(all, &train{Trip: departure, row: t.row, index: t.index})
		}
		b.report.FrequencyTrips += len(t.starts)
	}
	return all
}

// startSuffix returns the suffix of the code of a departure, which is empty for other trains.
func (t *train) startSuffix() string {
	if !t.Frequency {
		return ""
	}
	return StartSuffix(t.Calls[0].Depart)
}

// StartSuffix returns the suffix of the code of a departure of frequencies.txt, such as "-0715", or "-071530" if the seconds are not
// zero.
func StartSuffix(start time.Duration) string {
	seconds := int(start / time.Second)
	text := fmt.Sprintf("-%02d%02d", seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}
