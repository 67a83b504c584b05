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
	Kind               byte // 'O' at the first stop that the train makes, 'D' at the last one, 'T' where it does not stop, else 'S'
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

// Call returns call i.
func (r *Run) Call(i int) Call {
	first, last, skipped := r.FirstStop(), r.LastStop(), r.Skipped(i) && !r.cancelled
	c := Call{Call: &r.Calls[i], Kind: 'S', Begins: i == first && i > 0, Ends: i == last && i < r.Last()}
	c.Omitted = skipped || r.cancelled || i < first || i > last
	switch {
	case c.Passes || skipped:
		c.Kind = 'T'
	case i == first:
		c.Kind = 'O'
	case i == last:
		c.Kind = 'D'
	}
	c.platform = c.Call.Platform
	c.Arrival = Event{Scheduled: c.Arrive, Expected: r.Arrive(i), Planned: i > 0, Happens: i > first && i <= last, Over: r.arrived(i)}
	c.Departure = Event{Scheduled: c.Depart, Expected: r.Depart(i), Planned: i < r.Last(), Happens: i >= first && i < last, Over: r.Departed(i)}
	if r.update != nil {
		r.update.addTo(&c, i)
	}
	return c
}

// addTo adds to call i its platform and which of its times are known.
func (u *TripUpdate) addTo(c *Call, i int) {
	if i < len(u.Platforms) {
		c.platform = u.Platforms[i]
	}
	if u.Times == nil || c.Omitted {
		return
	}
	silent := i < len(u.NoData) && u.NoData[i]
	given := u.Reported == nil || i < len(u.Reported) && u.Reported[i]
	for _, e := range [...]*Event{&c.Arrival, &c.Departure} {
		// A time that is not the scheduled one follows from what is reported about other calls, also where the feed has no data.
		e.Reported = e.Happens && (!silent || e.Delay() != 0)
		e.Actual = e.Happens && given && e.Over
	}
}

// Due returns the event at which the train is due at the call: its arrival or, where it starts, its departure.
func (c *Call) Due() *Event {
	if c.Arrival.Happens {
		return &c.Arrival
	}
	return &c.Departure
}

// Last says before the name of the station, for a call that the train has reached, that it has arrived or departed, or that it should
// have by the timetable: then nothing is reported about it, and seen is false. A call that realtime data skip is passed.
func (c *Call) Last() (text string, seen bool) {
	e, text, unseen := &c.Arrival, "Arrived ", "Should be at "
	if c.Departure.Over {
		e, text, unseen = &c.Departure, "Departed ", "Should have left "
	}
	if !e.Reported && !c.Omitted {
		return unseen, false
	}
	return text, true
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
