package running

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// Times are the times at which a train arrives at a call and departs from it. Times up to the present are actual ones,
// later times are expected ones.
type Times struct{ Arrive, Depart time.Time }

// A TripUpdate is the realtime data about one journey: its predicted times (a TripUpdate of GTFS Realtime), its vehicle
// and its alerts. It does not change once it is part of a Snapshot.
type TripUpdate struct {
	// Journey is a journey of the timetable, or a trip that only the realtime data have; the latter's trip has the
	// Number -1. A trip that realtime data replace (REPLACEMENT) has the Number of the scheduled trip.
	Journey timetable.Journey

	// Times holds the times of each call, including skipped ones. They never decrease: a train does not arrive before
	// it departed from the call before, nor depart before it arrived. They take the vehicle's report into account (it
	// stands at a call, or has not reached it yet). Fractions of a second are ignored. Nil means that only the
	// scheduled times are known.
	Times []Times

	// Reported marks the calls for which the feed itself gives times; the others' times are derived from them. Only
	// reported calls have actual times once the times are past. Nil means that all calls are reported.
	Reported []bool

	// Skipped marks the calls that the train will not make. Nil means none.
	Skipped []bool

	// NoData marks the calls about whose times nothing is reported (NO_DATA). Nil means none.
	NoData []bool

	// Platforms holds the platform of each call, as numbered by timetable.Station.Platform. Nil means the scheduled ones.
	Platforms []int32

	Cancelled bool     // the train does not run
	Deleted   bool     // it is cancelled, and nobody is to be told of it (DELETED)
	Vehicle   *Vehicle // nil if no vehicle is known
	Alerts    []*Alert // about this train

	// Of an update in a Snapshot:
	seconds []seconds // Times in another form
	span    span
}

// UnderWay returns when the train of an update of a Snapshot is under way, in seconds since 1970: from its scheduled or
// expected departure, whichever is earlier, to its expected arrival. The start is after the end if the train does not run.
func (u *TripUpdate) UnderWay() (start, end int64) { return u.span.start, u.span.end }

// seconds are the Times of a call, in seconds from the start of the service date.
type seconds struct{ arrive, depart int32 }

// A Vehicle is the last report of a train's vehicle (a VehiclePosition of GTFS Realtime).
type Vehicle struct {
	Place timetable.Point
	Time  time.Time // time of the report; zero if unknown
}
