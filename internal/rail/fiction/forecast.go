package fiction

import (
	"time"

	"example.com/quartet/internal/rail/running"
)

// forecastHorizon is how far ahead the forecast uses the actual running times. Events beyond it are forecast from the
// timetable.
const forecastHorizon = 25 * time.Minute

// forecast returns the times of the train as known at now. Events before the next tick have their actual times, later
// events their expected times.
//
// No expected time is before the next tick. Otherwise a train could seem to have departed before the next message says
// that it still stands.
func (s *simulatedTrain) forecast(now time.Time) []running.Times {
	next := now.Add(Tick)
	times := make([]running.Times, len(s.times))
	settle := func(actual, expected time.Time) time.Time {
		if actual.Before(next) {
			return actual
		}
		return later(expected, next)
	}
	start := s.Departure(0)
	start = settle(s.times[0].Depart, start.Add(fraction(s.times[0].Depart.Sub(start), certainty(start, now))))
	times[0] = running.Times{Arrive: start, Depart: start}
	for i := 1; i < len(times); i++ {
		departed := times[i-1].Depart
		arrive := settle(s.times[i].Arrive, departed.Add(s.expectedRunTime(i, departed, now)))
		depart := arrive
		if i < s.Last() && s.stops(i) {
			depart = settle(s.times[i].Depart, later(s.Departure(i), arrive.Add(s.minStandTime(i))))
		}
		times[i] = running.Times{Arrive: arrive, Depart: depart}
	}
	return times
}

// expectedRunTime returns the expected running time to call i after a departure at the given time. A hold at a signal
// is known once it has begun, but not how long it will last.
func (s *simulatedTrain) expectedRunTime(i int, departure, now time.Time) time.Duration {
	scheduled := s.Calls[i].Arrive - s.Calls[i-1].Depart
	usual := scheduled
	if late := departure.Sub(s.Departure(i - 1)); late > 0 {
		usual = max(scheduled-late/10, minRunTime(scheduled)) // a late train runs faster
	}
	run := usual + fraction(s.runTimes[i]-usual, certainty(departure, now))
	if s.hold.call == i && now.After(s.hold.from) {
		run += min(now.Sub(s.hold.from), s.hold.until.Sub(s.hold.from))
	}
	return run
}

// certainty returns how much of the actual running time is known for an event at a time, from 0 to 1.
func certainty(at, now time.Time) float64 {
	return min(1, max(0, 1-float64(at.Sub(now))/float64(forecastHorizon)))
}

// fraction returns a share of a duration, in whole seconds.
func fraction(d time.Duration, share float64) time.Duration {
	return time.Duration(float64(d) * share).Truncate(time.Second)
}

// held reports whether the train is held at a signal.
func (s *simulatedTrain) held(now time.Time) bool {
	return s.hold.call > 0 && !now.Before(s.hold.from) && now.Before(s.hold.until)
}
