package feed

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// The clock of a synctest bubble starts at midnight UTC on 1 January 2000, a Saturday. The trains of the tests, T0 to
// T5, run then: every ten minutes for an hour from A to B, ten minutes each. The static feed holds the number of
// trains.
var saturday = timetable.Date{Year: 2000, Month: time.January, Day: 1}

// loadTest is the Loader of the tests. The feed is the number of trains; with the word "wrong" after it, there are
// warnings.
func loadTest(_ context.Context, files Files) (*Loaded, error) {
	var trains int
	text := string(files.ZIP)
	if files.Dir != nil {
		file, err := files.Dir.Open("trains.txt")
		if err != nil {
			return nil, err
		}
		defer file.Close()
		data, err := io.ReadAll(file)
		if err != nil {
			return nil, err
		}
		text = string(data)
	}
	if text == "panic" {
		panic("panic of a library")
	}
	if _, err := fmt.Sscan(text, &trains); err != nil {
		return nil, fmt.Errorf("trips.txt:1: %q is not a number", text)
	}
	a := &timetable.Station{ID: "A", Code: "A", Name: "Ash"}
	b := &timetable.Station{ID: "B", Code: "B", Name: "Beech"}
	var trips []*timetable.Trip
	var calendar *timetable.Calendar
	if _, days, limited := strings.Cut(text, " days "); limited {
		n, _ := strconv.Atoi(days)
		calendar = new(timetable.Calendar)
		calendar.Add(saturday.Number())
		calendar.Add(saturday.AddDays(n - 1).Number())
	}
	for i := range trains {
		start := time.Duration(i) * 10 * time.Minute
		id := fmt.Sprint("T", i)
		trips = append(trips, &timetable.Trip{ID: id, Code: id, Kind: timetable.Metro, Calendar: calendar, Calls: []timetable.Call{
			{Station: a, Arrive: start, Depart: start, Sequence: 1},
			{Station: b, Arrive: start + 10*time.Minute, Depart: start + 10*time.Minute, Sequence: 2},
		}})
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{a, b}, trips, timetable.Info{Version: text})
	if err != nil {
		return nil, err
	}
	loaded := &Loaded{Timetable: plan}
	if strings.Contains(text, "wrong") {
		loaded.Warnings, loaded.Examples = 2, []string{"stops.txt:3: stop_lat: one\nline"}
	}
	return loaded, nil
}

// delaysMessage returns a message with the timestamp and the delays of the trains T0, T1 and so on, in seconds.
func delaysMessage(made time.Time, seconds ...int32) []byte {
	m := &bindings.FeedMessage{Header: &bindings.FeedHeader{GtfsRealtimeVersion: proto.String("2.0")}}
	if !made.IsZero() {
		m.Header.Timestamp = proto.Uint64(uint64(made.Unix()))
	}
	for i, delay := range seconds {
		m.Entity = append(m.Entity, &bindings.FeedEntity{Id: proto.String(fmt.Sprint(i)), TripUpdate: &bindings.TripUpdate{
			Trip:  &bindings.TripDescriptor{TripId: proto.String(fmt.Sprint("T", i))},
			Delay: proto.Int32(delay),
		}})
	}
	return encode(m)
}

// alertMessage returns a message with the timestamp and an alert for the whole agency.
func alertMessage(made time.Time, text string) []byte {
	return encode(&bindings.FeedMessage{
		Header: &bindings.FeedHeader{GtfsRealtimeVersion: proto.String("2.0"), Timestamp: proto.Uint64(uint64(made.Unix()))},
		Entity: []*bindings.FeedEntity{{Id: proto.String("alert"), Alert: &bindings.Alert{
			InformedEntity: []*bindings.EntitySelector{{AgencyId: proto.String("agency")}},
			HeaderText:     &bindings.TranslatedString{Translation: []*bindings.TranslatedString_Translation{{Text: &text}}},
		}}},
	})
}

func encode(m *bindings.FeedMessage) []byte {
	data, err := proto.Marshal(m)
	if err != nil {
		panic(err)
	}
	return data
}

// A fakeWeb is a transport with the pages of a server, without a network.
type fakeWeb struct {
	mu    sync.Mutex
	pages map[string]func(r *http.Request) (*http.Response, error)
	asked map[string]int
	last  map[string]http.Header
}

func newFakeWeb() *fakeWeb {
	return &fakeWeb{
		pages: map[string]func(*http.Request) (*http.Response, error){}, asked: map[string]int{}, last: map[string]http.Header{},
	}
}

func (w *fakeWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	w.asked[r.URL.Path]++
	w.last[r.URL.Path] = r.Header.Clone()
	page := w.pages[r.URL.Path]
	w.mu.Unlock()
	return page(r)
}

