package gtfs

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// maxWait is the maximum time between two trips of a block that are joined to a through train.
const maxWait = 3600 // seconds

// maxMembers is the maximum number of trips in a through train. A longer chain is split.
const maxMembers = 20

// joinThrough replaces the trips of each through train by one draft. The drafts are in the order of their IDs.
func (b *builder) joinThrough(drafts []*draft) []*draft {
	b.shared = sharedCodes(drafts)
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
		for members := range b.onward(chain) {
			b.report.JoinedTrips += len(members) - 1
			trains = append(trains, through(members))
		}
	}
	for _, d := range drafts { // the remaining trips form cycles
		if !done[d] {
			trains = append(trains, d)
		}
	}
	return trains
}

// onward yields the parts of a chain of trips. A part ends before a trip that stops where the part has stopped before, and
// has at most maxMembers trips.
func (b *builder) onward(chain []*draft) iter.Seq[[]*draft] {
	return func(yield func([]*draft) bool) {
		first := 0
		seen := map[*timetable.Station]bool{}
		for i, d := range chain {
			stops := b.stationsOf(d)
			if i > first && (i-first == maxMembers || slices.ContainsFunc(stops[1:], func(s *timetable.Station) bool { return seen[s] })) {
				if !yield(chain[first:i]) {
					return
				}
				first = i
				clear(seen)
			}
			for _, s := range stops {
				seen[s] = true
			}
		}
		yield(chain[first:])
	}
}

// stationsOf returns the stations where a trip stops, in order.
func (b *builder) stationsOf(d *draft) []*timetable.Station {
	b.scratch = d.row.times.appendTo(b.scratch[:0])
	var stations []*timetable.Station
	for _, s := range b.scratch {
		if !s.passes {
			stations = append(stations, b.byStop[s.stop].station)
		}
	}
	return stations
}

// sharedCodes returns the folded codes that two trips have while both are under way on one date. Such a code is a word such
// as LOCAL rather than the number of a train.
func sharedCodes(drafts []*draft) map[string]bool {
	groups := map[string][]*draft{}
	for _, d := range drafts {
		if d.code != "" && d.starts == nil {
			code := timetable.Fold(d.code)
			groups[code] = append(groups[code], d)
		}
	}
	shared := map[string]bool{}
	for code, group := range groups {
		if len(group) > 1 && anyMeet(group) {
			shared[code] = true
		}
	}
	return shared
}

// maxCalendars is the maximum number of sets of dates on which the trains of one number run. It bounds the time for finding
// out whether they meet.
const maxCalendars = 500

// anyMeet reports whether two of the trips are under way at the same time.
func anyMeet(group []*draft) bool {
	slices.SortFunc(group, func(a, b *draft) int { return cmp.Compare(a.first.depart, b.first.depart) })
	ends := map[*timetable.Calendar]int32{} // latest ends of the trips so far
	meet := map[[2]*timetable.Calendar]bool{}
	for _, d := range group {
		for other, end := range ends {
			if d.first.depart >= end {
				continue
			}
			pair := [2]*timetable.Calendar{other, d.calendar}
			if _, known := meet[pair]; !known {
				meet[pair] = slices.ContainsFunc(slices.Collect(d.calendar.Days), other.Has)
			}
			if meet[pair] || len(ends) > maxCalendars {
				return true
			}
		}
		ends[d.calendar] = max(ends[d.calendar], d.last.arrive)
	}
	return false
}

// links connect trips that are joined. A trip has at most one trip before it and one after it.
type links struct{ before, after map[*draft]*draft }

func (l links) link(from, to *draft) { l.after[from], l.before[to] = to, from }

