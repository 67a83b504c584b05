package main

import (
	"log/slog"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap"
)

// A source is a running.Source with a settable state.
type source struct{ state *running.State }

func (s *source) State(time.Time) *running.State { return s.state }

// newState returns a new state without trains.
func newState(t *testing.T) *running.State {
	t.Helper()
	plan, err := timetable.New(time.UTC, nil, nil, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	return &running.State{Timetable: plan}
}

// Cached responses do not keep the state and the timetable in memory from which they were made.
func TestCacheDoesNotRetainTimetables(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	source := &source{newState(t)}
	cache := response.New(response.Options{Moment: func() response.Moment { return moment(source, clock) }})
	handler := realtime.NewHandler(rail.New(source, clock), soap.WithInterceptors(cache.Intercept))
	for _, question := range []string{"getAllStationsXML", "getVendorTrainsXML"} {
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/realtime/realtime.asmx/"+question, nil))
	}
	first, second := moment(source, clock), moment(source, clock)
	if first != second || cache.Stats().Entries != 2 {
		t.Fatalf("the moments of one state differ, or nothing is cached: %+v", cache.Stats())
	}
	state, plan := weak.Make(source.state), weak.Make(source.state.Timetable)
	source.state = newState(t)
	runtime.GC()
	if state.Value() != nil || plan.Value() != nil {
		t.Error("the previous state and its timetable are still in memory")
	}
	if moment(source, clock) == first || cache.Stats().Entries != 2 {
		t.Error("a new state has the moment of the previous one, or the cache was emptied")
	}
}

// A panic while metrics are collected does not end the process.
func TestPanicInMetrics(t *testing.T) {
	source := &source{newState(t)}
	var log buffer
	a := newApp(config{}, &railway{Source: source, feeds: func() []feed.Status { return nil }}, time.Now, slog.New(slog.NewTextHandler(&log, nil)))
	a.open()
	scrape := func() string {
		w := httptest.NewRecorder()
		a.handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return w.Body.String()
	}
	if text := scrape(); !strings.Contains(text, "raild_stations 0") {
		t.Fatal(text)
	}
	source.state = nil
	if text := scrape(); !strings.Contains(text, "raild_requests_in_flight") || !strings.Contains(log.String(), "msg=panic") {
		t.Errorf("%s\n%s", text, log.String())
	}
}
