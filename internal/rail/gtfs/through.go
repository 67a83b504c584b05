package gtfs

import (
	"cmp"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// maxWait is the maximum time between two trips of a block that are joined to a through train.
const maxWait = time.Hour

// maxMembers is the maximum number of trips in a through train. A longer chain is split.
const maxMembers = 20

// joinThrough replaces the trips of each through train by one draft. The drafts are in the order of their IDs.
func (b *builder) joinThrough(drafts []*draft) []*draft {
	next := b.inSeatTransfers(drafts)
	for _, pair := range b.blockPairs(drafts) {
		_, from := next.after[pair[0]]
		_, to := next.before[pair[1]]
		if !from && !to {
			next.link(pair[0], pair[1])
		}
	}
	if len(next.after) == 0 {
		return drafts
	}
	done := map[*draft]bool{}
	var trains []*draft
	for _, d := range drafts {
		if next.before[d] != nil {
			continue
		}
		chain := []*draft{d}
		for n := next.after[d]; n != nil; n = next.after[n] {
			chain = append(chain, n)
		}
		for _, member := range chain {
			done[member] = true
		}
		for members := range slices.Chunk(chain, maxMembers) {
			b.report.JoinedTrips += len(members) - 1
			trains = append(trains, join(members))
		}
	}
	for _, d := range drafts { // the remaining trips form cycles
		if !done[d] {
			trains = append(trains, d)
		}
	}
	return trains
}

// links connect trips that are joined. A trip has at most one trip before it and one after it.
type links struct{ before, after map[*draft]*draft }

func (l links) link(from, to *draft) { l.after[from], l.before[to] = to, from }

// inSeatTransfers returns the links of transfers.txt. A trip with several possible successors or predecessors is not
// linked to them.
func (b *builder) inSeatTransfers(drafts []*draft) links {
	byRow := map[int32]*draft{}
	for _, d := range drafts {
		byRow[b.tripIndex[d.ID]] = d
	}
	var pairs [][2]*draft
	out, in := map[*draft]int{}, map[*draft]int{}
	for pair, stay := range b.transfers {
		from, to := byRow[pair.from], byRow[pair.to]
		if stay && from != nil && to != nil && from != to && canContinue(from, to) {
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

// blockPairs returns the pairs of successive trips of a block that are to be joined.
func (b *builder) blockPairs(drafts []*draft) [][2]*draft {
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
			stay, explicit := b.transfers[transfer{b.tripIndex[from.ID], b.tripIndex[to.ID]}]
			last := len(from.Calls) - 1
			wait := to.Calls[0].Depart - from.Calls[last].Arrive
			goesBack := from.Calls[last-1].Station == to.Calls[1].Station
			if canContinue(from, to) && wait <= maxWait && !goesBack && (stay || !explicit) {
				pairs = append(pairs, [2]*draft{from, to})
			}
		}
	}
	return pairs
}

// canContinue reports whether the trip to can be the same train as the trip from, after it.
func canContinue(from, to *draft) bool {
	last := from.Calls[len(from.Calls)-1]
	return from.starts == nil && to.starts == nil && from.Code != "" &&
		timetable.Fold(from.Code) == timetable.Fold(to.Code) && from.Kind == to.Kind && from.calendar == to.calendar &&
		last.Station == to.Calls[0].Station && last.Arrive <= to.Calls[0].Depart
}

// join makes one draft from the drafts of a through train.
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
	train := *first
	train.Trip, train.headsign = &trip, chain[len(chain)-1].headsign
	if train.headsign == "" {
		train.headsign = trip.Calls[len(trip.Calls)-1].Station.Name
	}
	return &train
}

// joinPaths concatenates the paths of a chain, and sets the positions of calls along the result. A member without a path
// gets straight lines. joinPaths returns nil if no member has a path, or if coordinates for straight lines are missing.
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
		member, along := d.Path, make([]float64, len(d.Calls))
		if member != nil {
			none = false
			for i := range along {
				along[i] = d.Calls[i].Along
			}
		} else if member = straight(d.Calls); member != nil {
			copy(along, member.Along)
		} else {
			n = -1
			break
		}
		from, to := along[0], along[len(along)-1]
		add := func(p timetable.Point, metres float64) {
			path.Points = append(path.Points, p)
			path.Along = append(path.Along, start+metres-from)
		}
		add(member.At(from), from)
		for i, metres := range member.Along {
			if metres > from && metres < to {
				add(member.Points[i], metres)
			}
		}
		add(member.At(to), to)
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

// straight returns the straight path through the stations of the calls, or nil if a station has no coordinates.
func straight(calls []timetable.Call) *timetable.Path {
	points := make([]timetable.Point, len(calls))
	for i, call := range calls {
		if points[i] = call.Station.Place; points[i] == (timetable.Point{}) {
			return nil
		}
	}
	return timetable.NewPath(points)
}
