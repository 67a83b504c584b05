package main

import (
	"context"
	"fmt"
	"time"
	"weak"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/land"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
)

// A railway is the data source of the service.
type railway struct {
	running.Source // usable after load has returned

	load   func(context.Context) error // loads the timetable
	run    func(context.Context)       // keeps the data up to date until the context is done, and leaves no goroutine
	reload func(context.Context) error // reads the feeds again at once; data that cannot be read stay in use
	feeds  func() []feed.Status        // returns the status of the feeds, also before load

	// applied returns how long the last application of realtime data took, and the number of trains with such data. It is
	// nil if that is not measured.
	applied func() (took time.Duration, trains int)

	coasts []land.Ring // of a railway that is on no map of the world
}

// embeddedRailway returns the network of package fiction.
func embeddedRailway(c config, clock func() time.Time) (*railway, error) {
	source, err := fiction.New(c.seed)
	if err != nil {
		return nil, fmt.Errorf("making the embedded network: %w", err)
	}
	return &railway{
		Source: source,
		coasts: []land.Ring{fiction.Coast()},
		load:   func(context.Context) error { return nil },
		run:    func(ctx context.Context) { <-ctx.Done() },
		reload: func(context.Context) error { return nil },
		feeds: func() []feed.Status {
			now := clock().Truncate(time.Second)
			made := source.State(now).Realtime.Time()
			return []feed.Status{
				{Name: "embedded timetable", Kind: feed.Static, Attempts: 1, InUse: true, Timetable: source.Timetable().Whole()},
				{Name: "simulator", Kind: feed.Realtime, Attempts: 1, InUse: true, Content: made, Age: max(now.Sub(made), 0)},
			}
		},
	}, nil
}

// reportTime returns a time for a report, or nil for the zero time.
func reportTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC().Truncate(time.Millisecond))
}

// moment identifies the data of the present responses. The pointers are weak: an unused response may stay in the
// cache for long, and must not keep the old state of all trains in memory.
func moment(source running.Source, clock func() time.Time) response.Moment {
	now := clock().Truncate(time.Second)
	state := source.State(now)
	return response.Moment{
		Timetable: weak.Make(state.Timetable), State: weak.Make(state), Second: now,
		TimetableModified: state.Timetable.Modified(),
	}
}

// newClock returns the service's clock: it starts at a time, or at the present if that is zero, and runs at a
// multiple of the speed of real time; at speed 0 it stands still. It is safe for concurrent use.
func newClock(start time.Time, speed float64, now func() time.Time) func() time.Time {
	began := now()
	switch {
	case start.IsZero() && speed == 1:
		return now
	case start.IsZero():
		start = began.Round(0)
	}
	if speed == 0 {
		return func() time.Time { return start }
	}
	return func() time.Time {
		return start.Add(time.Duration(float64(now().Sub(began)) * speed))
	}
}
