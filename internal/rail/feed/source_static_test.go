package feed

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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
			b.web.waits(path)
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
