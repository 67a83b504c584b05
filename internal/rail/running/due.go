package running

import (
	"iter"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// Due yields the trains that have not yet departed from the station (not yet arrived, if they end there) and are expected
// there until a time, with the index of their call. A train that calls more than once is yielded once, with the first of its
// calls that is not over.
func (s *State) Due(station *timetable.Station, now, until time.Time) iter.Seq2[Run, int] {
	return func(yield func(Run, int) bool) {
		for journey, i := range s.Timetable.StoppingAt(station, now, until) {
			if s.Realtime.TripUpdate(journey) != nil {
				continue
			}
			if run := At(journey, nil, now); run.nextCall(station) == i && !yield(run, i) {
				return
			}
		}
		for update, i := range s.Realtime.StoppingAt(station, now, until) {
			if run := At(update.Journey, update, now); run.nextCall(station) == i && !yield(run, i) {
				return
			}
		}
	}
}

// nextCall returns the index of the train's first call at the station that is not over: from which it has not yet
// departed or, if it ends there, at which it has not yet arrived. It returns -1 if there is none.
func (r *Run) nextCall(station *timetable.Station) int {
	for i := max(r.Reached(), r.FirstStop()); i <= r.LastStop(); i++ {
		if r.Calls[i].Station != station || !r.Stops(i) || r.Departed(i) {
			continue
		}
		if i < r.LastStop() || !r.Arrived(i) {
			return i
		}
	}
	return -1
}

// Omitted yields the trains that are scheduled to stop at the station until a time, and will not: they are cancelled or leave
// the stop out. i is the index of the call.
func (s *State) Omitted(station *timetable.Station, now, until time.Time) iter.Seq2[Run, int] {
	return func(yield func(Run, int) bool) {
		for journey, i := range s.Timetable.StoppingAt(station, now, until) {
			update := s.Realtime.TripUpdate(journey)
			if update == nil || update.Journey.Trip != journey.Trip { // a replacement has other calls
				continue
			}
			if run := At(journey, update, now); !run.Stops(i) && !yield(run, i) {
				return
			}
		}
	}
}

// DelayMinutes returns the train's LastDelay in whole minutes, rounded down: negative if the train is early.
func (r *Run) DelayMinutes() int { return int(minute(r.LastDelay())) }

// MinutesBetween returns the difference of two times of one service date in minutes, both without seconds.
func MinutesBetween(scheduled, expected time.Duration) int {
	return int(minute(expected) - minute(scheduled))
}

// minute returns the number of the minute of a time, which may be before the start of the service date.
func minute(at time.Duration) time.Duration {
	if at < 0 {
		at -= time.Minute - 1
	}
	return at / time.Minute
}
