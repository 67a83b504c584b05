package feed

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

// A poller polls one feed and passes its content on.
type poller struct {
	origin  *origin
	timing  pollTiming
	monitor *monitor

	// use processes new content. If it returns an error, the content is not accepted.
	use func(context.Context, *content) error
	// unchanged is called when the feed still has the content that was accepted last.
	unchanged func()

	busy       chan struct{}     // has a value during an attempt
	lastSum    [sha256.Size]byte // checksum of the last accepted content
	hasContent bool              // some content was accepted
}

func newPoller(kind string, from *origin, interval time.Duration, log *slog.Logger) *poller {
	if from.isFile {
		interval = min(interval, fileInterval)
	}
	return &poller{
		origin: from, timing: pollTiming{interval, rand.Float64}, monitor: newMonitor(kind, from, log), unchanged: func() {},
		busy: make(chan struct{}, 1),
	}
}

// begin waits until an attempt in progress has ended, at most until ctx is done, and has others wait until end is called.
func (p *poller) begin(ctx context.Context) error {
	select {
	case p.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *poller) end() { <-p.busy }

// run polls the feed until ctx is done.
func (p *poller) run(ctx context.Context) {
	next := func() time.Duration { return time.Until(p.monitor.statusAt(time.Now()).Next) }
	for p.begin(ctx) == nil { // an attempt of Load goes on, or one of Reload
		if next() <= 0 {
			_ = p.poll(ctx) // the error is in the status
		}
		p.end()
		select {
		case <-ctx.Done():
			return
		case <-time.After(next()):
		}
	}
}

// attempt polls the feed once, when an attempt in progress has ended, and with reload also what seems unchanged. The error is one
// line, with the name of the feed and without secrets.
func (p *poller) attempt(ctx context.Context, reload bool) error {
	if err := p.begin(ctx); err != nil {
		return err
	}
	defer p.end()
	if reload {
		p.origin.last = content{}
	}
	if err := p.poll(ctx); err != nil {
		return errors.New(singleLine(p.origin.name + ": " + p.origin.redact(err.Error())))
	}
	return nil
}

// poll fetches and uses the content, and records the result. It must be called between begin and end.
func (p *poller) poll(ctx context.Context) error {
	began := time.Now()
	err := p.fetch(ctx)
	if ctx.Err() != nil {
		return ctx.Err() // the service is stopping; this is not a failure of the feed
	}
	failures := 0
	if err != nil {
		failures = p.monitor.statusAt(began).Failures + 1
	}
	p.monitor.attemptEnded(began, p.timing.wait(failures, err), err)
	return err
}

func (p *poller) fetch(ctx context.Context) error {
	c, err := p.origin.get(ctx, p.origin.last)
	if errors.Is(err, errUnchanged) {
		p.unchanged()
		return nil
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(c.data)
	if c.dir == "" && p.hasContent && sum == p.lastSum {
		p.origin.accept(c)
		p.unchanged()
		return nil
	}
	if err := p.use(ctx, c); err != nil {
		return err
	}
	p.origin.accept(c)
	p.lastSum, p.hasContent = sum, true
	return nil
}
