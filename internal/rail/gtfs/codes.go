package gtfs

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// codes gives each trip the code that the public knows it by, such that no two trips have the same on one date. They
// come in the order of their IDs and starts, so that the codes do not depend on the order in the feed.
func (b *builder) codes(drafts []*draft) {
	for _, d := range drafts {
		if d.Code == "" {
			d.Code = d.ID
		}
		if d.Frequency {
			d.Code += startText(d.Calls[0].Depart)
		}
	}
	clash := clashes(drafts)
	if len(clash) == 0 {
		return
	}
	taken := names{}
	for _, d := range drafts {
		if !clash[d] {
			taken.take(d.Code)
		}
	}
	for _, d := range drafts {
		if !clash[d] {
			continue
		}
		code := d.ID
		if d.Frequency {
			code += startText(d.Calls[0].Depart)
		}
		d.Code = taken.free(code)
	}
}

// clashes returns the trips whose code names another one on a date on which both start.
func clashes(drafts []*draft) map[*draft]bool {
	groups := map[string][]*draft{}
	for _, d := range drafts {
		code := timetable.Fold(d.Code)
		groups[code] = append(groups[code], d)
	}
	clash := map[*draft]bool{}
	for _, group := range groups {
		if len(group) == 1 {
			continue
		}
		for _, d := range overlapping(group) {
			clash[d] = true
		}
	}
	return clash
}

// overlapping returns the trips of a group that start on a date on which another one of it does.
func overlapping(group []*draft) []*draft {
	type pattern struct {
		*calendar
		later day
	}
	patterns := map[pattern][]*draft{}
	low, high := lastDay, day(0)
	for _, d := range group {
		p := pattern{d.calendar, d.later()}
		patterns[p] = append(patterns[p], d)
		first, last := d.calendar.dates.ends()
		low, high = min(low, first+p.later), max(high, last+p.later)
	}
	once, twice := dates{low, make([]uint64, (high-low)/64+1)}, dates{low, make([]uint64, (high-low)/64+1)}
	for p := range patterns {
		for on := range p.dates.each {
			if on += p.later; once.has(on) {
				twice.set(on, true)
			}
			once.set(on, true)
		}
	}
	var found []*draft
	for p, trips := range patterns {
		together := len(trips) > 1
		if !together {
			for on := range p.dates.each {
				if together = twice.has(on + p.later); together {
					break
				}
			}
		}
		if together {
			found = append(found, trips...)
		}
	}
	return found
}

// later is how many days behind its service date a trip starts.
func (d *draft) later() day { return day(d.Calls[0].Depart / (24 * time.Hour)) }