// inSeatTransfers returns the links of transfers.txt. A trip with several possible successors or predecessors is not
// linked to them.
func (b *builder) inSeatTransfers(drafts []*draft) links {
	byRow := map[int32]*draft{}
	for _, d := range drafts {
		byRow[d.index] = d
	}
	var pairs [][2]*draft
	out, in := map[*draft]int{}, map[*draft]int{}
	for pair, stay := range b.transfers {
		from, to := byRow[pair.from], byRow[pair.to]
		if stay && from != nil && to != nil && from != to && b.canContinue(from, to) {
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
		calendar *timetable.Calendar
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
			return cmp.Or(cmp.Compare(a.first.depart, b.first.depart), cmp.Compare(a.row.id, b.row.id))
		})
		for i, from := range trips[:len(trips)-1] {
			to := trips[i+1]
			stay, explicit := b.transfers[transfer{from.index, to.index}]
			wait := to.first.depart - from.last.arrive
			if b.canContinue(from, to) && wait <= maxWait && (stay || !explicit) {
				pairs = append(pairs, [2]*draft{from, to})
			}
		}
	}
	return pairs
}

// canContinue reports whether the trip to can be the same train as the trip from, after it.
func (b *builder) canContinue(from, to *draft) bool {
	return from.starts == nil && to.starts == nil && from.code != "" &&
		timetable.Fold(from.code) == timetable.Fold(to.code) && !b.shared[timetable.Fold(from.code)] && b.kind(from) == b.kind(to) && from.calendar == to.calendar &&
		b.zoneOf(from) == b.zoneOf(to) && from.last.station == to.first.station && from.last.arrive <= to.first.depart
}

func (b *builder) zoneOf(d *draft) *time.Location {
	return b.agencies[b.routes[d.row.route].agency].Zone
}

func (b *builder) kind(d *draft) timetable.Kind { return b.routes[d.row.route].kind }

// through makes one draft of the drafts of a through train.
func through(chain []*draft) *draft {
	if len(chain) == 1 {
		return chain[0]
	}
	train := *chain[0]
	train.chain, train.last = slices.Clone(chain), chain[len(chain)-1].last
	return &train
}

// join sets the members, calls and path of a through train.
func (b *builder) join(trip *timetable.Trip, chain []*draft) {
	rows := 0
	for _, d := range chain {
		rows += int(d.row.rows)
	}
	trip.Calls = b.newCalls(rows)
	var members []member
	for _, d := range chain {
		trip.Members = append(trip.Members, d.row.id)
		path, calls := b.calls(d.row, nil)
		members = append(members, member{path, calls})
		if last := len(trip.Calls) - 1; last >= 0 {
			trip.MemberStarts = append(trip.MemberStarts, last)
			trip.Calls[last].Depart = calls[0].Depart
			calls = calls[1:]
		}
		trip.Calls = append(trip.Calls, calls...)
	}
	b.took(len(trip.Calls))
	trip.Path = joinPaths(members, trip.Calls)
}

// A member is a trip of a through train.
type member struct {
	path  *timetable.Path
	calls []timetable.Call
}

// joinPaths concatenates the paths of a chain, and sets the positions of calls along the result. A member without a path
// gets straight lines. joinPaths returns nil if no member has a path, or if coordinates for straight lines are missing.
func joinPaths(members []member, calls []timetable.Call) *timetable.Path {
	path := &timetable.Path{}
	at := make([]float64, len(calls))
	none := true
	n := 0
	for _, m := range members {
		start := 0.0
		if len(path.Along) > 0 {
			start = path.Along[len(path.Along)-1]
		}
		line, along := m.path, make([]float64, len(m.calls))
		if line != nil {
			none = false
			for i := range along {
				along[i] = float64(m.calls[i].Along)
			}
		} else if line = straight(m.calls); line != nil {
			copy(along, line.Along)
		} else {
			n = -1
			break
		}
		from, to := along[0], along[len(along)-1]
		add := func(p timetable.Point, metres float64) {
			path.Points = append(path.Points, p)
			path.Along = append(path.Along, start+metres-from)
		}
		add(line.At(from), from)
		for i, metres := range line.Along {
			if metres > from && metres < to {
				add(line.Points[i], metres)
			}
		}
		add(line.At(to), to)
		for i := range along {
			at[n+i] = max(start+along[i]-from, start)
		}
		n += len(along) - 1
	}
	if none || n < 0 {
		path, at = nil, make([]float64, len(calls))
	}
	for i := range calls {
		calls[i].Along = float32(at[i])
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
