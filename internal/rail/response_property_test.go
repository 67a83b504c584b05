package rail_test

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/templates/soap"
)

// The cache returns what the service computes, for any request and however the clock, trains and timetable change in
// between.
func TestCachedResponsesEqualComputedOnes(t *testing.T) {
	var source variableSource
	all := states(t, time.Date(2026, 3, 20, 8, 15, 0, 0, time.UTC))
	source.state.Store(all[0])
	source.unix.Store(all[1].Realtime.Time().Unix())
	moment := func() response.Moment {
		state := source.state.Load()
		return response.Moment{Timetable: state.Timetable, State: state, Second: source.clock()}
	}
	logger := soap.WithLogger(slog.New(slog.DiscardHandler))
	service := rail.New(&source, source.clock)
	cache := response.New(response.Options{Moment: moment, MaxEntries: 12})
	computed := realtime.NewHandler(service, logger)
	cached := response.Conditional(realtime.NewHandler(service, logger, soap.WithInterceptors(cache.Intercept)))

	random := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		switch random.IntN(10) {
		case 0:
			source.state.Store(all[random.IntN(len(all))])
		case 1, 2:
			source.unix.Add(random.Int64N(15))
		}
		ask := randomRequest(random)
		want, got := httptest.NewRecorder(), httptest.NewRecorder()
		computed.ServeHTTP(want, ask())
		cached.ServeHTTP(got, ask())
		if got.Code != want.Code || got.Body.String() != want.Body.String() {
			t.Fatalf("%s at %v\n got %d %.1000s\nwant %d %.1000s", ask().URL, source.clock(), got.Code, got.Body, want.Code, want.Body)
		}
	}
	if s := cache.Stats(); s.Outcomes[response.Hit] < 30 || s.Outcomes[response.Miss] < 50 || s.Outcomes[response.Bypass] < 5 {
		t.Errorf("%+v", s)
	}
}

// randomRequest returns a function that creates the same random request each time, one of about forty.
func randomRequest(random *rand.Rand) func() *http.Request {
	stations := []string{"STERG", "HARFN", "sterg", "nowhere", ""}
	operations := []string{
		"getAllStationsXML?", "getStationsFilterXML?StationText=har", "getCurrentTrainsXML?", "getVendorTrainsXML?",
		"getStationDataByCodeXML?StationCode=" + stations[random.IntN(len(stations))],
		"getStationDataByCodeXML_WithNumMins?StationCode=STERG&NumMins=" + []string{"5", "30", "1", ""}[random.IntN(4)],
		"getTrainMovementsXML?TrainId=M107&TrainDate=20+Mar+2026",
	}
	name, query, _ := strings.Cut(operations[random.IntN(len(operations))], "?")
	get := random.IntN(2) == 0
	return func() *http.Request {
		if get {
			return httptest.NewRequest("GET", path+"/"+name+"?"+query, nil)
		}
		r := httptest.NewRequest("POST", path+"/"+name, strings.NewReader(query))
		r.Header.Set("Content-Type", form)
		return r
	}
}
