package fiction

import (
	"time"

	"example.com/quartet/internal/rail/running"
)

// surprise is how long before it happens the railway does not know yet how fast a train will be: what is further ahead
// is forecast from the timetable.
const surprise = 25 * time.Minute

// known returns the times of the train as the railway knows them at now: what has happened or happens before the next
// tick as it is, and later events as they are expected.
//
// Nothing that is expected lies before the next tick. So at no instant until then does a train that is where the next
// message says it is not seem to have moved on.
func (s *script) known(now time.Time) []running.Times {
	next := now.Add(Tick)
	times := make([]running.Times, len(s.times))
	settle := func(actual, expected time.Time) time.Time {
		if actual.Before(next) {
			return actual
		}
		return later(expected, next)
	}
	start := s.Departure(0)
	start = settle(s.times[0].Depart, start.Add(share(s.times[0].Depart.Sub(start), certainty(start, now))))
	times[0] = running.Times{Arrive: start, Depart: start}
	for i := 1; i < len(times); i++ {
		left := times[i-1].Depart
		arrive := settle(s.times[i].Arrive, left.Add(s.expectedRun(i, left, now)))
		depart := arrive
		if i < s.Last() && s.stops(i) {
			depart = settle(s.times[i].Depart, later(s.Departure(i), arrive.Add(s.shortest(i))))
		}
		times[i] = running.Times{Arrive: arrive, Depart: depart}
	}
	return times
}

// expectedRun returns how long the train will take to call i, which it leaves for at left. That it is held at a signal
// is known once it is, and never for how long.
func (s *script) expectedRun(i int, left, now time.Time) time.Duration {
	planned := s.Calls[i].Arrive - s.Calls[i-1].Depart
	usual := planned
	if late := left.Sub(s.Departure(i - 1)); late > 0 {
		usual = max(planned-late/10, fastest(planned)) // a late train hurries
	}
	run := usual + share(s.runs[i]-usual, certainty(left, now))
	if s.hold.leg == i && now.After(s.hold.from) {
		run += min(now.Sub(s.hold.from), s.hold.until.Sub(s.hold.from))
	}
	return run
}

// certainty is how sure the railway is of what begins at a time: from 0 to 1.
func certainty(at, now time.Time) float64 {
	return min(1, max(0, 1-float64(at.Sub(now))/float64(surprise)))
}

// share returns a part of a duration, in whole seconds.
func share(d time.Duration, part float64) time.Duration {
	return time.Duration(float64(d) * part).Truncate(time.Second)
}

// held reports whether the train stands at a signal.
func (s *script) held(now time.Time) bool {
	return s.hold.leg > 0 && !now.Before(s.hold.from) && now.Before(s.hold.until)
}
