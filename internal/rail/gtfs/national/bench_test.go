package national_test

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/gtfs/national"
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A country is what the benchmarks measure: 5,000 stations, 50,000 trips a day, 700,000 stop times, and 10,000 trains
// under way at the peak of a working day, which all are late.
type country struct {
	feed    []byte // the static feed, as ZIP
	message []byte // the realtime feed
	peak    time.Time
	plan    *timetable.Timetable
}

var wholeCountry = sync.OnceValue(func() country {
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		panic(err)
	}
	network := national.New(national.Default(zone))
	var feed bytes.Buffer
	if err := network.WriteGTFS(&feed); err != nil {
		panic(err)
	}
	message, err := proto.Marshal(network.Realtime(network.Peak()))
	if err != nil {
		panic(err)
	}
	plan, _, err := gtfs.Load(context.Background(), feed.Bytes(), gtfs.Options{})
	if err != nil {
		panic(err)
	}
	return country{feed.Bytes(), message, network.Peak(), plan}
})

// apply does what an update of the realtime feed takes: it reads the message and applies it.
func (c country) apply(tb testing.TB) *running.State {
	tb.Helper()
	message, err := gtfsrt.Decode(c.message)
	if err != nil {
		tb.Fatal(err)
	}
	snapshot, _ := gtfsrt.Apply(c.plan, c.peak, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
	return &running.State{Plan: c.plan, Realtime: snapshot}
}

// A source is the state that was stored last.
type source struct{ atomic.Pointer[running.State] }

func (s *source) State(time.Time) *running.State { return s.Load() }

func (c country) service(tb testing.TB) (*rail.Service, *source) {
	tb.Helper()
	s := &source{}
	s.Store(c.apply(tb))
	return rail.New(s, func() time.Time { return c.peak }), s
}

// cpuTime returns what the process has used, where that can be told.
var cpuTime func() time.Duration

// measure runs a benchmark and reports the computing time beside the time that passes, which says little on a busy
// machine. It includes that of the garbage collector.
func measure(b *testing.B, f func()) {
	b.Helper()
	b.ReportAllocs()
	var start time.Duration
	n := 0
	for b.Loop() {
		if n == 0 && cpuTime != nil {
			start = cpuTime()
		}
		f()
		n++
	}
	if cpuTime != nil {
		b.ReportMetric(float64((cpuTime()-start).Microseconds())/float64(n), "cpu-µs/op")
	}
}

func BenchmarkLoad(b *testing.B) {
	c := wholeCountry()
	measure(b, func() {
		if _, _, err := gtfs.Load(context.Background(), c.feed, gtfs.Options{}); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkUpdate applies a realtime message about all trains.
func BenchmarkUpdate(b *testing.B) {
	c := wholeCountry()
	measure(b, func() { c.apply(b) })
}

// BenchmarkBoard asks for the board of one station after the other, and of the one with the most trains.
func BenchmarkBoard(b *testing.B) {
	c := wholeCountry()
	service, _ := c.service(b)
	ask := func(b *testing.B, code string) int {
		records, err := service.GetStationDataByCodeXML(b.Context(), &realtime.GetStationDataByCodeXML{StationCode: &code})
		if err != nil {
			b.Fatal(err)
		}
		return len(records)
	}
	var codes []string
	busiest, most := "", 0
	for s := range c.plan.Stations() {
		codes = append(codes, s.Code)
		if n := ask(b, s.Code); n > most {
			busiest, most = s.Code, n
		}
	}
	b.Run("each", func(b *testing.B) {
		trains, i := 0, 0
		measure(b, func() {
			trains += ask(b, codes[i%len(codes)])
			i++
		})
		b.ReportMetric(float64(trains)/float64(i), "trains")
	})
	b.Run("busiest", func(b *testing.B) {
		measure(b, func() { ask(b, busiest) })
		b.ReportMetric(float64(most), "trains")
	})
}

// BenchmarkCurrentTrains lists all trains that are under way.
func BenchmarkCurrentTrains(b *testing.B) {
	service, _ := wholeCountry().service(b)
	b.Run("positions", func(b *testing.B) {
		trains := 0
		measure(b, func() {
			records, err := service.GetCurrentTrainsXML(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			trains = len(records)
		})
		b.ReportMetric(float64(trains), "trains")
	})
	b.Run("vendor", func(b *testing.B) {
		measure(b, func() {
			if _, err := service.GetVendorTrainsXML(b.Context()); err != nil {
				b.Fatal(err)
			}
		})
	})
}

// BenchmarkBoardDuringUpdates asks for boards while another goroutine applies one realtime message after the other, to
// show that readers do not wait for updates. It reports the slowest answer in a hundred too.
func BenchmarkBoardDuringUpdates(b *testing.B) {
	c := wholeCountry()
	service, state := c.service(b)
	done := make(chan struct{})
	var updates sync.WaitGroup
	updates.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				state.Store(c.apply(b))
			}
		}
	})
	var codes []string
	for s := range c.plan.Stations() {
		codes = append(codes, s.Code)
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		code := codes[i%len(codes)]
		if _, err := service.GetStationDataByCodeXML(b.Context(), &realtime.GetStationDataByCodeXML{StationCode: &code}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	close(done)
	updates.Wait()
	b.ReportMetric(float64(percentile(took, 50).Microseconds()), "p50-µs")
	b.ReportMetric(float64(percentile(took, 99).Microseconds()), "p99-µs")
}

func percentile(took []time.Duration, percent int) time.Duration {
	slices.Sort(took)
	return took[(len(took)-1)*percent/100]
}
