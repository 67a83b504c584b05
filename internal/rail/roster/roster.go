// Package roster keeps the list of the trains that are current, and what responses say about each of them until that
// changes.
//
// Most of what a response says about a train stays the same from one event to the next: an arrival, a departure, a report
// of its vehicle. Only its place changes every second. So a [Roster] keeps the list for a minute at a time, and with each
// train a value of its user and the period in which it is valid. Whoever asks for another period, for example after the
// clock was set back, makes another value.
//
// Place in the service: between package running, whose states it reads, and package rail, whose records it keeps.
package roster

import (
	"cmp"
	"slices"
	"sort"
	"sync/atomic"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// BeforeStart and AfterEnd are how long before its start and after its end a train is current.
const (
	BeforeStart = 10 * time.Minute
	AfterEnd    = 5 * time.Minute
)

// listTime is the length of the period for which a list is made.
const listTime = 60 // seconds

// A Roster keeps one list of trains, with a value of type V for each of them. The zero Roster is empty. It is safe for
// concurrent use.
type Roster[V any] struct{ list atomic.Pointer[list[V]] }

// A list has the trains of a state that are current at some time in a period, ordered by code.
type list[V any] struct {
	state  *running.State
	period running.Period
	trains []*Train[V]
}

// A Train is a journey that is current, with or without realtime data.
type Train[V any] struct {
	start, end int64 // when it is current, both included, in seconds since 1970
	rank       int
	update     *running.TripUpdate // nil without realtime data
	journey    timetable.Journey
	kept       atomic.Pointer[kept[V]]
}

// kept is a value with the period in which it is valid.
type kept[V any] struct {
	running.Period
	value V
}

// Current returns the trains of the kind, or of all kinds if it is 0, that are current in the state at now, ordered by code.
func (r *Roster[V]) Current(state *running.State, now time.Time, kind timetable.Kind) []*Train[V] {
	unix := now.Unix()
	l := r.list.Load()
	if l == nil || l.state != state || !l.period.Contains(unix) {
		l = newList[V](state, unix)
		r.list.Store(l)
	}
	trains := make([]*Train[V], 0, len(l.trains))
	for _, t := range l.trains {
		if t.start <= unix && unix <= t.end && (kind == 0 || t.journey.Kind == kind) {
			trains = append(trains, t)
		}
	}
	return trains
}

// Release removes the list if its timetable is not the timetable of the state, so that the memory of a replaced timetable
// can be freed.
func (r *Roster[V]) Release(state *running.State) {
	if l := r.list.Load(); l != nil && l.state.Timetable != state.Timetable {
		r.list.CompareAndSwap(l, nil)
	}
}

// At returns the value of the train at an instant: the kept one if it is valid then, else one that it keeps in place of that. The
// function sets the value for the state of the train, and returns when it is valid. The value must not be changed afterwards.
func (t *Train[V]) At(now time.Time, set func(*V, *running.Run) running.Period) *V {
	if k := t.kept.Load(); k != nil && k.Contains(now.Unix()) {
		return &k.value
	}
	run := t.Run(now)
	k := new(kept[V])
	k.Period = set(&k.value, &run)
	t.kept.Store(k)
	return &k.value
}

// Run returns the state of the train at an instant.
func (t *Train[V]) Run(now time.Time) running.Run { return running.At(t.journey, t.update, now) }

// newList returns the list for the period with the instant.
func newList[V any](state *running.State, unix int64) *list[V] {
	first := unix - ((unix%listTime)+listTime)%listTime
	l := &list[V]{state: state, period: running.Period{From: first, Until: first + listTime}}
	add := func(j timetable.Journey, update *running.TripUpdate, start, end int64) {
		l.trains = append(l.trains, &Train[V]{
			start: start - int64(BeforeStart/time.Second), end: end + int64(AfterEnd/time.Second),
			rank: rank(state.Timetable, j), update: update, journey: j,
		})
	}
	from, to := time.Unix(first, 0).Add(-AfterEnd), time.Unix(first+listTime, 0).Add(BeforeStart)
	for update := range state.Realtime.Between(from, to) {
		start, end := update.UnderWay()
		add(update.Journey, update, start, end)
	}
	for j := range state.Timetable.Between(from, to) {
		if state.Realtime.TripUpdate(j) == nil {
			add(j, nil, j.Departure(0).Unix(), j.Arrival(j.Last()).Unix())
		}
	}
	slices.SortStableFunc(l.trains, func(a, b *Train[V]) int { return cmp.Compare(a.rank, b.rank) })
	return l
}

// rank returns a number by which journeys are ordered by code. A timetable numbers its trips by code; only added trains are not
// in it.
func rank(plan *timetable.Timetable, j timetable.Journey) int {
	if j.Number >= 0 {
		return 2*j.Number + 1
	}
	code, trips := timetable.Fold(j.Code), plan.Trips()
	return 2 * sort.Search(len(trips), func(i int) bool { return timetable.Fold(trips[i].Code) >= code })
}
