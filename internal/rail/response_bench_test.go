package rail_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/templates/soap"
)

// BenchmarkResponses measures HTTP exchanges, without a network, for the fictional railway at a busy time: responses
// that are computed, taken from the cache, or confirmed with 304.
func BenchmarkResponses(b *testing.B) {
	railway, err := fiction.New(1)
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 20, 8, 15, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	cache := response.New(response.Options{Moment: func() response.Moment {
		state := railway.State(now)
		return response.Moment{Timetable: state.Timetable, State: state, Second: now}
	}})
	logger := soap.WithLogger(slog.New(slog.DiscardHandler))
	computed := realtime.NewHandler(rail.New(railway, clock), logger)
	cached := response.Conditional(realtime.NewHandler(rail.New(railway, clock), logger, soap.WithInterceptors(cache.Intercept)))
	for _, question := range []string{"getStationDataByCodeXML?StationCode=STERG", "getCurrentTrainsXML", "getAllStationsXML"} {
		request := func() *http.Request { return httptest.NewRequest("GET", path+"/"+question, nil) }
		first := httptest.NewRecorder()
		cached.ServeHTTP(first, request())
		confirm := request()
		confirm.Header.Set("If-None-Match", first.Header().Get("Etag"))
		measure := func(name string, handler http.Handler, r *http.Request, want int) {
			b.Run(question[:14]+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					w := httptest.NewRecorder()
					w.Body = nil
					handler.ServeHTTP(w, r)
					if w.Code != want {
						b.Fatal(w.Code)
					}
				}
			})
		}
		measure("computed", computed, request(), http.StatusOK)
		measure("cached", cached, request(), http.StatusOK)
		measure("confirmed", cached, confirm, http.StatusNotModified)
	}
}
