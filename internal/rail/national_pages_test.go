package rail_test

import (
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/templates/soap"
)

// wholeCity holds the data of a city with 530 trains under way, all of them late.
var wholeCity = sync.OnceValue(func() country {
	config := Default()
	config.Stations, config.Trips, config.Calls, config.Running = 500, 6000, 120_000, 530
	return newCountry(config)
})

// A pair is an operation, and what pages ask for with the same trains.
type pair struct{ name, operation, page string }

// pairs returns the pairs, with the busiest board of the city.
func (c country) pairs(state *running.State) []pair {
	busiest, most := "", 0
	for s := range c.plan.Stations() {
		n := 0
		for range state.Due(s, c.peak, c.peak.Add(90*time.Minute)) {
			n++
		}
		if n > most {
			busiest, most = url.QueryEscape(s.Code), n
		}
	}
	const service = "/realtime/realtime.asmx/"
	return []pair{
		{"board", service + "getStationDataByCodeXML?StationCode=" + busiest, "/data/board?code=" + busiest},
		{"trains", service + "getCurrentTrainsXML", "/data/trains"},
	}
}

// exchanges returns the CPU time of some requests for a path, before each of which the clock moves.
func exchanges(tb testing.TB, n int, handler http.Handler, tick func(), path string) time.Duration {
	start := cost.CPU()
	for range n {
		tick()
		w := httptest.NewRecorder()
		w.Body = nil
		if handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil)); w.Code != http.StatusOK {
			tb.Fatal(path, w.Code)
		}
	}
	return cost.CPU() - start
}

// situations are how many seconds the clock moves on before it is set back: an answer is computed each time, or is in the cache.
var situations = map[string]int{"computed": 60, "cached": 1}

// TestLimitPages: what pages ask for takes at most three times the CPU time of the operation with the same trains.
func TestLimitPages(t *testing.T) {
	cost.Alone(t)
	c := wholeCity()
	state := c.apply(t)
	for _, p := range c.pairs(state) {
		for situation, seconds := range situations {
			handler, tick := c.serve(state, seconds)
			ratio := math.Inf(1)
			for range 5 { // the best of some runs
				operation := exchanges(t, 100, handler, tick, p.operation)
				ratio = min(ratio, float64(exchanges(t, 100, handler, tick, p.page))/float64(operation))
			}
			const most = 3
			t.Logf("limit: CPU time of %s, %s, next to that of its operation | %d times | %.1f times", p.page, situation, most, ratio)
			if ratio > most {
				t.Errorf("%s, %s, takes %.1f times the CPU time of its operation", p.page, situation, ratio)
			}
		}
	}
}

// serve returns a handler for the operations and the data of pages, whose clock each call of tick moves by a second; after some
// seconds it is set back.
func (c country) serve(state *running.State, seconds int) (handler http.Handler, tick func()) {
	s, n := &source{}, 0
	s.Store(state)
	clock := func() time.Time { return c.peak.Add(time.Duration(n%seconds) * time.Second) }
	cache := response.New(response.Options{Moment: func() response.Moment {
		return response.Moment{Timetable: state.Timetable, State: state, Second: clock()}
	}})
	data := passenger.Handler(s, clock)
	mux := http.NewServeMux()
	data.Cache = cache
	mux.Handle("/data/", response.Conditional(data))
	mux.Handle("/", response.Conditional(realtime.NewHandler(rail.New(s, clock), soap.WithLogger(slog.New(slog.DiscardHandler)), soap.WithInterceptors(cache.Intercept))))
	return mux, func() { n++ }
}
