// Package roster keeps the list of the trains that are current, and what responses say about each of them until that
// changes.
//
// Most of what a response says about a train stays the same from one event to the next: an arrival, a departure, a report
// of its vehicle. Only its place changes every second. So a [Roster] keeps the list for a minute at a time, and with each
// train a value of its user and the period in which it is valid. Whoever asks for another period, for example after the
// clock was set back, makes another value. Values of trains without realtime data outlive a change of realtime data.
//
// Place in the service: between package running, whose states it reads, and package rail, whose records it keeps.
package roster

import (
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
	trains []Train[V]
}

// A Train is a journey that is current, with or without realtime data.
type Train[V any] struct {
	start, end int64 // when it is current, both included, in seconds since 1970
	rank       int
	update     *running.TripUpdate // nil without realtime data
	journey    *timetable.Journey
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
		l = newList(state, unix, l)
		r.list.Store(l)
	}
	trains := make([]*Train[V], 0, len(l.trains))
	for i := range l.trains {
		t := &l.trains[i]
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

// Kept returns the value that was kept and is valid at an instant, in seconds since 1970; or nil.
func (t *Train[V]) Kept(unix int64) *V {
	if k := t.kept.Load(); k != nil && k.Contains(unix) {
		return &k.value
	}
	return nil
}

// Keep keeps a value in place of the previous one. The function sets the value for the state of the train, and returns when
// it is valid. The value must not be changed afterwards.
func (t *Train[V]) Keep(run *running.Run, set func(*running.Run, *V) running.Period) *V {
	k := new(kept[V])
	k.Period = set(run, &k.value)
	t.kept.Store(k)
	return &k.value
}

// At returns the value of the train at an instant: the kept one if it is valid, else one that set sets, as in [Train.Keep].
func (t *Train[V]) At(now time.Time, set func(*running.Run, *V) running.Period) *V {
	if value := t.Kept(now.Unix()); value != nil {
		return value
	}
	run := t.Run(now)
	return t.Keep(&run, set)
}

// Run returns the state of the train at an instant.
func (t *Train[V]) Run(now time.Time) running.Run { return running.At(*t.journey, t.update, now) }

// newList returns the list for the period with the instant. It takes values from the previous list, which may be nil.
func newList[V any](state *running.State, unix int64, previous *list[V]) *list[V] {
	first := unix - ((unix%listTime)+listTime)%listTime
	l := &list[V]{state: state, period: running.Period{From: first, Until: first + listTime}}
	number := 0 // approximate number of trains
	if previous != nil {
		number = len(previous.trains) + len(previous.trains)/16
	}
	l.trains = ordered[V](state, time.Unix(first, 0).Add(-AfterEnd), time.Unix(first+listTime, 0).Add(BeforeStart), number)
	if previous != nil {
		l.take(previous.trains)
	}
	return l
}

// ordered returns the trains that are under way at some time in the interval, ordered by code and service date. A
// timetable numbers its trips by code, so comparing numbers is enough for all but added trains, which are not in the
// timetable.
func ordered[V any](state *running.State, from, to time.Time, number int) []Train[V] {
	updates := make([]*running.TripUpdate, 0, min(number, len(state.Realtime.TripUpdates())))
	for update := range state.Realtime.Between(from, to) {
		updates = append(updates, update)
	}
	var scheduled []timetable.Journey
	for j := range state.Timetable.Between(from, to) {
		if state.Realtime.TripUpdate(j) == nil {
			scheduled = append(scheduled, j)
		}
	}
	order := make([]uint64, 0, len(updates)+len(scheduled)) // rank in the upper 32 bits; in the lower, an index
	add := func(j *timetable.Journey) {
		order = append(order, uint64(rank(state.Timetable, j))<<32|uint64(len(order)))
	}
	for _, update := range updates {
		add(&update.Journey)
	}
	for i := range scheduled {
		add(&scheduled[i])
	}
	slices.Sort(order)
	trains := make([]Train[V], len(order))
	for i, o := range order {
		if n := int(uint32(o)); n < len(updates) {
			trains[i].set(&updates[n].Journey, updates[n])
		} else {
			trains[i].set(&scheduled[n-len(updates)], nil)
		}
		trains[i].rank = int(o >> 32)
	}
	return trains
}

func (t *Train[V]) set(j *timetable.Journey, update *running.TripUpdate) {
	t.journey, t.update = j, update
	if update != nil {
		t.start, t.end = update.UnderWay()
	} else {
		start := j.Start().Unix()
		t.start, t.end = start+int64(j.Calls[0].Depart/time.Second), start+int64(j.Calls[j.Last()].Arrive/time.Second)
	}
	t.start -= int64(BeforeStart / time.Second)
	t.end += int64(AfterEnd / time.Second)
}

// rank returns a number by which journeys are ordered by code.
func rank(plan *timetable.Timetable, j *timetable.Journey) int {
	if j.Number >= 0 {
		return 2*j.Number + 1
	}
	code, trips := timetable.Fold(j.Code), plan.Trips()
	return 2 * sort.Search(len(trips), func(i int) bool { return timetable.Fold(trips[i].Code) >= code })
}

// take takes the values of an earlier list, which is ordered by rank too, for the trains about which nothing has changed.
func (l *list[V]) take(earlier []Train[V]) {
	first := 0 // earlier trains before it have lower ranks
	for i := range l.trains {
		t := &l.trains[i]
		for first < len(earlier) && earlier[first].rank < t.rank {
			first++
		}
		for k := first; k < len(earlier) && earlier[k].rank == t.rank; k++ {
			if e := &earlier[k]; e.update == t.update && e.journey.Same(*t.journey) {
				t.kept.Store(e.kept.Load())
			}
		}
	}
}
