package fiction

import (
	"strconv"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A script is how a journey runs in the end. It follows from the seed and the journey, and is the same at every
// instant; what is known of it grows with time.
type script struct {
	timetable.Journey
	times []running.Times // of each call
	runs  []time.Duration // how long the train runs to each call from the one before, without a hold
	skips int             // the call that the train leaves out, or 0
	hold  hold            // at a signal; none where its leg is 0

	cancelled bool
	reason    reason    // of the cancellation
	announced time.Time // when that is known
}

// A hold is a stand at a signal between two calls.
type hold struct {
	leg         int // to this call
	from, until time.Time
	share       float64 // of the leg that is done
}

// A habit is how a train tends to run, in seconds.
type habit struct {
	start       int // most that it leaves its origin late
	least, most int // what it loses from one call to the next
	regains     int // most that it makes good between two calls in the second half of its way
}

var habits = [...]habit{
	{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {10, -10, 10, 0},
	{90, -20, 40, 60}, {120, -20, 60, 40}, {180, -30, 90, 90}, {120, 20, 120, 100}, {60, 0, 45, 30}, {45, 0, 30, 60},
	{0, -75, -15, 0}, {0, -90, -30, 0},
}

// How often things happen, in a thousand trains.
const (
	cancellations = 18
	skippedStops  = 26
	holds         = 55
)

// write makes the script of a journey. The disruptions are those of its service date.
func (r *Railway) write(j timetable.Journey, disruptions []*disruption) *script {
	d := newDice(r.seed, j.ID, strconv.Itoa(int(j.Calls[0].Depart/time.Second)), j.Service.String())
	s := &script{Journey: j, times: make([]running.Times, len(j.Calls)), runs: make([]time.Duration, len(j.Calls))}
	h := habits[d.between(0, len(habits)-1)]
	if d.between(1, 1000) <= cancellations && !nightly(j) {
		s.cancel(d)
	}
	if d.between(1, 1000) <= skippedStops {
		s.skip(d)
	}
	s.times[0].Depart = j.Departure(0).Add(seconds(d.between(0, h.start)))
	s.times[0].Arrive = s.times[0].Depart
	s.plotHold(d)
	for i := 1; i < len(j.Calls); i++ {
		s.ride(d, h, disruptions, i)
		s.stay(d, i)
	}
	return s
}

// nightly reports whether a journey is one of the few in the night, which are never cancelled.
func nightly(j timetable.Journey) bool {
	start := j.Calls[0].Depart
	return start < 5*time.Hour+30*time.Minute || start >= 22*time.Hour
}

// cancel cancels the train, which becomes known up to an hour before it would start.
func (s *script) cancel(d *dice) {
	s.cancelled = true
	s.reason = cancelReasons[d.between(0, len(cancelReasons)-1)]
	s.announced = s.Departure(0).Add(-seconds(d.between(5, 55) * 60))
}

// skip makes the train leave out one of its stops, where there is one between its ends that is no junction.
func (s *script) skip(d *dice) {
	if i := d.between(1, len(s.Calls)); i < s.Last() && !s.Calls[i].Passes && s.Calls[i].Depart-s.Calls[i].Arrive <= time.Minute {
		s.skips = i
	}
}

// plotHold chooses the leg on which the train is held at a signal, if it is. Only legs of two minutes or more have one.
func (s *script) plotHold(d *dice) {
	if d.between(1, 1000) > holds {
		return
	}
	i := d.between(1, s.Last())
	if s.Calls[i].Arrive-s.Calls[i-1].Depart < 2*time.Minute {
		return
	}
	s.hold = hold{leg: i, share: float64(d.between(30, 70)) / 100}
}

// ride works out the leg to call i.
func (s *script) ride(d *dice, h habit, disruptions []*disruption, i int) {
	left := s.times[i-1].Depart
	planned := s.Calls[i].Arrive - s.Calls[i-1].Depart
	late := left.Sub(s.Departure(i - 1))
	change := seconds(d.between(h.least, h.most))
	if half := len(s.Calls) / 2; i > half && h.regains > 0 {
		change = -seconds(d.between(0, h.regains))
	}
	switch {
	case late > latest(s.Kind):
		late -= planned / 12 // a train that is very late hurries
	case change > 0:
		late = min(late+change, latest(s.Kind))
	default:
		late = max(late+change, min(late, earliest))
	}
	run := max(s.Arrival(i).Add(late.Truncate(time.Second)).Sub(left), fastest(planned))
	for _, disruption := range disruptions {
		if disruption.slows(s.Journey, i) {
			run += disruption.delay(d)
		}
	}
	s.runs[i] = run
	arrive := left.Add(run)
	if s.hold.leg == i {
		s.hold.from = left.Add(time.Duration(float64(run) * s.hold.share).Truncate(time.Second))
		length := seconds(d.between(60, longestHold(s.Kind)))
		s.hold.until = s.hold.from.Add(length)
		arrive = arrive.Add(length)
	}
	s.times[i].Arrive = arrive
}

// stay works out how long the train stands at call i.
func (s *script) stay(d *dice, i int) {
	arrive := s.times[i].Arrive
	s.times[i].Depart = arrive
	if i == s.Last() || !s.stops(i) {
		return
	}
	extra := 0
	if d.between(1, 40) == 1 {
		extra = d.between(20, 100) // a door, a wheelchair, a class of thirty
	}
	s.times[i].Depart = later(s.Departure(i), arrive.Add(s.shortest(i))).Add(seconds(extra))
}

// stops reports whether the train stops at call i.
func (s *script) stops(i int) bool { return !s.Calls[i].Passes && (i != s.skips || i == 0) }

// shortest is the least time that the train stands at call i.
func (s *script) shortest(i int) time.Duration {
	if !s.stops(i) {
		return 0
	}
	wait := s.Calls[i].Depart - s.Calls[i].Arrive
	return min(wait, max(wait/2, 20*time.Second), 3*time.Minute)
}

// ends is when the journey is over, by the timetable and in fact: whichever is later.
func (s *script) ends() time.Time {
	return later(s.Arrival(s.Last()), s.times[s.Last()].Arrive)
}

// earliest is the most that a train arrives before its time.
const earliest = -3 * time.Minute

// latest is the most that trains of the kind are late without a hold or a disruption.
func latest(kind timetable.Kind) time.Duration {
	switch kind {
	case timetable.Mainline:
		return 12 * time.Minute
	case timetable.Suburban:
		return 7 * time.Minute
	}
	return 4 * time.Minute
}

// longestHold is how long trains of the kind are held at a signal at most, in seconds.
func longestHold(kind timetable.Kind) int {
	if kind == timetable.Mainline {
		return 7 * 60
	}
	return 4 * 60
}

// fastest is the least time in which a train can run what is planned to take so long.
func fastest(planned time.Duration) time.Duration { return (planned * 4 / 5).Round(time.Second) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
