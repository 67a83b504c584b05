package rail

import (
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Service answers the eleven operations. It holds no state beside what it is made of and is safe for concurrent use
// if its clock is. The texts that its records point to are shared, with the timetable too: to change a record, point to
// another text.
type Service struct {
	source running.Source
	clock  func() time.Time
}

var _ realtime.Realtime = (*Service)(nil)

// New returns a service on the states of a source. Its clock is read once for each answer; nil means [time.Now].
func New(source running.Source, clock func() time.Time) *Service {
	if clock == nil {
		clock = time.Now
	}
	return &Service{source: source, clock: clock}
}

// A moment is what an answer is made from: a state and the time, in whole seconds, so that all answers of one second
// are equal.
type moment struct {
	*running.State
	now time.Time // in the railway's zone
}

func (s *Service) moment() moment {
	now := s.clock().Truncate(time.Second)
	state := s.source.State(now)
	return moment{state, now.In(state.Plan.Zone())}
}

// run returns the journey as it stands at the moment. What realtime data say of it may replace it by another of the
// same trip.
func (m moment) run(j timetable.Journey) running.Run {
	if live := m.Realtime.TripUpdate(j); live != nil {
		return running.At(live.Journey, live, m.now)
	}
	return running.At(j, nil, m.now)
}
