package reference_test

import (
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/templates/soap"
)

// A caseSource is a source and a clock that move from one test case to the next.
type caseSource struct {
	current atomic.Pointer[testCase]
	state   atomic.Pointer[running.State]
}

func (s *caseSource) State(time.Time) *running.State { return s.state.Load() }
func (s *caseSource) now() time.Time                 { return s.current.Load().clock }

func (s *caseSource) moment() response.Moment {
	state := s.state.Load()
	return response.Moment{Timetable: state.Timetable, State: state, Second: s.now()}
}

// One service with a cache answers the requests of all test cases in turn, each request twice.
func TestResponsesThroughCache(t *testing.T) {
	var s caseSource
	cache := response.New(response.Options{Moment: s.moment})
	service := rail.New(&s, s.now)
	server := httptest.NewServer(response.Conditional(realtime.NewHandler(service, soap.WithInterceptors(cache.Intercept))))
	defer server.Close()
	plan, _ := railway(t)
	for _, tc := range testCases(t) {
		s.current.Store(&tc)
		s.state.Store(&running.State{Timetable: plan})
		if tc.realtime != "" {
			s.state.Store(&running.State{Timetable: plan, Realtime: snapshot(t, plan, tc, [][]byte{realtimeData[tc.realtime](t)})})
		}
		for name, request := range httpRequests {
			t.Run(tc.name+" "+name, func(t *testing.T) {
				for range 2 {
					for _, req := range tc.requests {
						httpReq, err := request(server.URL+servicePath, req)
						if err != nil {
							t.Fatal(err)
						}
						req.checkResponse(t, tc.name, httpReq)
					}
				}
			})
		}
	}
	if n := cache.Stats().Outcomes[response.Hit]; n == 0 {
		t.Error("the cache was not used")
	}
}
