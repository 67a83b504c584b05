package rail

import (
	"context"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/roster"
	"example.com/quartet/internal/rail/running"
)

// A Service implements the eleven operations. It has no state except its source, its clock and records of current trains
// that it keeps until they change. It is safe for concurrent use if the source and the clock are. The strings to which its records point are shared by records and with the timetable: do
// not change them; set the pointer in the record instead.
type Service struct {
	// ListCancelled keeps cancelled trains on boards until their scheduled time, with the Status Cancelled. It must be set
	// before the first call.
	ListCancelled bool

	// UnreadDate is called with each TrainDate that is not a date, whose trains are an empty list, unless it is nil. It
	// must be set before the first call, and be safe for concurrent use.
	UnreadDate func(ctx context.Context, value string)

	source running.Source
	clock  func() time.Time

	positions       roster.Roster[position]
	vendorPositions roster.Roster[vendorPosition]
}

var _ realtime.Realtime = (*Service)(nil)

// New returns a service that uses the states of the source. It reads the clock once for each response; a nil clock
// means [time.Now].
func New(source running.Source, clock func() time.Time) *Service {
	if clock == nil {
		clock = time.Now
	}
	return &Service{source: source, clock: clock}
}

// A moment is the state and the time from which a response is computed. The time is in whole seconds, so that all
// responses within one second are equal.
type moment struct {
	*running.State
	now time.Time // in the railway's zone
}

func (s *Service) moment() moment {
	now := s.clock().Truncate(time.Second)
	state := s.source.State(now)
	s.positions.Release(state)
	s.vendorPositions.Release(state)
	return moment{state, now.In(state.Timetable.Zone())}
}
