package gtfsrt

import (
	"slices"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// stopTimes holds the times of one train while they are computed. Event 2i is the arrival at call i, event 2i+1 the
// departure. All times are in POSIX seconds.
type stopTimes struct {
	journey   timetable.Journey
	scheduled []int64
	at        []int64 // expected
	reported  []bool  // events with times from the feed
	calls     []stopReport

	moved    bool  // there are calls at another platform
	known    bool  // there is more information about the times than the timetable
	measured int64 // time of the newest update
}

// A stopReport is what a feed says about one call.
type stopReport struct {
	updated  bool        // an update has a time for it, skips it or has NO_DATA
	from     *callFinder // finder of the trip of the last update for it, also one without times
	stop     string      // the stop_id of that update
	skipped  bool
	noData   bool  // the update says that there are no data
	silent   bool  // that applies to this call, too
	known    bool  // something is reported about its times, or follows from what is reported about other calls
	platform int32 // as numbered by Station.Platform

	// delay applies from this call on, unless the call has its own update. It is the delay of the whole trip, or of a call
	// that the timetable skips.
	delay    int64
	hasDelay bool
}

// maxDeviation is the maximum difference between an expected and a scheduled time, in seconds. Greater differences are
// errors of the feed.
const maxDeviation = 24 * 60 * 60

// newStopTimes returns the scheduled times of a journey.
func newStopTimes(j timetable.Journey) *stopTimes {
	n := len(j.Calls)
	c := &stopTimes{journey: j, scheduled: make([]int64, 2*n), reported: make([]bool, 2*n), calls: make([]stopReport, n)}
	start := j.Start().Unix()
	for i, call := range j.Calls {
		c.calls[i].platform = call.Platform
		c.scheduled[2*i] = start + int64(call.Arrive/time.Second)
		c.scheduled[2*i+1] = start + int64(call.Depart/time.Second)
	}
	c.at = slices.Clone(c.scheduled)
	return c
}

// addUpdate applies the update of a trip to the calls of the trip. measured is the time of the update.
func (c *stopTimes) addUpdate(u *updateMessage, p *callFinder, measured int64) {
	c.measured = max(c.measured, measured)
	if !c.delayFrom(p.first, u.Delay) {
		p.warn(ImplausibleTime, "the delay is %d seconds", u.GetDelay())
	}
	for _, s := range u.GetStopTimeUpdate() {
		call, exact, ok := p.find(s)
		if !ok {
			continue
		}
		if exact {
			c.setCall(call, s, p)
			continue
		}
		for _, e := range []*event{s.Arrival, s.Departure} { // the delay applies to the calls after one that is not in the timetable
			if e != nil {
				c.delayFrom(call, e.Delay)
			}
		}
	}
}

// delayFrom records a delay, if there is one, from a call on. It returns false if the delay is implausible.
func (c *stopTimes) delayFrom(call int, delay *int32) bool {
	if delay == nil || abs(int64(*delay)) > maxDeviation {
		return delay == nil
	}
	c.calls[call].delay, c.calls[call].hasDelay, c.known = int64(*delay), true, true
	return true
}

// setCall applies a stop time update to its call.
func (c *stopTimes) setCall(call int, s *stopUpdate, p *callFinder) {
	r := &c.calls[call]
	skips := s.GetScheduleRelationship() == skipped
	if r.from == p && (r.updated || skips && r.stop != s.GetStopId()) {
		if r.skipped == skips || r.stop == s.GetStopId() {
			p.warn(Duplicate, "two updates for stop_sequence %d", c.journey.Calls[call].Sequence)
		}
		if skips || !r.skipped {
			r.updated, c.known = true, c.known || skips
			return
		}
		r.skipped = false // of a change of platform written as two updates, the one for the old platform came first
	}
	r.from, r.stop = p, s.GetStopId()
	c.setPlatform(call, s, p)
	switch s.GetScheduleRelationship() {
	case skipped:
		r.updated, r.skipped, c.known = true, true, true
	case noData:
		r.updated, r.noData = true, true
	default:
		if c.setEvents(call, s, p) {
			r.updated, c.known = true, true
		}
	}
}

// setEvents sets the times of the arrival and the departure at a call. It reports whether one of them has a time. At a call that
// two trips share, the first trip has the arrival and the second one the departure.
func (c *stopTimes) setEvents(call int, s *stopUpdate, p *callFinder) bool {
	if s.Arrival == nil && s.Departure == nil {
		p.warn(Malformed, "the update for stop_sequence %d has no time", c.journey.Calls[call].Sequence)
		return false
	}
	arrives := (call > p.first || call == 0) && c.setEvent(2*call, s.Arrival, p)
	departs := (call < p.last || call == len(c.calls)-1) && c.setEvent(2*call+1, s.Departure, p)
	return arrives || departs
}

// setPlatform sets the platform of a call: assigned_stop_id, else stop_id.
func (c *stopTimes) setPlatform(call int, s *stopUpdate, p *callFinder) {
	assigned := s.GetStopTimeProperties().GetAssignedStopId()
	if s.GetScheduleRelationship() != skipped && (c.moveTo(call, assigned) || c.moveTo(call, s.GetStopId())) {
		return
	}
	station := c.journey.Calls[call].Station
	if assigned != "" && assigned != station.ID {
		p.warn(UnknownStop, "assigned_stop_id %s is not at the station %s", gtfs.Quote(assigned), gtfs.Quote(station.ID))
	}
}

// moveTo sets the platform of a call to one with a stop_id, and reports whether the station has it.
func (c *stopTimes) moveTo(call int, id string) bool {
	scheduled := &c.journey.Calls[call]
	platform := scheduled.Station.Platform(id)
	if platform > 0 {
		c.moved, c.calls[call].platform = c.moved || platform != scheduled.Platform, platform
	}
	return platform > 0
}

// setEvent sets the time of an event: time, else scheduled time plus delay (StopTimeEvent). It reports whether the event
// has a time.
func (c *stopTimes) setEvent(i int, e *event, p *callFinder) bool {
	if e == nil {
		return false
	}
	at, ok := e.GetTime(), e.GetTime() != 0
	if ok && (!plausible(at) || abs(at-c.scheduled[i]) > maxDeviation) {
		p.warn(ImplausibleTime, "the time %d is more than a day from the schedule", at)
		ok = false
	}
	if !ok && e.Delay != nil {
		delay := int64(e.GetDelay())
		if at, ok = c.scheduled[i]+delay, abs(delay) <= maxDeviation; !ok {
			p.warn(ImplausibleTime, "the delay is %d seconds", delay)
		}
	}
	if ok {
		c.at[i], c.reported[i] = at, true
	}
	return ok
}

// propagate computes the times of calls without updates. A delay applies to the following calls, including skipped ones,
// up to the next call with times or NO_DATA (Trip Updates, "Stop Time Updates").
func (c *stopTimes) propagate() {
	var delay int64
	known, silent := false, false // a delay applies, NO_DATA applies
	for i := range c.calls {
		r := &c.calls[i]
		arrive, depart := 2*i, 2*i+1
		if r.hasDelay {
			delay, known = r.delay, true
		}
		if r.noData {
			delay, known = 0, false
		}
		silent = (silent || r.noData) && !known
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
		r.known, silent = known, silent && !known
		r.silent = silent
	}
	if !c.reported[1] {
		// A train does not depart early from its first stop, unless the feed gives that time.
		c.at[1] = max(c.at[1], c.scheduled[1])
	}
}

// inferPast computes the times of calls before the first one in the update. Feeds drop past calls. A train that is late
// now was probably equally late at the earlier calls, but its times there are not later than the update. Calls from which the
// train is to depart after the update are not past: nothing is known about them.
func (c *stopTimes) inferPast() {
	first := 0
	for first < len(c.calls) && !c.reported[2*first] && !c.reported[2*first+1] {
		if c.calls[first].hasDelay || c.calls[first].updated {
			return // the feed has information about it
		}
		first++
	}
	if first == 0 || first == len(c.calls) {
		return
	}
	late := c.delay(first)
	for i := range c.at[:2*first] {
		c.at[i] = max(c.scheduled[i], min(c.scheduled[i]+late, c.measured))
		c.calls[i/2].known = c.at[i] <= c.measured
	}
}

// raiseReported raises times from the feed that are before an earlier time from the feed. It returns false if there were
// any.
func (c *stopTimes) raiseReported() bool {
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

// smooth adjusts the computed times to those from the feed, so that no time is before an earlier one.
func (c *stopTimes) smooth() {
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

// result returns the result for the train.
func (c *stopTimes) result() *running.TripUpdate {
	result := &running.TripUpdate{Journey: c.journey}
	result.Skipped = c.marks(false, func(i int) bool { return c.calls[i].skipped })
	if c.moved {
		result.Platforms = make([]int32, len(c.calls))
		for i := range c.calls {
			result.Platforms[i] = c.calls[i].platform
		}
	}
	if !c.known {
		return result
	}
	result.Times = make([]running.Times, len(c.calls))
	start, from := c.journey.Start(), c.journey.Start().Unix()
	for i := range result.Times {
		result.Times[i] = running.Times{
			Arrive: start.Add(time.Duration(c.at[2*i]-from) * time.Second),
			Depart: start.Add(time.Duration(c.at[2*i+1]-from) * time.Second),
		}
	}
	result.Reported = c.marks(true, c.isReported)
	result.NoData = c.marks(false, func(i int) bool { return !c.calls[i].known })
	return result
}

// marks returns which calls have a property, or nil if that is the usual value for all calls.
func (c *stopTimes) marks(usual bool, has func(i int) bool) (marks []bool) {
	for i := range c.calls {
		if has(i) != usual && marks == nil {
			marks = slices.Repeat([]bool{usual}, len(c.calls))
		}
		if marks != nil {
			marks[i] = has(i)
		}
	}
	return marks
}

// isReported reports whether a time of call i is from the feed.
func (c *stopTimes) isReported(i int) bool { return c.reported[2*i] || c.reported[2*i+1] }

func abs(n int64) int64 { return max(n, -n) }
