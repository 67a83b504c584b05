package rail_test

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A country holds the data of the benchmarks: 5,000 stations, 50,000 trips per day, 700,000 stop times, and 10,000 trains
// under way at the peak of a working day, all of them late.
type country struct {
	feed    []byte // the static feed, as ZIP
	message []byte // the realtime feed
	peak    time.Time
	plan    *timetable.Timetable
}

var wholeCountry = sync.OnceValue(func() country { return newCountry(Default()) })

func newCountry(config Config) country {
	network := New(config)
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
}

// apply decodes and applies the realtime message, as the service does for each new message.
func (c country) apply(tb testing.TB) *running.State {
	tb.Helper()
	message, err := gtfsrt.Decode(c.message)
	if err != nil {
		tb.Fatal(err)
	}
	snapshot, _ := gtfsrt.Apply(c.plan, c.peak, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
	return &running.State{Timetable: c.plan, Realtime: snapshot}
}

// A source returns the state that was stored last.
type source struct{ atomic.Pointer[running.State] }

func (s *source) State(time.Time) *running.State { return s.Load() }

func (c country) service(tb testing.TB) (*rail.Service, *source) {
	tb.Helper()
	s := &source{}
	s.Store(c.apply(tb))
	return rail.New(s, func() time.Time { return c.peak }), s
}

// measure runs a benchmark and also reports its CPU time, because wall-clock time is not meaningful on a busy machine. The
// CPU time includes garbage collection.
func measure(b *testing.B, f func()) {
	b.Helper()
	b.ReportAllocs()
	var start time.Duration
	n := 0
	for b.Loop() {
		if n == 0 {
			start = cost.CPU()
		}
		f()
		n++
	}
	b.ReportMetric(float64((cost.CPU()-start).Microseconds())/float64(n), "cpu-µs/op")
}

func BenchmarkLoad(b *testing.B) {
	c := wholeCountry()
	measureLoad(b, c.feed)
}

// BenchmarkLoadLarge does the same with 4.2 million stop times, of 300,000 trips a day.
func BenchmarkLoadLarge(b *testing.B) {
	config := Default()
	config.Trips, config.Calls, config.Running = 300_000, 4_200_000, 60_000
	var feed bytes.Buffer
	if err := New(config).WriteGTFS(&feed); err != nil {
		b.Fatal(err)
	}
	measureLoad(b, feed.Bytes())
}

// measureLoad also reports how far the heap grows, garbage included.
func measureLoad(b *testing.B, feed []byte) {
	b.Helper()
	load := func() {
		if _, _, err := gtfs.Load(context.Background(), feed, gtfs.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	peak := cost.Peak(load)
	measure(b, load)
	b.ReportMetric(float64(peak)/1e6, "peak-MB")
}

// BenchmarkUpdate decodes and applies a realtime message with all trains.
func BenchmarkUpdate(b *testing.B) {
	c := wholeCountry()
	measure(b, func() { c.apply(b) })
}

// BenchmarkBoard requests the boards of all stations in turn, and the board with the most trains.
func BenchmarkBoard(b *testing.B) {
	c := wholeCountry()
	service, _ := c.service(b)
	request := func(b *testing.B, code string) int {
		records, err := service.GetStationDataByCodeXML(b.Context(), &realtime.GetStationDataByCodeXML{StationCode: &code})
		if err != nil {
			b.Fatal(err)
		}
		return len(records)
	}
	var codes []string
	busiest, highest := "", 0
	for s := range c.plan.Stations() {
		codes = append(codes, s.Code)
		if n := request(b, s.Code); n > highest {
			busiest, highest = s.Code, n
		}
	}
	b.Run("each", func(b *testing.B) {
		trains, i := 0, 0
		measure(b, func() {
			trains += request(b, codes[i%len(codes)])
			i++
		})
		b.ReportMetric(float64(trains)/float64(i), "trains")
	})
	b.Run("busiest", func(b *testing.B) {
		measure(b, func() { request(b, busiest) })
		b.ReportMetric(float64(highest), "trains")
	})
}

// BenchmarkCurrentTrains requests all trains that are under way: at the same second again and again, at each second in turn
// with and without realtime data, and after each realtime message.
func BenchmarkCurrentTrains(b *testing.B) {
	c := wholeCountry()
	states := []*running.State{c.apply(b), c.apply(b)}
	timetableOnly := []*running.State{{Timetable: c.plan}}
	for _, situation := range []struct {
		name    string
		states  []*running.State
		seconds int // after which the clock is set back
	}{
		{"same second", states[:1], 1},
		{"each second", states[:1], 20},
		{"each second, timetable only", timetableOnly, 1800},
		{"after an update", states, 20},
	} {
		n := 0
		var source source
		service := rail.New(&source, func() time.Time { return c.peak.Add(time.Duration(n%situation.seconds) * time.Second) })
		run := func(name string, request func() (int, error)) {
			b.Run(name+"/"+situation.name, func(b *testing.B) {
				trains := 0
				measure(b, func() {
					n++
					source.Store(situation.states[n%len(situation.states)])
					var err error
					if trains, err = request(); err != nil {
						b.Fatal(err)
					}
				})
				b.ReportMetric(float64(trains), "trains")
			})
		}
		run("positions", func() (int, error) {
			records, err := service.GetCurrentTrainsXML(b.Context())
			return len(records), err
		})
		run("vendor", func() (int, error) {
			records, err := service.GetVendorTrainsXML(b.Context())
			return len(records), err
		})
	}
}
