package rail_test

import (
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/timetable"
)

// railwayOfFiction returns a railway that other tests with the same seed have used, too: requests do not depend on earlier ones.
func railwayOfFiction(t testing.TB, seed uint64) *fiction.Railway {
	t.Helper()
	if r, ok := railways.Load(seed); ok {
		return r.(*fiction.Railway)
	}
	r := newRailway(t, seed)
	railways.Store(seed, r)
	return r
}

var railways sync.Map // by seed

func newRailway(t testing.TB, seed uint64) *fiction.Railway {
	t.Helper()
	r, err := fiction.New(seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wednesday is 04:00 UTC on an ordinary working day.
var wednesday = time.Date(2026, 11, 18, 4, 0, 0, 0, time.UTC)

func TestSameSeedGivesSameMessages(t *testing.T) {
	one, two, other := railwayOfFiction(t, 1), newRailway(t, 1), railwayOfFiction(t, 2)
	var instants []time.Time
	for i := range 15 {
		instants = append(instants, wednesday.Add(time.Duration(i)*97*time.Minute+11*time.Second))
	}
	differ := 0
	for i := range instants {
		now := instants[i]
		two.Message(instants[len(instants)-1-i]) // earlier requests must not matter
		m := one.Message(now)
		if !proto.Equal(m, two.Message(now.Add(8*time.Second))) || !proto.Equal(m, one.Message(now.In(time.FixedZone("", 3600)))) {
			t.Errorf("messages at %v differ", now)
		}
		if proto.Equal(m, one.Message(now.Add(10*time.Second))) {
			t.Errorf("the message at %v equals the message of the next tick", now)
		}
		if !proto.Equal(m, other.Message(now)) {
			differ++
		}
	}
	if differ < len(instants)-1 {
		t.Errorf("messages of another seed differ at %d instants of %d", differ, len(instants))
	}
}

func TestStatesOfEarlierAndLaterInstants(t *testing.T) {
	r := railwayOfFiction(t, 1)
	now := wednesday.Add(4 * time.Hour)
	for _, offset := range []time.Duration{0, 3 * time.Hour, -2 * time.Hour, 0, 24 * time.Hour, 4 * time.Second, 0} {
		at := now.Add(offset)
		if state := r.State(at); state.Timetable != r.Timetable() || !state.Realtime.Time().Equal(at.Truncate(fiction.Tick)) {
			t.Errorf("at %v: the state has the time %v", at, state.Realtime.Time())
		}
	}
	if r.State(now) != r.State(now.Add(9*time.Second)) {
		t.Error("the state of a tick is computed twice")
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for k := range 12 {
				at := now.Add(time.Duration(k/3+i%3) * fiction.Tick)
				if got := r.State(at).Realtime.Time(); !got.Equal(at) {
					t.Errorf("at %v: the state has the time %v", at, got)
				}
			}
		})
	}
	group.Wait()
}

// passes reports whether the train of an event passes its station.
func passes(plan *timetable.Timetable, e event) bool {
	return slices.ContainsFunc(plan.TripsByID(e.trip)[0].Calls, func(c timetable.Call) bool { return c.Sequence == e.sequence && c.Passes })
}

// For any seed and time, a state can be computed and the times of each train increase.
func TestAnySeedAndTime(t *testing.T) {
	for _, seed := range []uint64{0, 2, 1 << 40, math.MaxUint64} {
		r := railwayOfFiction(t, seed)
		for i := range 10 {
			now := wednesday.Add(time.Duration(9*i*i) * 17 * time.Hour).Add(time.Duration(i) * 11 * time.Second)
			last, before := int64(0), event{}
			events(r.Message(now), func(e event, at int64, u *bindings.TripUpdate_StopTimeUpdate) {
				if e.trip == before.trip && e.date == before.date && e.start == before.start && (at < last || !e.departs && at == last) {
					t.Errorf("seed %d, at %v: %+v is at %d, after %d", seed, now, e, at, last)
				}
				if last, before = at, e; e.departs && u.GetDeparture().GetDelay() < 0 && !passes(r.Timetable(), e) {
					t.Errorf("seed %d, at %v: %+v leaves early", seed, now, e)
				}
			})
		}
		for _, year := range []int{1, 1969, 1999, 2019, 2041, 2300, 9999} {
			now := time.Date(year, 7, 3, 12, 0, 0, 0, time.UTC)
			if state := r.State(now); state == nil || state.Timetable != r.Timetable() {
				t.Errorf("in the year %d: %+v", year, state)
			}
			events(r.Message(now), func(e event, at int64, _ *bindings.TripUpdate_StopTimeUpdate) {
				t.Errorf("in the year %d: %+v", year, e)
			})
		}
	}
}
