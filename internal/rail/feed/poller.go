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

	// busy has a value during an attempt.
	busy chan struct{}

	// requests asks run for an attempt at once, which sends its result to the channel.
	requests chan chan<- error

	attempted  bool
	wait       time.Duration     // time until the next attempt
	lastSum    [sha256.Size]byte // checksum of the last accepted content
	hasContent bool              // some content was accepted
}

func newPoller(kind string, from *origin, interval time.Duration, log *slog.Logger) *poller {
	if from.isFile {
		interval = min(interval, fileInterval)
	}
	return &poller{
		origin: from, timing: pollTiming{interval, rand.Float64}, monitor: newMonitor(kind, from, log), unchanged: func() {},
		busy: make(chan struct{}, 1), requests: make(chan chan<- error),
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
	if p.begin(ctx) != nil { // an attempt of Load goes on
		return
	}
	p.end()
	for {
		var result chan<- error
		if p.attempted {
			select {
			case <-ctx.Done():
			case result = <-p.requests:
				p.origin.forget()
			case <-time.After(p.wait):
			}
		}
		if ctx.Err() != nil {
			return
		}
		err := p.attempt(ctx)
		if result != nil {
			result <- err
		}
	}
}

// reload has run read the feed at once, even if it seems unchanged, and returns the error. It waits until run has ended an
// attempt in progress, and at most until ctx is done.
func (p *poller) reload(ctx context.Context) error {
	result := make(chan error, 1)
	select {
	case p.requests <- result:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// described returns the error of an attempt in one line, with the name of the feed and without secrets.
func (p *poller) described(err error) error {
	return errors.New(singleLine(p.origin.name + ": " + p.origin.redact(err.Error())))
}

// attempt polls the feed once.
func (p *poller) attempt(ctx context.Context) error {
	if err := p.begin(ctx); err != nil {
		return err
	}
	defer p.end()
	began := time.Now()
	err := p.fetch(ctx)
	if ctx.Err() != nil {
		return ctx.Err() // the service is stopping; this is not a failure of the feed
	}
	p.attempted = true
	failures := 0
	if err != nil {
		failures = p.monitor.statusAt(began).Failures + 1
	}
	p.wait = p.timing.wait(failures, err)
	p.monitor.attemptEnded(began, p.wait, err)
	return err
}

func (p *poller) fetch(ctx context.Context) error {
	c, err := p.origin.fetch(ctx)
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
