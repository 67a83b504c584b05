package gtfs

import (
	"fmt"
	"slices"
	"time"
)

// expandFrequencies replaces each trip that has rows in frequencies.txt by one trip per departure.
func (b *builder) expandFrequencies(drafts []*draft) []*draft {
	if !slices.ContainsFunc(drafts, func(d *draft) bool { return d.starts != nil }) {
		return drafts
	}
	var all []*draft
	for _, d := range drafts {
		if d.starts == nil {
			all = append(all, d)
			continue
		}
		slices.Sort(d.starts)
		d.starts = slices.Compact(d.starts)
		for _, start := range d.starts {
			if b.keep(len(d.Calls)); b.err != nil {
				return nil
			}
			all = append(all, b.departure(d, start))
		}
		b.report.FrequencyTrips += len(d.starts)
	}
	return all
}

// departure returns a copy of the trip that departs at start.
func (b *builder) departure(d *draft, start time.Duration) *draft {
	trip := *d.Trip
	trip.Frequency = true
	trip.Calls = b.newCalls(len(d.Calls))
	copy(trip.Calls, d.Calls)
	move := start - d.Calls[0].Depart
	for i := range trip.Calls {
		trip.Calls[i].Arrive += move
		trip.Calls[i].Depart += move
	}
	departure := *d
	departure.Trip = &trip
	return &departure
}

// startSuffix returns the suffix of a departure's code, such as "-0715", or "-071530" if the seconds are not zero.
func startSuffix(start time.Duration) string {
	seconds := int(start / time.Second)
	text := fmt.Sprintf("-%02d%02d", seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}
