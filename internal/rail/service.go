package rail

import (
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Service answers the eleven operations. It holds no state beside what it is made of and is safe for concurrent use
// if its clock is.
type Service struct {
	timetable *timetable.Timetable
	forecast  running.Forecast
	now       func() time.Time
}

var _ realtime.Realtime = (*Service)(nil)

// New returns a service on a timetable and a forecast. Now is its clock, read once for each answer; nil means
// [time.Now].
func New(plan *timetable.Timetable, forecast running.Forecast, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{timetable: plan, forecast: forecast, now: now}
}

// clock returns the time in the railway's zone.
func (s *Service) clock() time.Time { return s.now().In(s.timetable.Zone()) }

// overdue is how late a train can be and still be found by what it is scheduled to do.
const overdue = 3 * time.Hour
