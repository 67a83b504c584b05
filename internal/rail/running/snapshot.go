package running

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A State is a timetable and what is known of its trains: a pair that belongs together. It does not change; a new one
// takes its place.
type State struct {
	Plan *timetable.Timetable
	Live *Snapshot // made for Plan; nil: the timetable alone
}

// A Source gives the state that is in force.
type Source interface {
	// State returns the state at now, which is what the clock of the service shows. It is safe for concurrent use and
	// never returns nil.
	State(now time.Time) *State
}

// A Snapshot is what is known of the trains of one timetable at a time. It does not change and is safe for concurrent
// use. A nil Snapshot knows nothing.
type Snapshot struct {
	at    time.Time
	lives []*Live
	spans []span // of the lives
	days  []day
	added map[string][]*Live // trains that the timetable does not know, by folded code

	stops   []stop  // of one station after the other
	stopsAt []int32 // where the stops of each station begin, and where those of the last end
}

// A span is when a train is under way, in seconds since 1970.
type span struct{ start, end int64 }

// A stop is one of a station that a train makes, in seconds since 1970.
type stop struct {
	arrive, depart int64
	live, call     int32
}

// A day finds the lives of a service date by the numbers of their trips.
type day struct {
	service timetable.Date
	lives   []*Live // by the numbers of their trips
	first   int     // the number that dense starts with
	dense   []int32 // the index of the life plus one, or 0; nil where the lives are too few for it
}

// sparse is how many trips there may be for each life at most for dense to be worth its memory.
const sparse = 256

func newDay(service timetable.Date, lives []*Live) day {
	d := day{service: service, lives: lives, first: lives[0].Journey.Number}
	width := lives[len(lives)-1].Journey.Number - d.first + 1
	if width > sparse*len(lives) {
		return d
	}
	d.dense = make([]int32, width)
	for i, live := range lives {
		d.dense[live.Journey.Number-d.first] = int32(i + 1)
	}
	return d
}

func (d *day) find(number int) *Live {
	if d.dense == nil {
		i, ok := slices.BinarySearchFunc(d.lives, number, func(l *Live, n int) int { return cmp.Compare(l.Journey.Number, n) })
		if !ok {
			return nil
		}
		return d.lives[i]
	}
	if n := number - d.first; n >= 0 && n < len(d.dense) && d.dense[n] > 0 {
		return d.lives[d.dense[n]-1]
	}
	return nil
}

// NewSnapshot returns what is known of the trains of the timetable: at says when, the newest of the feeds' times. It
// takes the lives over. Of several for the same journey the first counts.
func NewSnapshot(plan *timetable.Timetable, at time.Time, lives []*Live) *Snapshot {
	s := &Snapshot{at: at}
	s.indexJourneys(lives)
	s.indexSpans()
	s.indexStops(plan)
	return s
}

// indexJourneys sorts the lives by service date and trip and finds them by these.
func (s *Snapshot) indexJourneys(lives []*Live) {
	s.lives = slices.Clone(lives)
	slices.SortStableFunc(s.lives, func(a, b *Live) int {
		return cmp.Or(a.Journey.Service.Compare(b.Journey.Service), cmp.Compare(a.Journey.Number, b.Journey.Number))
	})
	s.lives = slices.CompactFunc(s.lives, func(a, b *Live) bool {
		return a.Journey.Number >= 0 && a.Journey.Service == b.Journey.Service && a.Journey.Number == b.Journey.Number
	})
	for first := 0; first < len(s.lives); {
		service := s.lives[first].Journey.Service
		end := first
		for end < len(s.lives) && s.lives[end].Journey.Service == service {
			end++
		}
		s.indexDay(service, first, end)
		first = end
	}
}

// indexDay finds the lives from first to before end, which are those of one service date.
func (s *Snapshot) indexDay(service timetable.Date, first, end int) {
	for ; first < end && s.lives[first].Journey.Number < 0; first++ {
		if s.added == nil {
			s.added = map[string][]*Live{}
		}
		code := timetable.Fold(s.lives[first].Journey.Code)
		s.added[code] = append(s.added[code], s.lives[first])
	}
	if first < end {
		s.days = append(s.days, newDay(service, s.lives[first:end]))
	}
}

