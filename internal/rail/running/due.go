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
		if i < r.LastStop() || !r.arrived(i) {
			return i
		}
	}
	return -1
}

// Omitted yields the trains that are scheduled to stop at the station until a time, and will not: they are cancelled, leave the
// stop out, or have ended there. i is the index of the call. Trains of which nobody is to be told are left out.
func (s *State) Omitted(station *timetable.Station, now, until time.Time) iter.Seq2[Run, int] {
	return func(yield func(Run, int) bool) {
		for journey, i := range s.Timetable.StoppingAt(station, now, until) {
			update := s.Realtime.TripUpdate(journey)
			if update == nil || update.Deleted || update.Journey.Trip != journey.Trip { // a replacement has other calls
				continue
			}
			run := At(journey, update, now)
			ended := i == run.LastStop() && i < run.Last() && run.arrived(i)
			if (ended || !run.Stops(i)) && !yield(run, i) {
				return
			}
		}
	}
}

// Train returns the train with a code that starts on a date, and whether there is one. If the realtime data replace it, it is the
// replacement. A train of the timetable comes before one that only the realtime data have.
func (s *State) Train(code string, date timetable.Date, now time.Time) (Run, bool) {
	if journey, ok := s.Timetable.Journey(code, date); ok {
		switch update := s.Realtime.TripUpdate(journey); {
		case update == nil:
			return At(journey, nil, now), true
		case !update.Deleted:
			return At(update.Journey, update, now), true
		}
	}
	if update := s.Realtime.AddedTrip(code, date); update != nil {
		return At(update.Journey, update, now), true
	}
	return Run{}, false
}
