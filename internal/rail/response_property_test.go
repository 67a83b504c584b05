package rail_test

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/templates/soap"
)

// A changingSource provides the state of one of several railways, selected by the test.
type changingSource struct {
	mu      sync.Mutex
	railway *fiction.Railway
	now     time.Time
}

func (w *changingSource) State(now time.Time) *running.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.railway.State(now)
}

func (w *changingSource) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *changingSource) moment() response.Moment {
	now := w.clock().Truncate(time.Second)
	state := w.State(now)
	return response.Moment{Timetable: state.Timetable, State: state, Second: now}
}

// The cache returns what the service computes, for any request and however the clock, trains and timetable change in
// between.
func TestCachedResponsesEqualComputedOnes(t *testing.T) {
	var railways []*fiction.Railway
	for seed := range uint64(3) {
		railway, err := fiction.New(seed)
		if err != nil {
			t.Fatal(err)
		}
		railways = append(railways, railway)
	}
	source := &changingSource{railway: railways[0], now: time.Date(2026, 3, 20, 8, 15, 0, 0, time.UTC)}
	logger := soap.WithLogger(slog.New(slog.DiscardHandler))
	service := rail.New(source, source.clock)
	cache := response.New(response.Options{Moment: source.moment, MaxEntries: 12})
	computed := realtime.NewHandler(service, logger)
	cached := response.Conditional(realtime.NewHandler(service, logger, soap.WithInterceptors(cache.Intercept)))

	random := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		switch random.IntN(10) {
		case 0:
			source.railway = railways[random.IntN(len(railways))]
		case 1, 2:
			source.now = source.now.Add(time.Duration(random.IntN(15_000)) * time.Millisecond)
		}
		ask := randomRequest(random)
		want, got := httptest.NewRecorder(), httptest.NewRecorder()
		computed.ServeHTTP(want, ask())
		cached.ServeHTTP(got, ask())
		if got.Code != want.Code || got.Body.String() != want.Body.String() {
			t.Fatalf("%s at %v\n got %d %.1000s\nwant %d %.1000s", ask().URL, source.now, got.Code, got.Body, want.Code, want.Body)
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
	binding := random.IntN(3)
	return func() *http.Request {
		switch binding {
		case 0:
			return httptest.NewRequest("GET", path+"/"+name+"?"+query, nil)
		case 1:
			r := httptest.NewRequest("POST", path+"/"+name, strings.NewReader(query))
			r.Header.Set("Content-Type", form)
			return r
		}
		r := httptest.NewRequest("POST", path, strings.NewReader(`<Envelope xmlns="`+soap12+`"><Body><`+name+
			` xmlns="http://realtime.rail.example/">`+elements(query)+`</`+name+`></Body></Envelope>`))
		r.Header.Set("Content-Type", "application/soap+xml; charset=utf-8")
		return r
	}
}

// elements returns the parameters of a query as XML elements.
func elements(query string) string {
	var b strings.Builder
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			b.WriteString("<" + name + ">" + strings.ReplaceAll(value, "+", " ") + "</" + name + ">")
		}
	}
	return b.String()
}
