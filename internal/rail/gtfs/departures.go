package gtfs

import (
	"fmt"
	"slices"
	"time"
)

// departures makes a trip for each departure of the trips of frequencies.txt.
func (b *builder) departures(drafts []*draft) []*draft {
	if !slices.ContainsFunc(drafts, func(d *draft) bool { return d.starts != nil }) {
		return drafts
	}
	var made []*draft
	for _, d := range drafts {
		if d.starts == nil {
			made = append(made, d)
			continue
		}
		slices.Sort(d.starts)
		d.starts = slices.Compact(d.starts)
		for _, start := range d.starts {
			if b.keep(len(d.Calls)); b.err != nil {
				return nil
			}
			made = append(made, b.departure(d, start))
		}
		b.report.Departures += len(d.starts)
	}
	return made
}

// departure returns the trip with all its times moved to the start.
func (b *builder) departure(d *draft, start time.Duration) *draft {
	trip := *d.Trip
	trip.Frequency = true
	trip.Calls = b.room(len(d.Calls))
	copy(trip.Calls, d.Calls)
	move := start - d.Calls[0].Depart
	for i := range trip.Calls {
		trip.Calls[i].Arrive += move
		trip.Calls[i].Depart += move
	}
	made := *d
	made.Trip = &trip
	return &made
}

// startText is what the code of a departure has behind it: hours and minutes, and seconds if there are any.
func startText(start time.Duration) string {
	seconds := int(start / time.Second)
	text := fmt.Sprintf("-%02d%02d", seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}
