package fiction

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Tick is how often there is news of the trains.
const Tick = 10 * time.Second

// A Railway is the island's railway with its trains: a [running.Source] whose realtime data are made as it is asked for
// them. They follow from the seed and the time alone, so that two railways with the same seed tell the same at the same
// time, wherever they run and whatever they were asked before. It is safe for concurrent use.
type Railway struct {
	plan *timetable.Timetable
	seed uint64

	routes []string                           // in order
	legs   map[string][][2]*timetable.Station // of each route
	parts  map[string][]stopTime              // the rows of trips that are parts of through trains

	mu     sync.Mutex
	recent [8]*moment // the states that were asked for last, the latest first
}

// A moment is the state from one tick up to the next.
type moment struct {
	tick  time.Time
	state func() *running.State // makes it once
}

// New returns the railway with the timetable that is embedded, and with the luck that the seed has for its trains.
func New(seed uint64) (*Railway, error) {
	plan, err := Timetable()
	if err != nil {
		return nil, err
	}
	r := &Railway{plan: plan, seed: seed, legs: routeLegs(plan)}
	r.routes = slices.Sorted(maps.Keys(r.legs))
	if r.parts, err = memberStopTimes(plan); err != nil {
		return nil, fmt.Errorf("reading the stop times of through trains: %w", err)
	}
	return r, nil
}

// Plan returns the timetable.
func (r *Railway) Plan() *timetable.Timetable { return r.plan }

// State implements [running.Source]: the state at the last tick up to now.
func (r *Railway) State(now time.Time) *running.State { return r.moment(tickOf(now)).state() }

// moment returns the moment of a tick: one of the recent ones if it is among them.
func (r *Railway) moment(tick time.Time) *moment {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.recent[:], func(m *moment) bool { return m != nil && m.tick.Equal(tick) })
	var m *moment
	if at >= 0 {
		m = r.recent[at]
	} else {
		at = len(r.recent) - 1
		m = &moment{tick, sync.OnceValue(func() *running.State { return r.state(tick) })}
	}
	copy(r.recent[1:at+1], r.recent[:at])
	r.recent[0] = m
	return m
}

// state makes the state at a tick.
func (r *Railway) state(tick time.Time) *running.State {
	message, err := gtfsrt.FromProto(r.Message(tick))
	if err != nil {
		panic(fmt.Sprintf("fiction: %v", err)) // the message has the header that it needs
	}
	live, _ := gtfsrt.Apply(r.plan, tick, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
	return &running.State{Plan: r.plan, Realtime: live}
}

func tickOf(now time.Time) time.Time {
	return time.Unix(now.Unix()-mod(now.Unix(), int64(Tick/time.Second)), 0)
}

// mod is the remainder that is never negative.
func mod(n, m int64) int64 { return (n%m + m) % m }

// Message returns what the railway tells at the last tick up to now, as a message of GTFS Realtime: what it knows of
// the trains that run, start within the next hour or ended within the last half; where trains are; and messages to
// passengers. The caller may change it.
func (r *Railway) Message(now time.Time) *bindings.FeedMessage {
	m := newMessage(tickOf(now).In(r.plan.Zone()))
	for _, s := range r.scripts(m.now) {
		m.addTrain(s, r.partsOf(s.Journey))
	}
	today := timetable.DateOf(m.now)
	m.addDisruptions(r.disruptions(today.AddDays(-1))) // may go on after midnight
	m.addDisruptions(r.disruptions(today))
	m.addWorks(r.worksAt(m.now))
	return m.FeedMessage
}

// How long before its start a train is told of, and how long after its end.
const (
	ahead   = time.Hour
	behind  = 30 * time.Minute
	overdue = 2 * time.Hour // no train is later
)

// scripts returns the scripts of the trains that the railway tells of at now.
func (r *Railway) scripts(now time.Time) []*script {
	var all []*script
	var service timetable.Date
	var disruptions []*disruption // of the service date
	for j := range r.plan.Between(now.Add(-overdue-behind), now.Add(ahead)) {
		if j.Service != service {
			service, disruptions = j.Service, r.disruptions(j.Service)
		}
		if s := r.write(j, disruptions); now.Before(s.ends().Add(behind)) {
			all = append(all, s)
		}
	}
	return all
}
