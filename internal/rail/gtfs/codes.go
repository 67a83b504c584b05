package gtfs

import (
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

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

// assignCodes sets the code of each trip. No two trips that run on the same date have the same code. The trains are in
// the order of their IDs and start times, so that the codes do not depend on the order of rows in the feed. A code is
// named if it is from the field.
func assignCodes(trains []*train, field string) {
	for _, t := range trains {
		if t.Named = t.Code != ""; !t.Named || field == "trip_id" {
			t.Code, t.Named = t.row.id, field == "trip_id"
		}
		t.Code += t.startSuffix()
	}
	for _, group := range groupBy(trains, func(t *train) string { return timetable.Fold(t.Code) }) {
		if len(group) > 1 {
			markClashes(group)
		}
	}
	taken := names{}
	for _, t := range trains {
		if !t.clashes {
			taken[timetable.Fold(t.Code)] = 1
		}
	}
	for _, t := range trains {
		if t.clashes {
			t.Code, t.Named = taken.free(t.row.id+t.startSuffix()), false
		}
	}
}

// groupBy returns the trains by a key, in their order. It leaves out those with the zero key.
func groupBy[K comparable](trains []*train, key func(*train) K) map[K][]*train {
	var none K
	groups := map[K][]*train{}
	for _, t := range trains {
		if k := key(t); k != none {
			groups[k] = append(groups[k], t)
		}
	}
	return groups
}

// markClashes marks the trips of a group that start on the same date as another trip of the group.
func markClashes(group []*train) {
	type pattern struct {
		*timetable.Calendar
		offset int // days from the service date to the date on which the trip starts
	}
	patterns := groupBy(group, func(t *train) pattern { return pattern{t.Calendar, int(t.Calls[0].Depart / (24 * time.Hour))} })
	var once, twice timetable.Calendar
	for p := range patterns {
		for on := range p.Days {
			if on += p.offset; once.Has(on) {
				twice.Add(on)
			}
			once.Add(on)
		}
	}
	for p, trips := range patterns {
		onTwice := func(on int) bool { return twice.Has(on + p.offset) }
		if len(trips) > 1 || twice.Size() > 0 && slices.ContainsFunc(slices.Collect(p.Days), onTwice) {
			for _, t := range trips {
				t.clashes = true
			}
		}
	}
}
