package fiction

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Tick is the interval between messages.
const Tick = 10 * time.Second

// A Railway is the island's railway with its simulated trains. It is a [running.Source] that computes realtime data on
// request. They depend only on the seed and the time, so two railways with the same seed have the same state at the
// same time, wherever they run and whatever was requested before. It is safe for concurrent use.
type Railway struct {
	plan *timetable.Timetable
	seed uint64

	routes   []string                           // sorted
	segments map[string][][2]*timetable.Station // by route

	mu   sync.Mutex
	tick time.Time             // of the last request
	last func() *running.State // computes the state of the tick once
}

// New returns the railway with the embedded timetable. The seed determines the delays and incidents of the simulation.
func New(seed uint64) (*Railway, error) {
	plan, err := Timetable()
	if err != nil {
		return nil, err
	}
	r := &Railway{plan: plan, seed: seed, segments: routeSegments(plan)}
	r.routes = slices.Sorted(maps.Keys(r.segments))
	return r, nil
}

// Timetable returns the timetable.
func (r *Railway) Timetable() *timetable.Timetable { return r.plan }

// State implements [running.Source]. It returns the state at the last tick before or at now.
func (r *Railway) State(now time.Time) *running.State {
	tick := now.Truncate(Tick)
	r.mu.Lock()
	if r.last == nil || !tick.Equal(r.tick) {
		r.tick, r.last = tick, sync.OnceValue(func() *running.State { return r.state(tick) })
	}
	last := r.last
	r.mu.Unlock()
	return last()
}

// state computes the state at a tick.
func (r *Railway) state(tick time.Time) *running.State {
	data, err := proto.Marshal(r.Message(tick))
	if err != nil {
		panic(fmt.Sprintf("fiction: %v", err)) // cannot happen, as the message has all required fields
	}
	message, err := gtfsrt.Decode(data)
	if err != nil {
		panic(fmt.Sprintf("fiction: %v", err)) // cannot happen, as the message has a valid header
	}
	snapshot, _ := gtfsrt.Apply(r.plan, tick, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
	return &running.State{Timetable: r.plan, Realtime: snapshot}
}

// Message returns the GTFS Realtime message of the last tick before or at now. It has trip updates of the trains that
// run, start within the next hour or ended within the last half hour; vehicle positions; and alerts. The caller may
// change it.
func (r *Railway) Message(now time.Time) *bindings.FeedMessage {
	m := newMessage(now.Truncate(Tick).In(r.plan.Zone()))
	for _, s := range r.trains(m.now) {
		m.addTrain(s, feedTrips(s.Journey))
	}
	today := timetable.DateOf(m.now)
	m.addDisruptions(r.disruptions(today.AddDays(-1))) // they can last until after midnight
	m.addDisruptions(r.disruptions(today))
	m.addWorks(r)
	return m.FeedMessage
}

// How long before its start and after its end a train is in the messages.
const (
	announcedBefore = time.Hour
	announcedAfter  = 30 * time.Minute
	maxLateness     = 2 * time.Hour // no train is delayed more
)

// trains returns the trains in the message at now.
func (r *Railway) trains(now time.Time) []*simulatedTrain {
	var all []*simulatedTrain
	var service timetable.Date
	var disruptions []*disruption // disruptions on the service date
	for j := range r.plan.Between(now.Add(-maxLateness-announcedAfter), now.Add(announcedBefore)) {
		if j.Service != service {
			service, disruptions = j.Service, r.disruptions(j.Service)
		}
		if s := r.simulate(j, disruptions); now.Before(s.end().Add(announcedAfter)) {
			all = append(all, s)
		}
	}
	return all
}
