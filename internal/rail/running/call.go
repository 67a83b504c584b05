package running

import (
	"strconv"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Call is one call of a train at an instant: what the timetable says about it, and what is known about it. Whatever is told
// about a call, such as its times, its delay or its platform, is read from here.
type Call struct {
	*timetable.Call // as scheduled

	Arrival, Departure Event
	Kind               CallKind
	Omitted            bool // the train does not make the call: it is cancelled, starts after it, ends before it or skips it
	Begins, Ends       bool // the train starts or ends here, although its timetable has calls before or after this one

	platform int32 // at which it is expected, as numbered by timetable.Station.Platform
}

// An Event is an arrival or a departure. Its times count from the start of the service date, as in [timetable.Call].
type Event struct {
	Scheduled time.Duration
	Expected  time.Duration // the actual time once the event is over; Scheduled if nothing is reported about the event

	Planned  bool // the timetable has it: the train does not arrive at its first call, nor depart from its last one
	Happens  bool // the timetable has it and the train has not started after it, nor ended before it
	Reported bool // Expected is reported by the feed, or follows from what is reported about other calls or the vehicle
	Over     bool // the train has arrived or departed
	Actual   bool // it is over, and Expected is a time that the feed itself gave for this call
}

// Delay returns how much later than scheduled the event is. It is negative if it is early, and 0 if nothing is reported.
func (e *Event) Delay() time.Duration { return e.Expected - e.Scheduled }

// Late returns the minutes between the two times as they are shown, without seconds.
func (e *Event) Late() int { return int(minute(e.Expected) - minute(e.Scheduled)) }

// minute returns the number of the minute of a time, which may be before the start of the service date.
func minute(at time.Duration) time.Duration {
	if at < 0 {
		at -= time.Minute - 1
	}
	return at / time.Minute
}

// AppendLate appends a delay in minutes as text: "5 min late", "2 min early" or "on time".
func AppendLate(b []byte, minutes int) []byte {
	switch {
	case minutes < 0:
		return append(strconv.AppendInt(b, int64(-minutes), 10), " min early"...)
	case minutes > 0:
		return append(strconv.AppendInt(b, int64(minutes), 10), " min late"...)
	}
	return append(b, "on time"...)
}

// A CallKind is the kind of a call. The values are the letters that the service uses for them.
type CallKind byte

// The kinds of calls.
const (
	Origin      CallKind = 'O'
	Stop        CallKind = 'S'
	Destination CallKind = 'D'
	Passes      CallKind = 'T' // the train does not stop, by the timetable or because it skips the call
)

// Call returns call i.
func (r *Run) Call(i int) Call {
	scheduled := &r.Calls[i]
	skipped := r.Skipped(i) && !r.cancelled
	c := Call{
		Call:      scheduled,
		Arrival:   Event{Scheduled: scheduled.Arrive, Expected: r.Arrive(i), Planned: i > 0, Happens: i > r.FirstStop() && i <= r.LastStop()},
		Departure: Event{Scheduled: scheduled.Depart, Expected: r.Depart(i), Planned: i < r.Last(), Happens: i >= r.FirstStop() && i < r.LastStop()},
		Kind:      Stop,
		Omitted:   skipped || r.cancelled || i < r.FirstStop() || i > r.LastStop(),
		Begins:    i == r.FirstStop() && i > 0,
		Ends:      i == r.LastStop() && i < r.Last(),
		platform:  scheduled.Platform,
	}
	switch {
	case scheduled.Passes || skipped:
		c.Kind = Passes
	case i == r.FirstStop():
		c.Kind = Origin
	case i == r.LastStop():
		c.Kind = Destination
	}
	if r.update == nil || r.cancelled {
		c.Arrival.Over, c.Departure.Over = r.arrived(i), r.Departed(i)
		return c
	}
	if i < len(r.update.Platforms) {
		c.platform = r.update.Platforms[i]
	}
	given := r.update.Reported == nil || i < len(r.update.Reported) && r.update.Reported[i]
	silent := i < len(r.update.NoData) && r.update.NoData[i]
	c.Arrival.complete(r.update.Times != nil && !skipped, r.arrived(i), given, silent)
	c.Departure.complete(r.update.Times != nil && !skipped, r.Departed(i), given, silent)
	return c
}

// complete sets what depends on realtime data. known says that they have times of the train and do not skip the call, given that
// the feed itself gave times of the call, and silent that nothing is reported about them. A time that is not the scheduled one
// even then follows from what is reported about other calls.
func (e *Event) complete(known, over, given, silent bool) {
	known = known && e.Happens
	e.Over = over
	e.Reported = known && (!silent || e.Delay() != 0)
	e.Actual = known && given && over
}

// Due returns the event at which the train is due at the call: its arrival or, where it starts, its departure.
func (c *Call) Due() *Event {
	if c.Arrival.Happens {
		return &c.Arrival
	}
	return &c.Departure
}

// PlatformCode returns what passengers call the platform at which the train is expected, or "" if that is not known.
func (c *Call) PlatformCode() string {
	expected := timetable.Call{Station: c.Station, Platform: c.platform}
	return expected.PlatformCode()
}

// PlannedPlatform returns what passengers call the platform of the timetable if the feed has reported another one, else "".
func (c *Call) PlannedPlatform() string {
	if planned := c.Call.PlatformCode(); planned != c.PlatformCode() {
		return planned
	}
	return ""
}

// Ahead returns the index of the next call that the train makes: the stop or the passing that it reaches next or, when it has
// terminated, its last stop. The delay of a train as a whole is its delay at this call.
func (r *Run) Ahead() int {
	if r.last < 0 {
		return int(r.first)
	}
	i := min(int(r.last)+1, int(r.end))
	for i < int(r.end) && r.Skipped(i) {
		i++
	}
	return i
}