func (w *fakeWeb) set(path string, page func(*http.Request) (*http.Response, error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pages[path] = page
}

// holds sets the content of a page, which has an ETag.
func (w *fakeWeb) holds(path string, content []byte) {
	tag := fmt.Sprintf(`"%x"`, content)
	w.set(path, func(r *http.Request) (*http.Response, error) {
		if r.Header.Get("If-None-Match") == tag {
			return newResponse(http.StatusNotModified, ""), nil
		}
		return newResponse(http.StatusOK, string(content), "ETag", tag), nil
	})
}

// waits has requests for a page wait until they are cancelled.
func (w *fakeWeb) waits(path string) {
	w.set(path, func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
}

func (w *fakeWeb) fails(path string) {
	w.set(path, func(*http.Request) (*http.Response, error) {
		return newResponse(http.StatusServiceUnavailable, "later"), nil
	})
}

func (w *fakeWeb) count(path string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked[path]
}

// A logBuffer keeps the log output. It is safe for concurrent use.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// messages returns the messages logged about the feed, up to the first semicolon and without attributes.
func (l *logBuffer) messages(feed string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []string
	for line := range strings.Lines(l.b.String()) {
		if _, rest, ok := strings.Cut(line, "msg="); ok && strings.Contains(line, feed) {
			text := strings.TrimPrefix(rest, `"`)
			end := strings.IndexAny(text, `;"`)
			found = append(found, text[:end])
		}
	}
	return found
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A sourceTest is a source under test with its feeds and its log.
type sourceTest struct {
	*Source
	web  *fakeWeb
	logs *logBuffer
}

func newSourceTest(t *testing.T, change func(*Config)) *sourceTest {
	t.Helper()
	b := &sourceTest{web: newFakeWeb(), logs: &logBuffer{}}
	b.web.holds(staticPage, []byte("6"))
	b.web.holds(realtimePage, delaysMessage(time.Now(), 60))
	config := Config{
		Static:    []string{"https://user:" + secret + "@rail.example" + staticPage + "?key=" + secret},
		Realtime:  []string{"https://rail.example" + realtimePage + "?key=" + secret},
		Load:      loadTest,
		Log:       slog.New(slog.NewTextHandler(b.logs, nil)),
		Transport: b.web,
	}
	config.Headers = map[string]http.Header{config.Realtime[0]: {"X-Key": {secret}}}
	if change != nil {
		change(&config)
	}
	var err error
	if b.Source, err = New(config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if text := b.logs.String() + fmt.Sprint(b.Status()); strings.Contains(text, secret) {
			t.Errorf("the log or the status contains a secret:\n%s", text)
		}
	})
	return b
}

// run runs the source in a bubble while test runs, and checks that it stops afterwards.
func (b *sourceTest) run(t *testing.T, test func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		b.Run(ctx)
		close(ended)
	}()
	synctest.Wait()
	test()
	stop()
	synctest.Wait()
	select {
	case <-ended:
	default:
		t.Error("Run does not return when its context is done")
	}
}

// advance lets the time of the bubble pass.
func advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// delay returns the delay of the train at its start, or false if there are no realtime data about it.
func (b *sourceTest) delay(t *testing.T, code string) (time.Duration, bool) {
	t.Helper()
	state := b.State(time.Now())
	checkConsistent(t, state)
	journey, ok := state.Timetable.Journey(code, saturday)
	if !ok {
		t.Fatalf("there is no train %s", code)
	}
	update := state.Realtime.TripUpdate(journey)
	if update == nil || update.Times == nil {
		return 0, false
	}
	return update.Times[0].Depart.Sub(journey.Departure(0)), true
}

func (b *sourceTest) wantDelay(t *testing.T, code string, want time.Duration) {
	t.Helper()
	if got, ok := b.delay(t, code); !ok || got != want {
		t.Errorf("%s: %s is %v late (has realtime data: %v), want %v", time.Now().Format(time.TimeOnly), code, got, ok, want)
	}
}

func (b *sourceTest) wantNoRealtime(t *testing.T, code string) {
	t.Helper()
	if got, ok := b.delay(t, code); ok {
		t.Errorf("%s: %s is %v late, want no realtime data", time.Now().Format(time.TimeOnly), code, got)
	}
}

func (b *sourceTest) wantLog(t *testing.T, feed string, want ...string) {
	t.Helper()
	if got := b.logs.messages(feed); !slices.Equal(got, want) {
		t.Errorf("log of %s:\n got %q\nwant %q", feed, got, want)
	}
}

// checkConsistent checks that the trip updates belong to the timetable of the state.
func checkConsistent(t *testing.T, state *running.State) {
	t.Helper()
	trips := state.Timetable.Trips()
	for _, update := range state.Realtime.TripUpdates() {
		if n := update.Journey.Number; n >= len(trips) || trips[n] != update.Journey.Trip {
			t.Fatalf("the trip update of %s belongs to another timetable", update.Journey.Code)
		}
	}
}

const (
	staticPage   = "/static.zip"
	realtimePage = "/rt/updates.pb"
	alertsPage   = "/rt/alerts.pb"
	secret       = "sesame"
)
