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

// joinThrough replaces the trips of each through train by one train. The trains are in the order of their IDs.
func (b *builder) joinThrough(trains []*train) []*train {
	if len(b.transfers) == 0 && !slices.ContainsFunc(trains, func(t *train) bool { return t.row.block != "" }) {
		return trains
	}
	b.shared = sharedCodes(trains)
	b.linkTransfers(trains)
	b.linkBlocks(trains)
	done := map[*train]bool{}
	var joined []*train
	for _, t := range trains {
		if t.before != nil {
			continue
		}
		var chain []*train
		for n := t; n != nil; n = n.after {
			chain, done[n] = append(chain, n), true
		}
		for _, members := range onward(chain) {
			b.report.JoinedTrips += len(members) - 1
			joined = append(joined, through(members))
		}
	}
	for _, t := range trains { // the remaining trips form cycles
		if !done[t] {
			joined = append(joined, t)
		}
	}
	return joined
}

// onward returns the parts of a chain of trips. A part ends before a trip that stops where the part has stopped before, and
// has at most maxMembers trips.
func onward(chain []*train) (parts [][]*train) {
	first := 0
	seen := map[*timetable.Station]bool{}
	for i, t := range chain {
		again := func(c timetable.Call) bool { return !c.Passes && seen[c.Station] }
		if i > first && (i-first == maxMembers || slices.ContainsFunc(t.Calls[1:], again)) {
			parts = append(parts, chain[first:i])
			first = i
			clear(seen)
		}
		for _, c := range t.Calls {
			seen[c.Station] = seen[c.Station] || !c.Passes
		}
	}
	return append(parts, chain[first:])
}

// sharedCodes returns the folded codes that two trips have while both are under way on one date. Such a code is a word such
// as LOCAL rather than the number of a train.
func sharedCodes(trains []*train) map[string]bool {
	shared := map[string]bool{}
	for code, group := range groupBy(trains, func(t *train) string {
		if t.starts != nil {
			return ""
		}
		return timetable.Fold(t.Code)
	}) {
		shared[code] = len(group) > 1 && anyMeet(group)
	}
	return shared
}

// maxCalendars is the maximum number of sets of dates on which the trains of one number run. It bounds the time for finding
// out whether they meet.
const maxCalendars = 500

// anyMeet reports whether two of the trips are under way at the same time.
func anyMeet(group []*train) bool {
	slices.SortFunc(group, func(a, b *train) int { return cmp.Compare(a.Calls[0].Depart, b.Calls[0].Depart) })
	ends := map[*timetable.Calendar]time.Duration{} // latest ends of the trips so far
	meet := map[[2]*timetable.Calendar]bool{}
	for _, t := range group {
		for other, end := range ends {
			if t.Calls[0].Depart >= end {
				continue
			}
			pair := [2]*timetable.Calendar{other, t.Calendar}
			if _, known := meet[pair]; !known {
				meet[pair] = slices.ContainsFunc(slices.Collect(t.Calendar.Days), other.Has)
			}
			if meet[pair] || len(ends) > maxCalendars {
				return true
			}
		}
		ends[t.Calendar] = max(ends[t.Calendar], t.last().Arrive)
	}
	return false
}

func (t *train) link(to *train) { t.after, to.before = to, t }

// linkTransfers links the trips that are joined by transfers.txt. A trip with several possible successors or predecessors is not
// linked to them.
func (b *builder) linkTransfers(trains []*train) {
	byRow := map[int32]*train{}
	for _, t := range trains {
		byRow[t.index] = t
	}
	var pairs [][2]*train
	out, in := map[*train]int{}, map[*train]int{}
	for pair, stay := range b.transfers {
		from, to := byRow[pair.from], byRow[pair.to]
		if stay && from != nil && to != nil && from != to && b.canContinue(from, to) {
			pairs = append(pairs, [2]*train{from, to})
			out[from]++
			in[to]++
		}
	}
	for _, p := range pairs {
		if out[p[0]] == 1 && in[p[1]] == 1 {
			p[0].link(p[1])
		}
	}
}

// linkBlocks links the successive trips of each block that can be joined, unless transfers.txt joins them to others.
func (b *builder) linkBlocks(trains []*train) {
	type block struct {
		id       string
		calendar *timetable.Calendar
	}
	for _, trips := range groupBy(trains, func(t *train) block {
		if t.row.block == "" || t.starts != nil {
			return block{}
		}
		return block{t.row.block, t.Calendar}
	}) {
		slices.SortStableFunc(trips, func(a, b *train) int {
			return cmp.Or(cmp.Compare(a.Calls[0].Depart, b.Calls[0].Depart), cmp.Compare(a.ID, b.ID))
		})
		for i, from := range trips[:len(trips)-1] {
			to := trips[i+1]
			stay, explicit := b.transfers[transfer{from.index, to.index}]
			wait := to.Calls[0].Depart - from.last().Arrive
			if from.after == nil && to.before == nil && b.canContinue(from, to) && wait <= maxWait && (stay || !explicit) {
				from.link(to)
			}
		}
	}
}

// canContinue reports whether the trip to can be the same train as the trip from, after it.
func (b *builder) canContinue(from, to *train) bool {
	code, end, start := timetable.Fold(from.Code), from.last(), &to.Calls[0]
	return from.starts == nil && to.starts == nil && code != "" && code == timetable.Fold(to.Code) && !b.shared[code] &&
		from.Kind == to.Kind && from.Calendar == to.Calendar && from.Agency.Zone == to.Agency.Zone &&
		end.Station == start.Station && end.Arrive <= start.Depart
}

// through makes one train of trips that follow each other.
func through(chain []*train) *train {
	if len(chain) == 1 {
		return chain[0]
	}
	trip := *chain[0].Trip
	trip.Direction, trip.Calls = chain[len(chain)-1].Direction, nil
	for _, t := range chain {
		trip.Members = append(trip.Members, t.ID)
		calls := t.Calls
		if last := len(trip.Calls) - 1; last >= 0 {
			trip.MemberStarts = append(trip.MemberStarts, last)
			trip.Calls[last].Depart = calls[0].Depart
			calls = calls[1:]
		}
		trip.Calls = append(trip.Calls, calls...)
	}
	trip.Path = joinPaths(chain, trip.Calls)
	return &train{Trip: &trip, row: chain[0].row, index: chain[0].index}
}

// joinPaths concatenates the paths of a chain, and sets the positions of calls along the result. A member without a path
// gets straight lines. joinPaths returns nil if no member has a path, or if coordinates for straight lines are missing.
func joinPaths(members []*train, calls []timetable.Call) *timetable.Path {
	path := &timetable.Path{}
	at := make([]float64, len(calls))
	none := true
	n := 0
	for _, m := range members {
		start := 0.0
		if len(path.Along) > 0 {
			start = path.Along[len(path.Along)-1]
		}
		line, along := m.Path, make([]float64, len(m.Calls))
		if line != nil {
			none = false
			for i := range along {
				along[i] = float64(m.Calls[i].Along)
			}
		} else if line = straight(m.Calls); line != nil {
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
