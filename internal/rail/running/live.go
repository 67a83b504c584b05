package running

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// Times are when a train reaches and leaves a call: actual times up to the present, expected ones after it.
type Times struct{ Arrive, Depart time.Time }

// Live is what realtime data say of one journey. It does not change once it is part of a Snapshot.
type Live struct {
	// Journey is one of the timetable, or one that only realtime data know; its trip then has the Number -1. A trip
	// that realtime data change, a replacement, has the Number of the trip that it stands in for.
	Journey timetable.Journey

	// Times holds those of each call, calls that are skipped included. They never run backwards: a train does not
	// arrive before it left the call before, nor leave before it arrived. What is known otherwise (the vehicle stands
	// at a call, or has not reached it yet) is worked in. Parts of seconds do not count. Nil means that nothing is known but the timetable.
	Times []Times

	// Reported tells the calls whose times the feed gives itself, rather than that they follow from those of other
	// calls. Only these have actual times once they are past. Nil means all of them.
	Reported []bool

	// Skipped tells the calls that the train will not make. Nil means none.
	Skipped []bool

	Cancelled bool     // the train does not run
	Vehicle   *Vehicle // nil: none is known
	Messages  []string // to the public about this train, each of one line and free of control characters

	seconds []seconds // Times, as a Snapshot keeps them
}

// seconds are the Times of a call, from the start of the service date.
type seconds struct{ arrive, depart int32 }

// A VehicleStatus is how a vehicle stands to a call.
type VehicleStatus byte

// The states of a vehicle, as in GTFS Realtime (VehicleStopStatus).
const (
	InTransit VehicleStatus = iota // it has left the call before
	Incoming                       // it is about to arrive
	StoppedAt                      // it stands there
)

// A Vehicle is where a train says it is.
type Vehicle struct {
	Place  timetable.Point
	Time   time.Time     // of the report; zero where unknown
	Call   int           // the call that Status is about; -1 where unknown
	Status VehicleStatus //
}
