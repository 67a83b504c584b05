package gtfs

import (
	"cmp"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// patience is how long a train may stand between two trips of its block.
const patience = time.Hour

// maxMembers is how many trips a through train joins. Where more follow each other, others start behind it.
const maxMembers = 20

// joined makes one draft of trips that are parts of a through train. The drafts are in the order of their IDs.
func (b *builder) joined(drafts []*draft) []*draft {
	next := b.stayOn(drafts)
	for _, l := range b.sameBlock(drafts) {
		_, from := next.after[l[0]]
		_, to := next.before[l[1]]
		if !from && !to {
			next.link(l[0], l[1])
		}
	}
	if len(next.after) == 0 {
		return drafts
	}
	done := map[*draft]bool{}
	var made []*draft
	for _, d := range drafts {
		if next.before[d] != nil {
			continue
		}
		chain := []*draft{d}
		for n := next.after[d]; n != nil; n = next.after[n] {
			chain = append(chain, n)
		}
		for _, part := range chain {
			done[part] = true
		}
		for parts := range slices.Chunk(chain, maxMembers) {
			b.report.ThroughTrips += len(parts) - 1
			made = append(made, join(parts))
		}
	}
	for _, d := range drafts { // what is left are trips that follow each other in a circle
		if !done[d] {
			made = append(made, d)
		}
	}
	return made
}

// links are trips that follow each other. A trip has at most one before it and one after it.
type links struct{ before, after map[*draft]*draft }

func (l links) link(from, to *draft) { l.after[from], l.before[to] = to, from }

// stayOn returns the links of transfers.txt. Where a trip continues as several ones of its kind, it is linked with none.
func (b *builder) stayOn(drafts []*draft) links {
	byRow := map[int32]*draft{}
	for _, d := range drafts {
		byRow[b.tripIndex[d.ID]] = d
	}
	var pairs [][2]*draft
	out, in := map[*draft]int{}, map[*draft]int{}
	for pair, stay := range b.transfers {
		from, to := byRow[pair.from], byRow[pair.to]
		if stay && from != nil && to != nil && from != to && continues(from, to) {
			pairs = append(pairs, [2]*draft{from, to})
			out[from]++
			in[to]++
		}
	}
	next := links{map[*draft]*draft{}, map[*draft]*draft{}}
	for _, p := range pairs {
		if out[p[0]] == 1 && in[p[1]] == 1 {
			next.link(p[0], p[1])
		}
	}
	return next
}

// sameBlock returns the pairs of trips of a block that are one train by its rules.
func (b *builder) sameBlock(drafts []*draft) [][2]*draft {
	type block struct {
		id       string
		calendar *calendar
	}
	blocks := map[block][]*draft{}
	for _, d := range drafts {
		if d.row.block != "" && d.starts == nil {
			key := block{d.row.block, d.calendar}
			blocks[key] = append(blocks[key], d)
		}
	}
	var pairs [][2]*draft
	for _, trips := range blocks {
		slices.SortStableFunc(trips, func(a, b *draft) int {
			return cmp.Or(cmp.Compare(a.Calls[0].Depart, b.Calls[0].Depart), cmp.Compare(a.ID, b.ID))
		})
		for i, from := range trips[:len(trips)-1] {
			to := trips[i+1]
			stay, said := b.transfers[transfer{b.tripIndex[from.ID], b.tripIndex[to.ID]}]
			last := len(from.Calls) - 1
			waits := to.Calls[0].Depart - from.Calls[last].Arrive
			turns := from.Calls[last-1].Station == to.Calls[1].Station
			if continues(from, to) && waits <= patience && !turns && (stay || !said) {
				pairs = append(pairs, [2]*draft{from, to})
			}
		}
	}
	return pairs
}

// continues reports whether the one trip can be the same train after the other.
func continues(from, to *draft) bool {
	last := from.Calls[len(from.Calls)-1]
	return from.starts == nil && to.starts == nil && from.Code != "" &&
		timetable.Fold(from.Code) == timetable.Fold(to.Code) && from.Kind == to.Kind && from.calendar == to.calendar &&
		last.Station == to.Calls[0].Station && last.Arrive <= to.Calls[0].Depart
}

// join makes one draft of a chain of them.
func join(chain []*draft) *draft {
	first := chain[0]
	if len(chain) == 1 {
		return first
	}
	trip := *first.Trip
	trip.Calls = slices.Clone(first.Calls)
	trip.Members = []string{first.ID}
	for _, d := range chain[1:] {
		trip.Members = append(trip.Members, d.ID)
		last := len(trip.Calls) - 1
		trip.MemberStarts = append(trip.MemberStarts, last)
		trip.Calls[last].Depart = d.Calls[0].Depart
		trip.Calls = append(trip.Calls, d.Calls[1:]...)
	}
	trip.Path = joinPaths(chain, trip.Calls)
	made := *first
	made.Trip, made.headsign = &trip, chain[len(chain)-1].headsign
	if made.headsign == "" {
		made.headsign = trip.Calls[len(trip.Calls)-1].Station.Name
	}
	return &made
}

// joinPaths puts the paths of a chain behind each other, and sets where the calls of the whole are along that. Where a
// part has none it takes straight lines. It returns nil if no part has one, or if it can not draw those lines.
func joinPaths(chain []*draft, calls []timetable.Call) *timetable.Path {
	path := &timetable.Path{}
	at := make([]float64, len(calls))
	none := true
	n := 0
	for _, d := range chain {
		start := 0.0
		if len(path.Along) > 0 {
			start = path.Along[len(path.Along)-1]
		}
		part, along := d.Path, make([]float64, len(d.Calls))
		if part != nil {
			none = false
			for i := range along {
				along[i] = d.Calls[i].Along
			}
		} else if part = straight(d.Calls); part != nil {
			copy(along, part.Along)
		} else {
			n = -1
			break
		}
		from, to := along[0], along[len(along)-1]
		add := func(p timetable.Point, metres float64) {
			path.Points = append(path.Points, p)
			path.Along = append(path.Along, start+metres-from)
		}
		add(part.At(from), from)
		for i, metres := range part.Along {
			if metres > from && metres < to {
				add(part.Points[i], metres)
			}
		}
		add(part.At(to), to)
		for i := range along {
			at[n+i] = max(start+along[i]-from, start)
		}
		n += len(along) - 1
	}
	if none || n < 0 {
		path, at = nil, make([]float64, len(calls))
	}
	for i := range calls {
		calls[i].Along = at[i]
	}
	return path
}

// straight returns the line through the stations of the calls, or nil where one has no place.
func straight(calls []timetable.Call) *timetable.Path {
	points := make([]timetable.Point, len(calls))
	for i, call := range calls {
		if points[i] = call.Station.Place; points[i] == (timetable.Point{}) {
			return nil
		}
	}
	return timetable.NewPath(points)
}
