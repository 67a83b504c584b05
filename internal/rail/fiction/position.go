package fiction

import "time"

// A position is the position of a train on its path.
type position struct {
	call   int     // the index of the call that it stands at or runs to
	stands bool    // whether the train stands at the call
	along  float64 // metres along the path
}

// position returns the train's position at now. Before the start it is at the origin, and after the end at the
// destination.
func (s *simulatedTrain) position(now time.Time) position {
	for i := range s.times {
		if i == s.Last() || now.Before(s.times[i].Depart) {
			if i == 0 || !now.Before(s.times[i].Arrive) {
				return position{call: i, stands: true, along: float64(s.Calls[i].Along)}
			}
			from, to := float64(s.Calls[i-1].Along), float64(s.Calls[i].Along)
			return position{call: i, along: from + (to-from)*s.progress(i, now)}
		}
	}
	return position{}
}

// progress returns the fraction of the distance to call i that the train has covered, from 0 to 1.
func (s *simulatedTrain) progress(i int, now time.Time) float64 {
	departure, run := s.times[i-1].Depart, s.runTimes[i]
	fromStand := i == 1 || s.stops(i-1)
	toStand := i == s.Last() || s.stops(i)
	if s.hold.call != i {
		return easedProgress(float64(now.Sub(departure))/float64(run), fromStand, toStand)
	}
	first := s.hold.from.Sub(departure)
	holdShare := float64(first) / float64(run)
	if now.Before(s.hold.until) {
		return holdShare * easedProgress(float64(now.Sub(departure))/float64(first), fromStand, true)
	}
	return holdShare + (1-holdShare)*easedProgress(float64(now.Sub(s.hold.until))/float64(run-first), true, toStand)
}

// easedProgress returns the fraction of the distance that a train has covered after a fraction of the time. If it
// starts from a stand, it accelerates during the first eighth of the time; if it ends at one, it brakes during the last
// eighth.
func easedProgress(elapsed float64, fromStand, toStand bool) float64 {
	const ramp = 0.125
	elapsed = min(1, max(0, elapsed))
	topSpeed := 1.0 // the speed with which the total distance is 1
	if fromStand {
		topSpeed -= ramp / 2
	}
	if toStand {
		topSpeed -= ramp / 2
	}
	distance := elapsed
	if fromStand {
		distance -= ramp / 2
		if elapsed < ramp {
			distance = elapsed * elapsed / (2 * ramp)
		}
	}
	if remaining := 1 - elapsed; toStand && remaining < ramp {
		return 1 - remaining*remaining/(2*ramp)/topSpeed
	}
	return distance / topSpeed
}
