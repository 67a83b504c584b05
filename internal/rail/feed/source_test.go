package feed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
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
	for i := range trains {
		start := time.Duration(i) * 10 * time.Minute
		id := fmt.Sprint("T", i)
		trips = append(trips, &timetable.Trip{ID: id, Code: id, Kind: timetable.Metro, Calls: []timetable.Call{
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

const (
	staticPage   = "/static.zip"
	realtimePage = "/rt/updates.pb"
	alertsPage   = "/rt/alerts.pb"
	secret       = "sesame"
)

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
		Static:    "https://user:" + secret + "@rail.example" + staticPage + "?key=" + secret,
		Realtime:  []string{"https://rail.example" + realtimePage + "?key=" + secret},
		Header:    http.Header{"X-Key": {secret}},
		Load:      loadTest,
		Log:       slog.New(slog.NewTextHandler(b.logs, nil)),
		Transport: b.web,
	}
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

func TestSourceUsesNewContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		if b.Loaded() || len(b.State(time.Now()).Timetable.Trips()) != 0 || b.State(time.Now()).Realtime != nil {
			t.Error("the state of a new source is not an empty timetable")
		}
		b.run(t, func() {
			if !b.Loaded() {
				t.Fatal("the static feed is not loaded")
			}
			b.wantDelay(t, "T0", time.Minute)
			b.wantNoRealtime(t, "T1")
			if got := b.web.last[realtimePage].Get("X-Key"); got != secret {
				t.Errorf("the header sent is %q", got)
			}
			if got := b.web.last[staticPage].Get("X-Key"); got != "" {
				t.Error("the header for realtime feeds is sent for the static feed")
			}

			b.web.holds(realtimePage, delaysMessage(time.Now().Add(10*time.Second), 120, 180))
			advance(30 * time.Second)
			b.wantDelay(t, "T0", 2*time.Minute)
			b.wantDelay(t, "T1", 3*time.Minute)

			asked := b.web.count(realtimePage)
			advance(2 * time.Minute)
			if n := b.web.count(realtimePage) - asked; n < 5 || n > 7 {
				t.Errorf("%d requests in two minutes", n)
			}
			status := b.Status()[1]
			if status.Failed != 0 || status.Error != "" || !status.InUse || status.Stale || status.Entities != 2 || status.Applied != 2 ||
				status.Age < 130*time.Second || status.Age > 150*time.Second || time.Since(status.Success) > 25*time.Second || !status.Next.After(time.Now()) {
				t.Errorf("the status is %+v", status)
			}
		})
		b.wantLog(t, realtimePage)
		b.wantLog(t, staticPage, "timetable is in use")
	})
}

func TestSourceKeepsDataWhileFeedFails(t *testing.T) {
	for name, page := range map[string]func(*http.Request) (*http.Response, error){
		"error status": func(*http.Request) (*http.Response, error) {
			return newResponse(http.StatusInternalServerError, ""), nil
		},
		"no connection": func(*http.Request) (*http.Response, error) { return nil, errors.New("refused " + secret) },
		"garbage":       func(*http.Request) (*http.Response, error) { return newResponse(http.StatusOK, "\xff\x00garbage"), nil },
		"HTML page": func(*http.Request) (*http.Response, error) {
			return newResponse(http.StatusOK, "<html>Sorry</html>"), nil
		},
		"empty": func(*http.Request) (*http.Response, error) { return newResponse(http.StatusOK, ""), nil },
		"truncated": func(*http.Request) (*http.Response, error) {
			return newResponse(http.StatusOK, string(delaysMessage(time.Now(), 1, 2, 3)[:31])), nil
		},
		"old message": func(*http.Request) (*http.Response, error) {
			return newResponse(http.StatusOK, string(delaysMessage(time.Now().Add(-time.Hour), 999))), nil
		},
		"no response": func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() },
		"truncated gzip": func(*http.Request) (*http.Response, error) {
			return newResponse(http.StatusOK, string(compressed("text")[:12])), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newSourceTest(t, nil)
				b.run(t, func() {
					b.web.set(realtimePage, page)
					advance(2 * time.Minute)
					b.wantDelay(t, "T0", time.Minute)
					status := b.Status()[1]
					if status.Error == "" || status.Failures == 0 || !status.InUse || status.Stale {
						t.Errorf("status while the feed fails: %+v", status)
					}
					advance(10 * time.Minute)
					b.wantNoRealtime(t, "T0")
					if state := b.State(time.Now()); state.Realtime != nil || len(state.Timetable.Trips()) != 6 {
						t.Error("a stale feed is still used")
					}
					if status := b.Status()[1]; status.InUse || !status.Stale {
						t.Errorf("status when the feed is stale: %+v", status)
					}
					if n := b.web.count(realtimePage); n > 12 && name != "old message" { // not a failure once the data are stale
						t.Errorf("%d requests for a failing feed in twelve minutes", n)
					}
					b.web.set(realtimePage, func(*http.Request) (*http.Response, error) {
						return newResponse(http.StatusOK, string(delaysMessage(time.Now(), 300))), nil
					})
					advance(7 * time.Minute)
					b.wantDelay(t, "T0", 5*time.Minute)
					if status := b.Status()[1]; status.Error != "" || status.Failures != 0 || !status.InUse || status.Stale {
						t.Errorf("status after the feed recovered: %+v", status)
					}
				})
				got := b.logs.messages(realtimePage)
				slices.Sort(got)
				if want := []string{"feed failed", "feed is no longer stale", "feed is stale", "feed recovered"}; !slices.Equal(got, want) {
					t.Errorf("logged %q, want %q", got, want)
				}
			})
		})
	}
}