// indexSpans notes when each train is under way, by its schedule or in fact. One that does not run never is.
func (s *Snapshot) indexSpans() {
	s.spans = make([]span, len(s.lives))
	for i, live := range s.lives {
		run := At(live.Journey, live, s.at)
		if run.Cancelled() {
			s.spans[i] = span{1, 0}
			continue
		}
		s.spans[i] = span{
			start: min(run.Departure(run.First()).Unix(), run.Expected(run.First()).Depart.Unix()),
			end:   run.Expected(run.End()).Arrive.Unix(),
		}
	}
}

func (s *Snapshot) indexStops(plan *timetable.Timetable) {
	s.stopsAt = make([]int32, plan.StationCount()+1)
	for stop := range s.eachStop() {
		s.stopsAt[s.station(stop)+1]++
	}
	for i := range plan.StationCount() {
		s.stopsAt[i+1] += s.stopsAt[i]
	}
	s.stops = make([]stop, s.stopsAt[plan.StationCount()])
	next := slices.Clone(s.stopsAt)
	for stop := range s.eachStop() {
		n := s.station(stop)
		s.stops[next[n]] = stop
		next[n]++
	}
}

func (s *Snapshot) station(stop stop) int {
	return s.lives[stop.live].Journey.Calls[stop.call].Station.Number
}

// eachStop yields the stops of every train.
func (s *Snapshot) eachStop() iter.Seq[stop] {
	return func(yield func(stop) bool) {
		for i, live := range s.lives {
			run := At(live.Journey, live, s.at)
			for call := run.First(); call <= run.End(); call++ {
				if !run.Stops(call) {
					continue
				}
				times := run.Expected(call)
				stop := stop{times.Arrive.Unix(), times.Depart.Unix(), int32(i), int32(call)}
				switch call {
				case run.First():
					stop.arrive = stop.depart
				case run.End():
					stop.depart = stop.arrive
				}
				if !yield(stop) {
					return
				}
			}
		}
	}
}

// Time returns when the data were made: the newest of the feeds' times.
func (s *Snapshot) Time() time.Time {
	if s == nil {
		return time.Time{}
	}
	return s.at
}

// Lives returns all that is known, in the order of service dates and trips. The caller must not change the slice.
func (s *Snapshot) Lives() []*Live {
	if s == nil {
		return nil
	}
	return s.lives
}

// Of returns what is known of the journey, or nil.
func (s *Snapshot) Of(j timetable.Journey) *Live {
	if s == nil || j.Number < 0 {
		return nil
	}
	for i := range s.days {
		if d := &s.days[i]; d.service == j.Service {
			return d.find(j.Number)
		}
	}
	return nil
}

// Journey returns the train with the code that starts on the date, as [timetable.Journey.Date] has it, of those that
// only realtime data know; or nil.
func (s *Snapshot) Journey(code string, date timetable.Date) *Live {
	if s == nil {
		return nil
	}
	for _, live := range s.added[timetable.Fold(code)] {
		if live.Journey.Date() == date {
			return live
		}
	}
	return nil
}

// Between yields what is known of the trains that are expected to be under way at some time from from to to, both
// included, or to have started by their schedule and not to have ended. Trains that do not run are left out.
func (s *Snapshot) Between(from, to time.Time) iter.Seq[*Live] {
	return func(yield func(*Live) bool) {
		if s == nil {
			return
		}
		low, high := from.Unix(), to.Unix()
		for i, span := range s.spans {
			if span.start <= high && span.end >= low && span.start <= span.end && !yield(s.lives[i]) {
				return
			}
		}
	}
}

// StoppingAt yields what is known of the trains that are expected to stand at the station at some time from from to to,
// both included, with the index of the call. A train that calls there more than once is yielded for each of the calls
// in the interval.
func (s *Snapshot) StoppingAt(station *timetable.Station, from, to time.Time) iter.Seq2[*Live, int] {
	return func(yield func(*Live, int) bool) {
		if s == nil {
			return
		}
		low, high := from.Unix(), to.Unix()
		for _, stop := range s.stops[s.stopsAt[station.Number]:s.stopsAt[station.Number+1]] {
			if stop.arrive <= high && stop.depart >= low && !yield(s.lives[stop.live], int(stop.call)) {
				return
			}
		}
	}
}
