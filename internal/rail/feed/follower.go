package feed

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// A follower keeps up with one feed. It is used from one goroutine at a time.
type follower struct {
	from  origin
	pace  pace
	watch *watch

	// take puts content to use, or says why it cannot.
	take func(context.Context, *content) error
	// confirm says that the feed still holds what was taken last.
	confirm func()

	tried bool
	wait  time.Duration     // until the next attempt
	sum   [sha256.Size]byte // of the bytes taken last
	holds bool              // something was taken
}

// follow polls the feed until ctx is done.
func (f *follower) follow(ctx context.Context) {
	for {
		if f.tried && !sleep(ctx, f.wait) {
			return
		}
		if f.attempt(ctx); ctx.Err() != nil {
			return
		}
	}
}

// sleep waits, and reports whether it did so to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// attempt gets what the feed holds and puts it to use.
func (f *follower) attempt(ctx context.Context) error {
	began := time.Now()
	err := f.fetch(ctx)
	if ctx.Err() != nil {
		return ctx.Err() // the service ends; no one's failure
	}
	f.tried = true
	failures := 0
	if err != nil {
		failures = f.watch.failures() + 1
	}
	f.wait = f.pace.next(failures, err)
	f.watch.ended(began, f.wait, err)
	return err
}

func (f *follower) fetch(ctx context.Context) error {
	c, err := f.from.fetch(ctx)
	if errors.Is(err, errUnchanged) {
		f.confirm()
		return nil
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(c.data)
	if c.dir == "" && f.holds && sum == f.sum {
		f.from.accept(c)
		f.confirm()
		return nil
	}
	if err := f.take(ctx, c); err != nil {
		return err
	}
	f.from.accept(c)
	f.sum, f.holds = sum, true
	return nil
}

func (w *watch) failures() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status.Failures
}
