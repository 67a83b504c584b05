package rail_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A variableSource returns the state, and its clock the time, that were stored last.
type variableSource struct {
	state atomic.Pointer[running.State]
	unix  atomic.Int64
}

func (s *variableSource) State(time.Time) *running.State { return s.state.Load() }

func (s *variableSource) clock() time.Time { return time.Unix(s.unix.Load(), 0) }

// currentTrains returns the answers about current trains as text.
func currentTrains(t testing.TB, s *rail.Service) string {
	ctx := context.Background()
	lines := slices.Concat(vendorPositions(must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(ctx))),
		positions(must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXML(ctx))),
		positions(must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: ptr("S")}))))
	return strings.Join(lines, "\n")
}

// states returns states with changing realtime data, and one of another timetable.
func states(t *testing.T, seed uint64, now time.Time) []*running.State {
	r := newRailway(t, seed, now)
	all := []*running.State{{Timetable: r.plan}}
	for range 4 {
		for _, update := range r.updates {
			if update.Vehicle = nil; r.IntN(2) == 0 {
				at := now.Add(time.Duration(r.Int64N(int64(time.Hour)) - int64(30*time.Minute)))
				update.Vehicle = &running.Vehicle{Place: timetable.Point{Latitude: 46, Longitude: r.Float64()}, Time: at}
			}
		}
		all = append(all, &running.State{Timetable: r.plan, Realtime: running.NewSnapshot(r.plan, now, r.updates)})
		for i, update := range r.updates { // some trains have other times in the next state
			if r.IntN(2) == 0 {
				r.updates[i] = r.update(update.Journey, now)
			}
		}
	}
	other := newRailway(t, seed+1000, now)
	return append(all, &running.State{Timetable: other.plan, Realtime: running.NewSnapshot(other.plan, now, other.updates)})
}

// What a service keeps about trains never changes an answer: at any moments in any order, also if the clock is set back and
// the state changes, it answers as a new service does.
func TestKeptRecordsDoNotChangeAnswers(t *testing.T) {
	eachRailway(t, func(t *testing.T, r *railway, start time.Time) {
		all := states(t, r.Uint64N(1000), start)
		var source variableSource
		source.state.Store(all[0])
		source.unix.Store(start.Unix())
		service := rail.New(&source, source.clock)
		for range 150 {
			switch r.IntN(8) {
			case 0:
				source.state.Store(all[r.IntN(len(all))])
			case 1: // far
				source.unix.Store(start.Unix() + r.Int64N(8*3600) - 4*3600)
			case 2: // near, also back
				source.unix.Add(r.Int64N(300) - 150)
			default:
				source.unix.Add(r.Int64N(4))
			}
			if got, want := currentTrains(t, service), currentTrains(t, rail.New(&source, source.clock)); got != want {
				t.Fatalf("at %v:\n%s\nwithout keeping:\n%s", source.clock(), got, want)
			}
		}
	})
}

// Requests at the same time, while the clock and the state change, get answers that a new service could give.
func TestKeptRecordsAreSafeForConcurrentUse(t *testing.T) {
	start := time.Date(2026, time.November, 21, 9, 0, 0, 0, time.UTC)
	all := states(t, 7, start)
	var source variableSource
	source.state.Store(all[0])
	source.unix.Store(start.Unix())
	ctx := context.Background()
	ask := func(s *rail.Service) string {
		return strings.Join(positions(must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXML(ctx))), "\n")
	}
	const moments, step = 12, 41
	right := map[string]bool{}
	for _, state := range all {
		for i := range int64(moments) {
			now := time.Unix(start.Unix()+i*step, 0)
			right[ask(rail.New((*fixedSource)(state), func() time.Time { return now }))] = true
		}
	}
	service := rail.New(&source, source.clock)
	var wait sync.WaitGroup
	for seed := range uint64(8) {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(seed, 4))
			for range 200 {
				source.unix.Store(start.Unix() + r.Int64N(moments)*step)
				if r.IntN(3) == 0 {
					source.state.Store(all[r.IntN(len(all))])
				}
				if got := ask(service); !right[got] {
					t.Errorf("no state at any of the moments has these trains:\n%s", got)
					return
				}
			}
		})
	}
	wait.Wait()
}

// A timetable that was replaced does not stay in memory, once there has been any other request.
func TestKeptRecordsReleaseReplacedTimetable(t *testing.T) {
	start := time.Date(2026, time.November, 21, 9, 0, 0, 0, time.UTC)
	var source variableSource
	source.unix.Store(start.Unix())
	service := rail.New(&source, source.clock)
	released := make(chan struct{})
	func() {
		plan := newRailway(t, 1, start).plan
		runtime.AddCleanup(plan, func(done chan struct{}) { close(done) }, released)
		source.state.Store(&running.State{Timetable: plan})
		if currentTrains(t, service) == "" {
			t.Fatal("there are no trains")
		}
	}()
	source.state.Store(&running.State{Timetable: newRailway(t, 2, start).plan})
	must[realtime.ObjStationData](t)(service.GetStationDataByCodeXML(context.Background(), &realtime.GetStationDataByCodeXML{StationCode: ptr("C1")}))
	for range 100 {
		runtime.GC()
		select {
		case <-released:
			return
		default:
			runtime.Gosched()
		}
	}
	t.Error("the replaced timetable is still in memory")
}
