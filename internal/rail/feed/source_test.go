package feed

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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
		"old message": func(*http.Request) (*http.Response, error) {
			return newResponse(http.StatusOK, string(delaysMessage(time.Now().Add(-time.Hour), 999))), nil
		},
		"no response": func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() },
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
					if stale := b.State(time.Now()).Stale; len(stale) != 1 || strings.ContainsAny(stale[0], "/?") || !strings.Contains(realtimePage, stale[0]) {
						t.Errorf("the stale feeds are %q", stale)
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
					if stale := b.State(time.Now()).Stale; len(stale) > 0 {
						t.Errorf("the stale feeds after one recovered are %q", stale)
					}
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
		b.web.holds(realtimePage, delaysMessage(time.Now().Add(9*time.Minute), 60))
		b.run(t, func() {
			b.wantDelay(t, "T0", time.Minute)
			if status := b.Status()[1]; status.Warnings != 1 {
				t.Errorf("the status is %+v", status)
			}
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(time.Second), 120)) // the clock is corrected
			advance(30 * time.Second)
			b.wantDelay(t, "T0", 2*time.Minute)
			b.web.holds(realtimePage, delaysMessage(time.Now().Add(9*time.Minute), 180)) // and is wrong again
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
		messages := func() (texts []string) {
			state := b.State(time.Now())
			for journey := range state.Timetable.Between(time.Now(), time.Now()) {
				if update := state.Realtime.TripUpdate(journey); update != nil {
					for _, alert := range update.Alerts {
						texts = append(texts, alert.Header)
					}
					return texts
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
