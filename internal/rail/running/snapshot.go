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
// keeps copies of the lives, which share their slices. Of several for the same journey the first counts.
func NewSnapshot(plan *timetable.Timetable, at time.Time, lives []*Live) *Snapshot {
	s := &Snapshot{at: at}
	s.indexJourneys(lives)
	s.indexSpans()
	s.indexStops(plan)
	return s
}

// indexJourneys sorts the lives, those of trips that the timetable does not know first, and finds them.
func (s *Snapshot) indexJourneys(lives []*Live) {
	s.lives = slices.Clone(lives)
	slices.SortStableFunc(s.lives, compareLives)
	s.lives = slices.CompactFunc(s.lives, func(a, b *Live) bool {
		return a.Journey.Number >= 0 && compareLives(a, b) == 0
	})
	s.layOut()
	first := 0
	for ; first < len(s.lives) && s.lives[first].Journey.Number < 0; first++ {
		if s.added == nil {
			s.added = map[string][]*Live{}
		}
		code := timetable.Fold(s.lives[first].Journey.Code)
		s.added[code] = append(s.added[code], s.lives[first])
	}
	for first < len(s.lives) {
		service := s.lives[first].Journey.Service
		end := first
		for end < len(s.lives) && s.lives[end].Journey.Service == service {
			end++
		}
		s.days = append(s.days, newDay(service, s.lives[first:end]))
		first = end
	}
}

// layOut puts the lives and their times next to each other in their order, which is the one that answers need them in.
func (s *Snapshot) layOut() {
	calls := 0
	for _, live := range s.lives {
		calls += len(live.Times)
	}
	lives, times := make([]Live, len(s.lives)), make([]seconds, 0, calls)
	for i, live := range s.lives {
		start := live.Journey.Start().Unix()
		first := len(times)
		for _, t := range live.Times {
			times = append(times, seconds{int32(t.Arrive.Unix() - start), int32(t.Depart.Unix() - start)})
		}
		lives[i] = *live
		if live.Times != nil {
			lives[i].seconds = times[first:len(times):len(times)]
		}
		s.lives[i] = &lives[i]
	}
}

// compareLives orders the trains that the timetable does not know by code and service date, before those that it does
// by service date and number.
func compareLives(a, b *Live) int {
	switch a, b := &a.Journey, &b.Journey; {
	case a.Number >= 0 && b.Number >= 0:
		return cmp.Or(a.Service.Compare(b.Service), cmp.Compare(a.Number, b.Number))
	case a.Number < 0 && b.Number < 0:
		return cmp.Or(cmp.Compare(timetable.Fold(a.Code), timetable.Fold(b.Code)), a.Service.Compare(b.Service))
	case a.Number < 0:
		return -1
	}
	return 1
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
		start, first := run.Start().Unix(), run.First()
		s.spans[i] = span{
			start: start + int64(min(run.Calls[first].Depart, run.Depart(first))/time.Second),
			end:   start + int64(run.Arrive(run.End())/time.Second),
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
			start := run.Start().Unix()
			for call := run.First(); call <= run.End(); call++ {
				if !run.Stops(call) {
					continue
				}
				stop := stop{
					start + int64(run.Arrive(call)/time.Second), start + int64(run.Depart(call)/time.Second),
					int32(i), int32(call),
				}
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

// Lives returns all that is known: of the trains that the timetable does not know in the order of their codes, then of
// the others in the order of service dates and trips. The caller must not change the slice.
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
