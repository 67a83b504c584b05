package gtfsrt

import (
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A course is the times of one train in the making. Arrival and departure of call i are the events 2i and 2i+1; all
// times are in POSIX seconds. It is used for one train after the other.
type course struct {
	journey   timetable.Journey
	scheduled []int64
	at        []int64
	reported  []bool // events with times of the feed
	calls     []word
	skips     bool // there are skipped calls
	known     bool // something is known of the times
	measured  int64
}

// A word is what a feed says of one call.
type word struct {
	update  *stopUpdate
	by      *placer // of the trip that it is part of
	skipped bool
	noData  bool

	// Delay is what holds from this call on, unless the call has an update of its own: that of the whole trip, or of a
	// call that the timetable leaves out.
	delay int64
	holds bool
}

// maxOff is how far from its scheduled time a train may be. What is further off is an error of the feed.
const maxOff = 24 * 60 * 60

// reset starts with what is scheduled.
func (c *course) reset(j timetable.Journey) {
	n := len(j.Calls)
	*c = course{
		journey:   j,
		scheduled: resized(c.scheduled, 2*n), at: resized(c.at, 2*n), reported: resized(c.reported, 2*n),
		calls: resized(c.calls, n),
	}
	start := j.Start().Unix()
	for i, call := range j.Calls {
		c.scheduled[2*i] = start + int64(call.Arrive/time.Second)
		c.scheduled[2*i+1] = start + int64(call.Depart/time.Second)
	}
	copy(c.at, c.scheduled)
}

// resized returns a slice of n zero values, in the memory of s where that suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, 2*n)
	}
	s = s[:n]
	clear(s)
	return s
}

// take notes what an update says of the calls of its trip. Measured is when that was known.
func (c *course) take(u *bindings.TripUpdate, p *placer, measured int64) {
	c.measured = max(c.measured, measured)
	if u.Delay != nil {
		if delay := int64(u.GetDelay()); abs(delay) <= maxOff {
			c.calls[p.first].delay, c.calls[p.first].holds = delay, true
			c.known = true
		} else {
			p.complain(AbsurdTime, "a delay of %d seconds", delay)
		}
	}
	for _, s := range u.GetStopTimeUpdate() {
		call, exact, ok := p.find(s)
		if !ok {
			continue
		}
		if !exact {
			c.between(call, s)
			continue
		}
		c.note(call, s, p)
	}
}

// between notes the delay at a call that the timetable leaves out: it holds for those behind it.
func (c *course) between(call int, s *stopUpdate) {
	for _, e := range []*bindings.TripUpdate_StopTimeEvent{s.GetArrival(), s.GetDeparture()} {
		if e != nil && e.Delay != nil && abs(int64(e.GetDelay())) <= maxOff {
			c.calls[call].delay, c.calls[call].holds = int64(e.GetDelay()), true
			c.known = true
		}
	}
}

// note takes the times, or what there is instead of them, of one call.
func (c *course) note(call int, s *stopUpdate, p *placer) {
	w := &c.calls[call]
	if w.update != nil && w.by == p {
		p.complain(Twice, "two updates are about stop_sequence %d", c.journey.Calls[call].Sequence)
		return
	}
	switch s.GetScheduleRelationship() {
	case bindings.TripUpdate_StopTimeUpdate_SKIPPED:
		w.update, w.by, w.skipped = s, p, true
		c.skips, c.known = true, true
	case bindings.TripUpdate_StopTimeUpdate_NO_DATA:
		w.update, w.by, w.noData = s, p, true
	default:
		// Where trips are joined, the one arrives and the other departs.
		arrives := (call > p.first || call == 0) && c.event(2*call, s.GetArrival(), p)
		departs := (call < p.last || call == len(c.calls)-1) && c.event(2*call+1, s.GetDeparture(), p)
		if s.Arrival == nil && s.Departure == nil {
			p.complain(Malformed, "the update for stop_sequence %d gives no time", c.journey.Calls[call].Sequence)
			return
		}
		if !arrives && !departs {
			return
		}
		w.update, w.by = s, p
		c.known = true
	}
}

// event takes the time of an event: time, else delay (StopTimeEvent). It reports whether there is one.
func (c *course) event(i int, e *bindings.TripUpdate_StopTimeEvent, p *placer) bool {
	if e == nil {
		return false
	}
	at, ok := e.GetTime(), e.GetTime() != 0
	if ok && (!possible(at) || abs(at-c.scheduled[i]) > maxOff) {
		p.complain(AbsurdTime, "the time %d is far from what is scheduled", at)
		ok = false
	}
	if !ok && e.Delay != nil {
		if at, ok = c.scheduled[i]+int64(e.GetDelay()), abs(int64(e.GetDelay())) <= maxOff; !ok {
			p.complain(AbsurdTime, "a delay of %d seconds", e.GetDelay())
		}
	}
	if ok {
		c.at[i], c.reported[i] = at, true
	}
	return ok
}

