package day_test

import (
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
)

// A stage is a source and a clock that go from one instant to another.
type stage struct {
	instant atomic.Pointer[instant]
	state   atomic.Pointer[running.State]
}

func (s *stage) State(time.Time) *running.State { return s.state.Load() }
func (s *stage) now() time.Time                 { return s.instant.Load().clock }

func (s *stage) moment() response.Moment {
	state := s.state.Load()
	return response.Moment{Timetable: state.Plan, State: state, Second: s.now()}
}

// One service with a cache goes through all instants, and is asked everything twice at each.
func TestDayThroughTheCache(t *testing.T) {
	var s stage
	cache := response.New(response.Options{Moment: s.moment})
	service := rail.New(&s, s.now)
	server := httptest.NewServer(response.Conditional(realtime.NewHandler(service, realtime.WithInterceptors(cache.Intercept))))
	defer server.Close()
	plan, _ := railway(t)
	for _, i := range instants(t) {
		s.instant.Store(&i)
		s.state.Store(&running.State{Plan: plan})
		if i.realtime != "" {
			s.state.Store(&running.State{Plan: plan, Realtime: snapshot(t, plan, i, [][]byte{realtimeData[i.realtime](t)})})
		}
		for name, request := range requests {
			t.Run(i.name+" "+name, func(t *testing.T) {
				for range 2 {
					for _, c := range i.calls {
						r, err := request(server.URL+servicePath, c)
						if err != nil {
							t.Fatal(err)
						}
						c.checkMessage(t, i.name, r)
					}
				}
			})
		}
	}
	if n := cache.Stats().Outcomes[response.Hit]; n == 0 {
		t.Error("the cache was not used")
	}
}