// The servers of one URL may have messages of different age: a slightly older message is not a failure and is ignored.
func TestSourceIgnoresOlderMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		b.run(t, func() {
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(time.Second), 120))
			advance(30 * time.Second)
			b.wantDelay(t, "T0", 2*time.Minute)
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(-time.Minute), 60))
			advance(time.Minute)
			b.wantDelay(t, "T0", 2*time.Minute)
			if status := b.Status()[1]; !status.InUse || status.Failed > 0 || status.Error != "" {
				t.Errorf("the status is %+v", status)
			}
		})
	})
}

func TestSourceUsesAnEmptyMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		b.run(t, func() {
			b.wantDelay(t, "T0", time.Minute)
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(time.Second)))
			advance(30 * time.Second)
			b.wantNoRealtime(t, "T0")
			if status := b.Status()[1]; !status.InUse || status.Entities != 0 || status.Error != "" {
				t.Errorf("the status is %+v", status)
			}
		})
	})
}

func TestSourceUsesValidPartsOfMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		b.web.holds(realtimePage, delaysMessage(time.Now(), 60, 60, 60, 60, 60, 60, 60, 60)) // T6 and T7 are unknown
		b.run(t, func() {
			b.wantDelay(t, "T5", time.Minute)
			status := b.Status()[1]
			if status.Warnings != 2 || len(status.Examples) != 2 || !strings.Contains(status.Examples[0], `"T6"`) || status.Error != "" || status.Applied != 6 {
				t.Errorf("the status is %+v", status)
			}
			for range 10 {
				b.web.holds(realtimePage, delaysMessage(time.Now(), 60, 60, 60, 60, 60, 60, 60, 60))
				advance(30 * time.Second)
			}
		})
		b.wantLog(t, realtimePage, "feed has invalid parts")
	})
}

func TestSourceRevalidatesMessageWithoutTimestamp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		b.web.holds(realtimePage, delaysMessage(time.Time{}, 60))
		b.run(t, func() {
			advance(20 * time.Minute) // by 304s
			b.wantDelay(t, "T0", time.Minute)
			b.web.fails(realtimePage)
			advance(7 * time.Minute)
			b.wantNoRealtime(t, "T0")
			b.web.holds(realtimePage, delaysMessage(time.Time{}, 60)) // a 304 again
			advance(7 * time.Minute)
			b.wantDelay(t, "T0", time.Minute)
		})
	})
}

func TestSourceTreatsFutureTimestampAsNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		b.web.holds(realtimePage, delaysMessage(time.Now().Add(10*time.Hour), 60))
		b.run(t, func() {
			b.wantDelay(t, "T0", time.Minute)
			if status := b.Status()[1]; status.Warnings != 1 {
				t.Errorf("the status is %+v", status)
			}
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(time.Second), 120)) // the clock is corrected
			advance(30 * time.Second)
			b.wantDelay(t, "T0", 2*time.Minute)
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(10*time.Hour), 180)) // and is wrong again
			advance(30 * time.Second)
			b.wantDelay(t, "T0", 3*time.Minute)
			advance(6 * time.Minute)
			b.wantNoRealtime(t, "T0")
		})
	})
}

func TestSourceKeepsAlertsWhileFeedHasThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, func(c *Config) { c.Realtime = append(c.Realtime, "https://rail.example"+alertsPage) })
		began := time.Now()
		b.web.holds(alertsPage, alertMessage(began, "Snow"))
		messages := func() []string {
			state := b.State(time.Now())
			for journey := range state.Timetable.Between(time.Now(), time.Now()) {
				if update := state.Realtime.TripUpdate(journey); update != nil {
					return update.Messages
				}
			}
			return nil
		}
		b.run(t, func() {
			b.web.fails(realtimePage)
			for range 5 {
				advance(6 * time.Minute) // by 304s
				if got := messages(); !slices.Equal(got, []string{"Snow"}) {
					t.Fatalf("%v: the messages are %q", time.Now(), got)
				}
			}
			if status := b.Status()[2]; !status.InUse || status.Stale {
				t.Errorf("the status is %+v", status)
			}
			b.web.fails(alertsPage)
			advance(6 * time.Minute)
			if got := messages(); got != nil {
				t.Errorf("the messages are %q although the feed fails", got)
			}
			if status := b.Status()[2]; status.InUse || !status.Stale {
				t.Errorf("the status is %+v", status)
			}
			b.web.holds(alertsPage, alertMessage(began, "Snow")) // a 304 again
			advance(7 * time.Minute)                             // more than the maximum wait with its jitter
			if got := messages(); !slices.Equal(got, []string{"Snow"}) || !b.Status()[2].InUse {
				t.Errorf("the feed recovered, but the messages are %q", got)
			}
		})
	})
}

func TestSourceReplacesTimetable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, func(c *Config) { c.StaticInterval = time.Minute })
		b.web.holds(realtimePage, delaysMessage(time.Now(), 60, 60, 60, 60, 60, 60, 120))
		b.run(t, func() {
			before := b.State(time.Now())
			advance(90 * time.Second)
			if b.State(time.Now()) != before {
				t.Error("the state was replaced although nothing changed")
			}
			b.web.holds(staticPage, []byte("7"))
			advance(90 * time.Second)
			b.wantDelay(t, "T6", 2*time.Minute) // from the message received before
			for _, wrong := range []string{"garbage", "panic", "0"} {
				b.web.holds(staticPage, []byte(wrong))
				advance(90 * time.Second)
				if n := len(b.State(time.Now()).Timetable.Trips()); n != 7 {
					t.Errorf("with a static feed of %q there are %d trains", wrong, n)
				}
				if status := b.Status()[0]; status.Failures == 0 || status.Error == "" || !status.InUse {
					t.Errorf("with a static feed of %q the status is %+v", wrong, status)
				}
			}
			b.web.holds(staticPage, []byte("8 wrong"))
			advance(7 * time.Minute)
			if status := b.Status()[0]; status.Failures != 0 || status.Warnings != 2 || status.Entities != 8 {
				t.Errorf("status after the feed recovered: %+v", status)
			}
		})
		b.wantLog(t, staticPage, "timetable is in use", "timetable is in use", "feed failed", "feed has invalid parts", "timetable is in use", "feed recovered")
		if strings.Count(b.logs.String(), "\n") != len(b.logs.messages("")) {
			t.Errorf("a log line is not one line:\n%s", b.logs.String())
		}
	})
}

func TestSourceWaitsForAStaticFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		b.web.fails(staticPage)
		if err := b.Load(t.Context()); err == nil || !strings.Contains(err.Error(), "503") {
			t.Errorf("the error is %v", err)
		}
		b.run(t, func() {
			if b.Loaded() || b.State(time.Now()) == nil {
				t.Error("without a static feed there should be an empty timetable")
			}
			b.web.holds(staticPage, []byte("6"))
			advance(time.Minute)
			b.wantDelay(t, "T0", time.Minute) // its message came before
		})
	})
}

func TestLoadReadsEachFeedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		if err := b.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.wantDelay(t, "T0", time.Minute)
		b.run(t, func() {
			if b.web.count(staticPage) != 1 || b.web.count(realtimePage) != 1 {
				t.Error("Run loads again what Load has just loaded")
			}
		})
		if applied := b.Applied(); applied.Trains != 1 || applied.At.IsZero() {
			t.Errorf("applied %+v", applied)
		}
	})
}

func TestSourceStopsWhileFeedsAreSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		for _, path := range []string{staticPage, realtimePage} {
			b.web.set(path, func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, r.Context().Err()
			})
		}
		b.run(t, func() { advance(time.Second) })
		for _, status := range b.Status() {
			if status.Failures != 0 || status.Error != "" {
				t.Errorf("stopping the service counts as a failure of a feed: %+v", status)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if err := b.Load(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Load with a cancelled context: %v", err)
		}
	})
}

func TestSourceReadsFiles(t *testing.T) {
	dir := t.TempDir()
	static, realtime := filepath.Join(dir, "gtfs"), filepath.Join(dir, "rt.pb")
	if err := os.Mkdir(static, 0o700); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		write(t, filepath.Join(static, "trains.txt"), "2", now)
		write(t, realtime, string(delaysMessage(now, 60)), now)
		b := newSourceTest(t, func(c *Config) { c.Static, c.Realtime = static, []string{realtime} })
		b.run(t, func() {
			b.wantDelay(t, "T0", time.Minute)
			write(t, realtime, string(delaysMessage(now.Add(10*time.Second), 120)), now.Add(10*time.Second))
			write(t, filepath.Join(static, "trains.txt"), "3", now.Add(10*time.Second))
			advance(12 * time.Second)
			b.wantDelay(t, "T0", 2*time.Minute)
			if n := len(b.State(time.Now()).Timetable.Trips()); n != 3 {
				t.Errorf("there are %d trains", n)
			}
			if err := os.Remove(realtime); err != nil {
				t.Fatal(err)
			}
			advance(time.Minute)
			b.wantDelay(t, "T0", 2*time.Minute)
			if status := b.Status()[1]; !strings.Contains(status.Error, "no such file") {
				t.Errorf("the status is %+v", status)
			}
		})
	})
}

func TestNewReportsAllConfigErrors(t *testing.T) {
	_, err := New(Config{Realtime: []string{"ftp://rail.example/" + secret, "https://:" + secret + "@/"}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"no loader", "the static feed", "realtime feed 1", "realtime feed 2"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in %q", want, err)
		}
	}
	if strings.Contains(err.Error(), secret) {
		t.Errorf("%q contains a secret", err)
	}
}

// TestSwapUnderLoad replaces timetables and messages while others read the state. Each state must be consistent.
func TestSwapUnderLoad(t *testing.T) {
	b := newSourceTest(t, func(c *Config) { c.Realtime = append(c.Realtime, "https://rail.example"+alertsPage) })
	b.web.holds(alertsPage, alertMessage(time.Now(), "Snow"))
	if err := b.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				state := b.State(time.Now())
				trips := state.Timetable.Trips()
				if fmt.Sprint(len(trips)) != state.Timetable.Version() {
					t.Errorf("%d trips in version %s", len(trips), state.Timetable.Version())
					return
				}
				for _, update := range state.Realtime.TripUpdates() {
					if trips[update.Journey.Number] != update.Journey.Trip {
						t.Errorf("a trip update belongs to another timetable")
						return
					}
				}
			}
		})
	}
	for i := range 200 {
		b.web.holds(staticPage, fmt.Append(nil, 3+i%5))
		b.web.holds(realtimePage, delaysMessage(time.Now(), 60, int32(i), 60, 60))
		if err := b.static.attempt(t.Context()); err != nil {
			t.Error(err)
		}
		if err := b.realtime[0].attempt(t.Context()); err != nil {
			t.Error(err)
		}
	}
	close(done)
	readers.Wait()
}
