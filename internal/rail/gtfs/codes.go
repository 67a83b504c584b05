package gtfs

import "example.com/quartet/internal/rail/timetable"

// CodeFields returns the fields of trips.txt that may have the codes of trains. The first one is the default.
func CodeFields() []string {
	return []string{"trip_short_name", "trip_headsign", "block_id", "trip_id"}
}

// code returns the text of a field of CodeFields, or "". It is trip_short_name for trip_id, which assignCodes sets: through trains
// have one code, and several trip_ids.
func (t *trip) code(field string) string {
	switch field {
	case "trip_headsign":
		return t.headsign
	case "block_id":
		return t.block
	}
	return t.shortName
}

// assignCodes sets the code of each trip. No two trips that run on the same date have the same code. The drafts are in
// the order of their IDs and start times, so that the codes do not depend on the order of rows in the feed. A code is
// named if it is from the field.
func assignCodes(drafts []*draft, field string) {
	for _, d := range drafts {
		if d.named = d.code != ""; !d.named || field == "trip_id" {
			d.code, d.named = d.row.id, field == "trip_id"
		}
		if d.frequency {
			d.code += startSuffix(d.start)
		}
	}
	clash := clashes(drafts)
	if len(clash) == 0 {
		return
	}
	taken := names{}
	for _, d := range drafts {
		if !clash[d] {
			taken.take(d.code)
		}
	}
	for _, d := range drafts {
		if !clash[d] {
			continue
		}
		code := d.row.id
		if d.frequency {
			code += startSuffix(d.start)
		}
		d.code, d.named = taken.free(code), false
	}
}

// clashes returns the trips that share their code with another trip that starts on the same date.
func clashes(drafts []*draft) map[*draft]bool {
	groups := map[string][]*draft{}
	for _, d := range drafts {
		code := timetable.Fold(d.code)
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

// overlapping returns the trips of a group that start on the same date as another trip of the group.
func overlapping(group []*draft) []*draft {
	type pattern struct {
		*timetable.Calendar
		offset int
	}
	patterns := map[pattern][]*draft{}
	for _, d := range group {
		p := pattern{d.calendar, d.dayOffset()}
		patterns[p] = append(patterns[p], d)
	}
	var once, twice timetable.Calendar
	for p := range patterns {
		for on := range p.Days {
			if on += p.offset; once.Has(on) {
				twice.Add(on)
			}
			once.Add(on)
		}
	}
	var found []*draft
	for p, trips := range patterns {
		shared := len(trips) > 1
		if !shared {
			for on := range p.Days {
				if shared = twice.Has(on + p.offset); shared {
					break
				}
			}
		}
		if shared {
			found = append(found, trips...)
		}
	}
	return found
}

// dayOffset returns the number of days from the service date to the date on which the trip starts.
func (d *draft) dayOffset() int { return int(d.first.depart / (24 * 3600)) }
