package fiction

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"strconv"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A simulatedTrain describes how a journey actually runs. It depends only on the seed and the journey, not on the time.
// Messages have the part that is known at their time.
type simulatedTrain struct {
	timetable.Journey
	times       []running.Times // actual times at each call
	runTimes    []time.Duration // running time to each call from the one before, without a hold
	skippedCall int             // the index of the skipped call, or 0
	hold        hold            // hold at a signal; its call is 0 if there is none

	cancelled bool
	reason    reason    // reason for the cancellation
	announced time.Time // when the cancellation becomes known
}

// A hold is a stop at a signal between two calls.
type hold struct {
	call        int // the index of the call after the signal
	from, until time.Time
	share       float64 // the fraction of the running time before the signal
}

// A delayProfile describes the random delays of a train, in seconds.
type delayProfile struct {
	maxStartDelay    int // maximum delay at its origin
	minLoss, maxLoss int // change of its delay from one call to the next
	maxRecovery      int // maximum recovery between two calls in the second half of its trip
}

var delayProfiles = [...]delayProfile{
	{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {10, -10, 10, 0},
	{90, -20, 40, 60}, {120, -20, 60, 40}, {180, -30, 90, 90}, {120, 20, 120, 100}, {60, 0, 45, 30}, {45, 0, 30, 60},
	{0, -75, -15, 0}, {0, -90, -30, 0},
}

// How often incidents occur, per thousand trains.
const (
	cancellations = 18
	skippedStops  = 26
	holds         = 55
)

// simulate computes how a journey actually runs. The disruptions are the ones on its service date.
func (r *Railway) simulate(j timetable.Journey, disruptions []*disruption) *simulatedTrain {
	random := newRandomSource(r.seed, j.ID, strconv.Itoa(int(j.Calls[0].Depart/time.Second)), j.Service.String())
	s := &simulatedTrain{Journey: j, times: make([]running.Times, len(j.Calls)), runTimes: make([]time.Duration, len(j.Calls))}
	h := delayProfiles[random.between(0, len(delayProfiles)-1)]
	if random.between(1, 1000) <= cancellations && !startsAtNight(j) {
		s.cancel(random)
	}
	if random.between(1, 1000) <= skippedStops {
		s.skipStop(random)
	}
	s.times[0].Depart = j.Departure(0).Add(seconds(random.between(0, h.maxStartDelay)))
	s.times[0].Arrive = s.times[0].Depart
	s.chooseHold(random)
	for i := 1; i < len(j.Calls); i++ {
		s.runTo(random, h, disruptions, i)
		s.standAt(random, i)
	}
	return s
}

// startsAtNight reports whether a journey starts at night. Night trains are few and never cancelled.
func startsAtNight(j timetable.Journey) bool {
	start := j.Calls[0].Depart
	return start < 5*time.Hour+30*time.Minute || start >= 22*time.Hour
}

// cancel cancels the train. This becomes known up to an hour before its scheduled start.
func (s *simulatedTrain) cancel(random *randomSource) {
	s.cancelled = true
	s.reason = cancelReasons[random.between(0, len(cancelReasons)-1)]
	s.announced = s.Departure(0).Add(-seconds(random.between(5, 55) * 60))
}

// skipStop makes the train skip a random stop. It does nothing if that is an end of the trip, a call that is passed, or
// a stop of more than a minute.
func (s *simulatedTrain) skipStop(random *randomSource) {
	if i := random.between(1, len(s.Calls)); i < s.Last() && !s.Calls[i].Passes && s.Calls[i].Depart-s.Calls[i].Arrive <= time.Minute {
		s.skippedCall = i
	}
}

// chooseHold chooses whether and before which call the train is held at a signal. The running time to that call must be
// at least two minutes.
func (s *simulatedTrain) chooseHold(random *randomSource) {
	if random.between(1, 1000) > holds {
		return
	}
	if i := random.between(1, s.Last()); s.Calls[i].Arrive-s.Calls[i-1].Depart >= 2*time.Minute {
		s.hold = hold{call: i, share: float64(random.between(30, 70)) / 100}
	}
}

// runTo computes the running time to call i and the arrival there.
func (s *simulatedTrain) runTo(random *randomSource, h delayProfile, disruptions []*disruption, i int) {
	departure := s.times[i-1].Depart
	scheduled := s.Calls[i].Arrive - s.Calls[i-1].Depart
	late := departure.Sub(s.Departure(i - 1))
	change := seconds(random.between(h.minLoss, h.maxLoss))
	if half := len(s.Calls) / 2; i > half && h.maxRecovery > 0 {
		change = -seconds(random.between(0, h.maxRecovery))
	}
	switch {
	case late > limits[s.Kind].delay:
		late -= scheduled / 12 // a very late train runs faster
	case change > 0:
		late = min(late+change, limits[s.Kind].delay)
	default:
		late = max(late+change, min(late, maxEarly))
	}
	run := max(s.Arrival(i).Add(late.Truncate(time.Second)).Sub(departure), minRunTime(scheduled))
	for _, disruption := range disruptions {
		if disruption.slows(s.Journey, i) {
			run += disruption.delay(random)
		}
	}
	s.runTimes[i] = run
	arrive := departure.Add(run)
	if s.hold.call == i {
		s.hold.from = departure.Add(time.Duration(float64(run) * s.hold.share).Truncate(time.Second))
		length := seconds(random.between(60, limits[s.Kind].hold))
		s.hold.until = s.hold.from.Add(length)
		arrive = arrive.Add(length)
	}
	s.times[i].Arrive = arrive
}

// standAt computes the departure from call i.
func (s *simulatedTrain) standAt(random *randomSource, i int) {
	arrive := s.times[i].Arrive
	s.times[i].Depart = arrive
	if i == s.Last() || !s.stops(i) {
		return
	}
	extra := 0
	if random.between(1, 40) == 1 {
		extra = random.between(20, 100) // a delay at the platform
	}
	s.times[i].Depart = later(s.Departure(i), arrive.Add(s.minStandTime(i))).Add(seconds(extra))
}

// stops reports whether the train stops at call i.
func (s *simulatedTrain) stops(i int) bool {
	return !s.Calls[i].Passes && (i != s.skippedCall || i == 0)
}

// minStandTime returns the minimum time that the train stands at call i.
func (s *simulatedTrain) minStandTime(i int) time.Duration {
	if !s.stops(i) {
		return 0
	}
	wait := s.Calls[i].Depart - s.Calls[i].Arrive
	return min(wait, max(wait/2, 20*time.Second), 3*time.Minute)
}

// end returns the scheduled or the actual end of the journey, whichever is later.
func (s *simulatedTrain) end() time.Time {
	return later(s.Arrival(s.Last()), s.times[s.Last()].Arrive)
}

// maxEarly is the maximum by which a train arrives early, as a negative delay.
const maxEarly = -3 * time.Minute

// limits has for each kind of train the maximum delay without a hold or a disruption, and the maximum duration of a hold in seconds.
var limits = map[timetable.Kind]struct {
	delay time.Duration
	hold  int
}{timetable.Mainline: {12 * time.Minute, 7 * 60}, timetable.Suburban: {7 * time.Minute, 4 * 60}, timetable.Metro: {4 * time.Minute, 4 * 60}}

// minRunTime returns the minimum running time for a scheduled running time.
func minRunTime(scheduled time.Duration) time.Duration { return (scheduled * 4 / 5).Round(time.Second) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// A randomSource yields numbers that depend only on a seed and some texts, on every machine and with every Go release,
// which math/rand does not guarantee. It is SplitMix64, initialized with the FNV-1a hash of the seed and the texts.
type randomSource uint64

func newRandomSource(seed uint64, texts ...string) *randomSource {
	hash := fnv.New64a()
	hash.Write(binary.LittleEndian.AppendUint64(nil, seed))
	for _, text := range texts {
		io.WriteString(hash, text)
		hash.Write([]byte{0})
	}
	r := randomSource(hash.Sum64())
	return &r
}

// between returns the next number, from low to high, both included.
func (r *randomSource) between(low, high int) int {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return low + int(x%uint64(high-low+1))
}
