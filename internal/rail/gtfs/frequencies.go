package gtfs

import (
	"fmt"
	"slices"
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
		for _, start := range d.starts {
			if b.keep(1, sizeOfTrip+sizeOfTime*int(d.row.rows)); b.err != nil {
				return nil
			}
			all = append(all, d.departure(start))
		}
		b.report.FrequencyTrips += len(d.starts)
	}
	return all
}

// departure returns a copy of the draft that departs at start, in seconds.
func (d *draft) departure(start int32) *draft {
	departure := *d
	departure.starts, departure.start, departure.frequency = nil, start, true
	departure.last.arrive += start - d.first.depart
	departure.last.depart = departure.last.arrive
	departure.first.arrive, departure.first.depart = start, start
	return &departure
}

// startSuffix returns the suffix of a departure's code, such as "-0715", or "-071530" if the seconds are not zero.
func startSuffix(seconds int32) string {
	text := fmt.Sprintf("-%02d%02d", seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}
