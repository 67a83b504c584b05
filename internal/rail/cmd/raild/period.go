package main

import (
	"fmt"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// outOfPeriod returns a message if no train of the timetable runs any more at a time, or if none runs yet. It returns ""
// otherwise.
func outOfPeriod(plan *timetable.Timetable, now time.Time) string {
	period, limited := plan.Period()
	switch {
	case !limited:
		return ""
	case now.After(period.End):
		return fmt.Sprintf("the timetable has ended: it covers the dates from %v to %v", period.First, period.Last)
	case now.Before(period.Start):
		return fmt.Sprintf("the timetable has not begun: it covers the dates from %v to %v", period.First, period.Last)
	}
	return ""
}
