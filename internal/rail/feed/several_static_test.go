package feed

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

const secondPage = "/second.zip"

// newSeveral returns a source of two static feeds.
func newSeveral(t *testing.T, change func(*Config)) *sourceTest {
	t.Helper()
	b := newSourceTest(t, func(c *Config) {
		c.Static = append(c.Static, "https://rail.example"+secondPage+"?key="+secret)
		c.StaticInterval = time.Minute
		if change != nil {
			change(c)
		}
	})
	b.web.holds(secondPage, []byte("4"))
	return b
}

func (b *sourceTest) trains() int { return len(b.State(time.Now()).Timetable.Trips()) }

func (b *sourceTest) wantTrains(t *testing.T, want int) {
	t.Helper()
	checkConsistent(t, b.State(time.Now()))
	if got := b.trains(); got != want {
		t.Errorf("%s: %d trains, want %d", time.Now().Format(time.TimeOnly), got, want)
	}
}

// A source starts with the static feed that can be read, names the other one, and uses it when it can be read.
func TestStartsWithWhatCanBeRead(t *testing.T) {
	for _, fails := range []int{0, 1} {
		synctest.Test(t, func(t *testing.T) {
			b := newSeveral(t, nil)
			page, content := []string{staticPage, secondPage}[fails], []string{"6", "4"}[fails]
			b.web.fails(page)
			if err := b.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.wantTrains(t, []int{4, 6}[fails])
			broken, other := b.Status()[fails], b.Status()[1-fails]
			if broken.Failures != 1 || broken.Timetable != nil || !strings.Contains(broken.Error, "503") || other.Timetable == nil || !other.InUse {
				t.Errorf("the status is %+v and %+v", broken, other)
			}
			b.run(t, func() {
				b.web.holds(page, []byte(content))
				advance(time.Minute)
				b.wantTrains(t, 10)
				b.wantDelay(t, "T0", time.Minute)
				if all := b.Status(); all[0].Timetable.Trips != 6 || all[1].Timetable.Trips != 4 {
					t.Errorf("the status is %+v", all)
				}
			})
			b.wantLog(t, page, "feed failed", "timetable is in use", "feed recovered")
		})
	}
}

// If no static feed can be read, the error names all of them in one line.
func TestNoStaticFeedCanBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSeveral(t, nil)
		b.web.fails(staticPage)
		b.web.holds(secondPage, []byte("garbage"))
		if err := b.Load(t.Context()); err == nil || b.Loaded() || !strings.Contains(err.Error(), staticPage+": ") || !strings.Contains(err.Error(), secondPage+": ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error is %v", err)
		}
		b.web.holds(secondPage, []byte("4"))
		if err := b.Load(t.Context()); err != nil {
			t.Error(err)
		}
		b.wantTrains(t, 4)
	})
}

// A static feed that does not answer delays the start by StartWait only.
func TestStartDoesNotWaitForASlowFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSeveral(t, func(c *Config) { c.StartWait, c.StaticTimeout = 7*time.Second, time.Hour })
		b.web.waits(secondPage)
		ctx, stop := context.WithCancel(t.Context())
		began := time.Now()
		if err := b.Load(ctx); err != nil || time.Since(began) != 7*time.Second {
			t.Errorf("Load returns %v after %v", err, time.Since(began))
		}
		b.wantTrains(t, 6)
		b.run(t, func() {
			b.web.holds(staticPage, []byte("7"))
			advance(2 * time.Minute)
			b.wantTrains(t, 7)
			b.web.holds(secondPage, []byte("4"))
			advance(2 * time.Hour) // until the request has failed
			b.wantTrains(t, 11)
			stop()
		})
	})
}

// Messages about a static feed that has not been read are not used, until it is.
func TestRealtimeOfAFeedThatIsNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSeveral(t, func(c *Config) { c.Of = []int{1} })
		b.web.fails(secondPage)
		if err := b.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if status := b.Status()[2]; status.Warnings != 0 || status.InUse {
			t.Errorf("the status is %+v", status)
		}
		b.run(t, func() {
			b.web.holds(secondPage, []byte("4"))
			advance(time.Minute)
			b.wantNoRealtime(t, "T0")
			b.wantDelay(t, "2:T0", time.Minute)
		})
	})
}

// The end of a timetable is logged once, with its feed, when it comes.
func TestEndOfATimetableIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSeveral(t, func(c *Config) { c.StaticInterval = time.Hour })
		b.web.holds(secondPage, []byte("4 days 2"))
		if err := b.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.run(t, func() {
			advance(47 * time.Hour)
			b.wantLog(t, secondPage, "timetable is in use", "the timetable has ended: it covers the dates from 2000-01-01 to 2000-01-02")
			if all := b.Status(); all[1].Timetable.Period.At(time.Now()) != timetable.Ended || all[0].Timetable.Period.At(time.Now()) != timetable.Current {
				t.Errorf("the status is %+v", all)
			}
		})
		b.wantLog(t, staticPage, "timetable is in use")
	})
}