// propagate gives times to the calls without updates. A delay holds for the calls that follow, those that are skipped
// included, up to the next one with times or NO_DATA (Trip Updates, "Stop Time Updates").
func (c *course) propagate() {
	var delay int64
	known := false // a delay holds
	for i := range c.calls {
		w := &c.calls[i]
		arrive, depart := 2*i, 2*i+1
		if w.holds {
			delay, known = w.delay, true
		}
		if w.noData {
			delay, known = 0, false
		}
		switch {
		case c.reported[arrive]:
			delay, known = c.at[arrive]-c.scheduled[arrive], true
		case c.reported[depart] && !known:
			c.at[arrive] = min(c.scheduled[arrive]+c.at[depart]-c.scheduled[depart], c.at[depart])
		default:
			c.at[arrive] = c.scheduled[arrive] + delay
		}
		if c.reported[depart] {
			delay, known = c.at[depart]-c.scheduled[depart], true
		} else {
			c.at[depart] = c.scheduled[depart] + delay
		}
	}
	if !c.reported[1] {
		// No train leaves early from where it starts, unless the feed says that it does.
		c.at[1] = max(c.at[1], c.scheduled[1])
	}
}

// infer gives times to the calls before the first that the feed mentions. Feeds drop what is past, and a train that is
// late now has not been on time until the moment before: it left those calls as late as it is, but before the feed
// was made.
func (c *course) infer() {
	first := 0
	for first < len(c.calls) && !c.reported[2*first] && !c.reported[2*first+1] {
		if c.calls[first].holds || c.calls[first].update != nil {
			return // the feed speaks of it
		}
		first++
	}
	if first == 0 || first == len(c.calls) {
		return
	}
	known := 2 * first
	if !c.reported[known] {
		known++
	}
	late := c.at[known] - c.scheduled[known]
	if late <= 0 {
		return
	}
	for i := range c.at[:2*first] {
		c.at[i] = max(c.scheduled[i], min(c.scheduled[i]+late, c.measured))
	}
}

// sort makes the times that the feed gives run forwards, and reports whether they did.
func (c *course) sort() bool {
	sorted := true
	last := int64(0)
	for i, at := range c.at {
		if !c.reported[i] {
			continue
		}
		if at < last {
			c.at[i] = last
			sorted = false
		}
		last = c.at[i]
	}
	return sorted
}

// settle makes all times run forwards. Those that follow from others give way to those that the feed gives.
func (c *course) settle() {
	next := int64(1) << 62
	for i := len(c.at) - 1; i >= 0; i-- {
		if !c.reported[i] {
			c.at[i] = min(c.at[i], next)
		}
		next = c.at[i]
	}
	last := c.at[0]
	for i := range c.at {
		c.at[i] = max(c.at[i], last)
		last = c.at[i]
	}
}

// live writes down what is known of the train. Times come from the memory of m.
func (c *course) live(m *memory) *running.TripUpdate {
	live := &running.TripUpdate{Journey: c.journey}
	if c.skips {
		live.Skipped = make([]bool, len(c.calls))
	}
	all := true
	for i := range c.calls {
		if c.skips {
			live.Skipped[i] = c.calls[i].skipped
		}
		all = all && c.given(i)
	}
	if !c.known {
		return live
	}
	live.Times = m.times(len(c.calls))
	start, from := c.journey.Start(), c.journey.Start().Unix()
	for i := range live.Times {
		live.Times[i] = running.Times{
			Arrive: start.Add(time.Duration(c.at[2*i]-from) * time.Second),
			Depart: start.Add(time.Duration(c.at[2*i+1]-from) * time.Second),
		}
	}
	if !all {
		live.Reported = m.bools(len(c.calls))
		for i := range live.Reported {
			live.Reported[i] = c.given(i)
		}
	}
	return live
}

// given reports whether the feed gives the times of call i itself.
func (c *course) given(i int) bool { return c.reported[2*i] || c.reported[2*i+1] }

func abs(n int64) int64 { return max(n, -n) }

// A memory hands out slices from large pieces, for thousands of trains have a few times each.
type memory struct {
	free  []running.Times
	flags []bool
}

const piece = 4096

func (m *memory) times(n int) []running.Times {
	if len(m.free) < n {
		m.free = make([]running.Times, max(n, piece))
	}
	s := m.free[:n:n]
	m.free = m.free[n:]
	return s
}

func (m *memory) bools(n int) []bool {
	if len(m.flags) < n {
		m.flags = make([]bool, max(n, piece))
	}
	s := m.flags[:n:n]
	m.flags = m.flags[n:]
	return s
}
