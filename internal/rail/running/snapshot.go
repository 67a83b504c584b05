package running

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A State is a timetable together with the realtime data about its trains. It does not change; it is replaced as a
// whole.
type State struct {
	Timetable *timetable.Timetable
	Realtime  *Snapshot // made for Timetable; nil if there are no realtime data
	Stale     []string  // what passengers may know the realtime feeds by whose trains are too old to be used
}

// A Source provides the current state.
type Source interface {
	// State returns the state at now, the time of the service's clock. It is safe for concurrent use and never returns
	// nil.
	State(now time.Time) *State
}

// A Snapshot holds the realtime data about the trains of one timetable at one time, indexed. It does not change and is
// safe for concurrent use. A nil Snapshot is empty.
type Snapshot struct {
	at      time.Time
	updates []*TripUpdate
	spans   []span // of the updates
	days    []day
	added   map[string][]*TripUpdate // trains that are not in the timetable, by folded code
	alerts  Alerts                   // nil if there are none

	stops timetable.ByStation[stop]
}

// A span is when a train is under way, in seconds since 1970.
type span struct{ start, end int64 }

// A stop is a stop of a train at a station, in seconds since 1970.
type stop struct {
	arrive, depart int64
	update, call   int32
}

// A day holds the updates of a service date, indexed by the numbers of their trips.
type day struct {
	service timetable.Date
	updates []*TripUpdate // by the numbers of their trips
	first   int           // the trip number of dense[0]
	dense   []int32       // by trip number: the index of the update plus one, or 0; nil if there are too few updates
}

// maxTripsPerUpdate is the maximum ratio of trips to updates at which day.dense is worth its memory.
const maxTripsPerUpdate = 256

func newDay(service timetable.Date, updates []*TripUpdate) day {
	d := day{service: service, updates: updates, first: updates[0].Journey.Number}
	width := updates[len(updates)-1].Journey.Number - d.first + 1
	if width > maxTripsPerUpdate*len(updates) {
		return d
	}
	d.dense = make([]int32, width)
	for i, update := range updates {
		d.dense[update.Journey.Number-d.first] = int32(i + 1)
	}
	return d
}

func (d *day) find(number int) *TripUpdate {
	if d.dense == nil {
		i, ok := slices.BinarySearchFunc(d.updates, number, func(l *TripUpdate, n int) int { return cmp.Compare(l.Journey.Number, n) })
		if !ok {
			return nil
		}
		return d.updates[i]
	}
	if n := number - d.first; n >= 0 && n < len(d.dense) && d.dense[n] > 0 {
		return d.updates[d.dense[n]-1]
	}
	return nil
}

// NewSnapshot returns a snapshot of the updates for trains of the timetable. The time at is the newest of the feeds'
// timestamps. The snapshot keeps copies of the updates, which share their slices. Of several updates for the same
// journey of the timetable it keeps the first.
func NewSnapshot(plan *timetable.Timetable, at time.Time, updates []*TripUpdate) *Snapshot {
	s := &Snapshot{at: at}
	s.indexJourneys(updates)
	s.indexSpans()
	s.stops = timetable.GroupByStation(plan, s.eachStop)
	return s
}

// indexJourneys sorts the updates, with trips that are not in the timetable first, and indexes them by journey.
func (s *Snapshot) indexJourneys(updates []*TripUpdate) {
	s.updates = slices.Clone(updates)
	slices.SortStableFunc(s.updates, compareUpdates)
	s.updates = slices.CompactFunc(s.updates, func(a, b *TripUpdate) bool {
		return a.Journey.Number >= 0 && compareUpdates(a, b) == 0
	})
	s.layOut()
	first := 0
	for ; first < len(s.updates) && s.updates[first].Journey.Number < 0; first++ {
		if s.added == nil {
			s.added = map[string][]*TripUpdate{}
		}
		code := timetable.Fold(s.updates[first].Journey.Code)
		s.added[code] = append(s.added[code], s.updates[first])
	}
	for first < len(s.updates) {
		service := s.updates[first].Journey.Service
		end := first
		for end < len(s.updates) && s.updates[end].Journey.Service == service {
			end++
		}
		s.days = append(s.days, newDay(service, s.updates[first:end]))
		first = end
	}
}

