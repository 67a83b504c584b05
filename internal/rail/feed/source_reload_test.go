package feed

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Reload reads all feeds at once, even if they seem unchanged, and returns the errors of those that cannot be read.
func TestReloadReadsAllFeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		if err := b.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.run(t, func() {
			before := time.Now()
			b.web.holds(realtimePage, delaysMessage(time.Now(), 120))
			if err := b.Reload(t.Context()); err != nil {
				t.Error(err)
			}
			b.wantDelay(t, "T0", 2*time.Minute)
			if b.web.count(staticPage) != 2 || b.web.count(realtimePage) != 2 {
				t.Errorf("read %d and %d times, want 2", b.web.count(staticPage), b.web.count(realtimePage))
			}
			b.web.fails(staticPage)
			err := b.Reload(t.Context())
			if err == nil || !strings.Contains(err.Error(), "rail.example"+staticPage) || strings.Contains(err.Error(), realtimePage) || strings.Contains(err.Error(), secret) {
				t.Errorf("the error is %v, want the error of the static feed", err)
			}
			b.wantDelay(t, "T0", 2*time.Minute)
			b.web.fails(realtimePage)
			if err := b.Reload(t.Context()); err == nil || strings.Count(err.Error(), "503") != 2 {
				t.Errorf("the error is %v, want the errors of both feeds", err)
			}
			if waited := time.Since(before); waited > 0 {
				t.Errorf("waited %v", waited)
			}
		})
	})
}

// Reload ends with its context while a feed is slow.
func TestReloadOfSlowFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSourceTest(t, nil)
		if err := b.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.run(t, func() {
			b.web.waits(realtimePage)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := b.Reload(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
		})
	})
}

// An empty directory, whose fingerprint is the zero value, is unchanged only after its content was accepted.
func TestEmptyDirectoryIsNotUnchanged(t *testing.T) {
	from := newFileOrigin(t, t.TempDir())
	c, err := from.get(t.Context(), from.last)
	if err != nil || c.dir == "" {
		t.Fatalf("%v, %v", c, err)
	}
	from.accept(c)
	if _, err := from.get(t.Context(), from.last); !errors.Is(err, errUnchanged) {
		t.Errorf("the error is %v", err)
	}
	from.last = content{}
	if _, err := from.get(t.Context(), from.last); err != nil {
		t.Error(err)
	}
}
