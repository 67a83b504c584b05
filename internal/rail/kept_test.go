package rail_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/running"
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
	var lines []string
	for _, name := range []string{"getVendorTrainsXML", "getCurrentTrainsXML", "getCurrentTrainsXML_WithTrainType"} {
		records, err := operations[name](ctx, s, arguments{"TrainType": ptr("S")})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, records...)
	}
	return strings.Join(lines, "\n")
}

// states returns states with changing realtime data, and states of another timetable.
func states(t *testing.T, now time.Time) (all []*running.State) {
	r, other := railwayOfFiction(t, 1), railwayOfFiction(t, 2)
	all = append(all, &running.State{Timetable: r.Timetable()})
	for i := range 6 {
		all = append(all, r.State(now.Add(time.Duration(i*i)*time.Minute)))
	}
	return append(all, other.State(now))
}

// What a service keeps about trains never changes an answer: at any moments in any order, also if the clock is set back and
// the state changes, it answers as a new service does.
func TestKeptRecordsDoNotChangeAnswers(t *testing.T) {
	start := time.Date(2026, time.October, 25, 0, 30, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, 2))
	all := states(t, start)
	var source variableSource
	source.state.Store(all[0])
	source.unix.Store(start.Unix())
	service := rail.New(&source, source.clock)
	for range 1500 {
		switch random.IntN(8) {
		case 0:
			source.state.Store(all[random.IntN(len(all))])
		case 1: // far
			source.unix.Store(start.Unix() + random.Int64N(8*3600) - 4*3600)
		case 2: // near, also back
			source.unix.Add(random.Int64N(300) - 150)
		default:
			source.unix.Add(random.Int64N(4))
		}
		if got, want := currentTrains(t, service), currentTrains(t, rail.New(&source, source.clock)); got != want {
			t.Fatalf("at %v:\n%s\nwithout keeping:\n%s", source.clock(), got, want)
		}
	}
}

// Requests at the same time, while the clock and the state change, get answers that a new service could give.
func TestKeptRecordsAreSafeForConcurrentUse(t *testing.T) {
	start := time.Date(2026, time.November, 21, 9, 0, 0, 0, time.UTC)
	all := states(t, start)
	var source variableSource
	source.state.Store(all[0])
	source.unix.Store(start.Unix())
	ctx := context.Background()
	ask := func(s *rail.Service) string {
		return strings.Join(must[string](t)(operations["getCurrentTrainsXML"](ctx, s, nil)), "\n")
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
		plan, _ := load(t, fiction.Feed())
		runtime.AddCleanup(plan, func(done chan struct{}) { close(done) }, released)
		source.state.Store(&running.State{Timetable: plan})
		if currentTrains(t, service) == "" {
			t.Fatal("there are no trains")
		}
	}()
	source.state.Store(&running.State{Timetable: railwayOfFiction(t, 1).Timetable()})
	must[realtime.ObjStationData](t)(service.GetStationDataByCodeXML(context.Background(), &realtime.GetStationDataByCodeXML{StationCode: ptr("STERG")}))
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