// layOut copies the updates and their times into two slices in their order. Responses read them in this order, so that
// consecutive reads touch neighbouring memory.
func (s *Snapshot) layOut() {
	calls := 0
	for _, update := range s.updates {
		calls += len(update.Times)
	}
	updates, times := make([]TripUpdate, len(s.updates)), make([]seconds, 0, calls)
	for i, update := range s.updates {
		start := update.Journey.Start().Unix()
		first := len(times)
		for _, t := range update.Times {
			times = append(times, seconds{int32(t.Arrive.Unix() - start), int32(t.Depart.Unix() - start)})
		}
		updates[i] = *update
		if update.Times != nil {
			updates[i].seconds = times[first:len(times):len(times)]
		}
		s.updates[i] = &updates[i]
	}
}

// compareUpdates orders trains that are not in the timetable by code and service date, and puts them before trains of the
// timetable, which it orders by service date and number.
func compareUpdates(a, b *TripUpdate) int {
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

// indexSpans computes when each train is under way: from its scheduled or expected departure, whichever is earlier, to
// its expected arrival. The span of a train that does not run is empty.
func (s *Snapshot) indexSpans() {
	s.spans = make([]span, len(s.updates))
	for i, update := range s.updates {
		run := At(update.Journey, update, s.at)
		first := run.FirstStop()
		update.span = span{run.unix(min(run.Calls[first].Depart, run.Depart(first))), run.unix(run.Arrive(run.LastStop()))}
		if run.Cancelled() {
			update.span = span{1, 0}
		}
		s.spans[i] = update.span
	}
}

// eachStop yields every stop of every train.
func (s *Snapshot) eachStop(yield func(*timetable.Station, stop) bool) {
	for i, update := range s.updates {
		run := At(update.Journey, update, s.at)
		for call := run.FirstStop(); call <= run.LastStop(); call++ {
			if !run.Stops(call) {
				continue
			}
			stop := stop{run.unix(run.Arrive(call)), run.unix(run.Depart(call)), int32(i), int32(call)}
			switch call {
			case run.FirstStop():
				stop.arrive = stop.depart
			case run.LastStop():
				stop.depart = stop.arrive
			}
			if !yield(run.Calls[call].Station, stop) {
				return
			}
		}
	}
}

// Time returns the time of the data: the newest of the feeds' timestamps.
func (s *Snapshot) Time() time.Time {
	if s == nil {
		return time.Time{}
	}
	return s.at
}

// TripUpdates returns all updates: first the updates of trains that are not in the timetable, ordered by code, then the
// others, ordered by service date and trip. The caller must not change the slice.
func (s *Snapshot) TripUpdates() []*TripUpdate {
	if s == nil {
		return nil
	}
	return s.updates
}

// TripUpdate returns the update of a journey of the timetable, or nil.
func (s *Snapshot) TripUpdate(j timetable.Journey) *TripUpdate {
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

// AddedTrip returns the update of a train that is not in the timetable, by its code and the date of its start as
// defined by [timetable.Journey.Date]; or nil.
func (s *Snapshot) AddedTrip(code string, date timetable.Date) *TripUpdate {
	if s == nil {
		return nil
	}
	for _, update := range s.added[timetable.Fold(code)] {
		if update.Journey.Date() == date {
			return update
		}
	}
	return nil
}

// Between yields the updates of the trains that are under way at some time in the interval [from, to]. A train is under
// way from its scheduled or expected departure, whichever is earlier, to its expected arrival. Trains that do not
// run are left out.
func (s *Snapshot) Between(from, to time.Time) iter.Seq[*TripUpdate] {
	return func(yield func(*TripUpdate) bool) {
		if s == nil {
			return
		}
		low, high := from.Unix(), to.Unix()
		for i, span := range s.spans {
			if span.start <= high && span.end >= low && span.start <= span.end && !yield(s.updates[i]) {
				return
			}
		}
	}
}

// StoppingAt yields the updates of the trains that are expected to stand at the station at some time in the interval
// [from, to], with the index of the call. A train that calls there more than once is yielded once for each call in
// the interval.
func (s *Snapshot) StoppingAt(station *timetable.Station, from, to time.Time) iter.Seq2[*TripUpdate, int] {
	return func(yield func(*TripUpdate, int) bool) {
		if s == nil {
			return
		}
		low, high := from.Unix(), to.Unix()
		for _, stop := range s.stops.At(station) {
			if stop.arrive <= high && stop.depart >= low && !yield(s.updates[stop.update], int(stop.call)) {
				return
			}
		}
	}
}
