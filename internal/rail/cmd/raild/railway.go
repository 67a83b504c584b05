package main

import (
	"context"
	"fmt"
	"time"
	"weak"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
)

// A railway is what the service answers from.
type railway struct {
	running.Source // to be asked once load has returned

	load  func(context.Context) error // gets a timetable
	run   func(context.Context)       // keeps everything up to date until ctx is done, and ends what it started
	feeds func() []feedReport         // how its feeds do; from the start

	// applied tells how long it took to apply the last realtime data, and to how many trains; nil: it is not measured.
	applied func() (took time.Duration, trains int)
}

// embedded returns the network of package fiction.
func embedded(c config, clock func() time.Time) (*railway, error) {
	source, err := fiction.New(c.seed)
	if err != nil {
		return nil, fmt.Errorf("making the embedded network: %w", err)
	}
	return &railway{
		Source: source,
		load:   func(context.Context) error { return nil },
		run:    func(ctx context.Context) { <-ctx.Done() },
		feeds: func() []feedReport {
			now := clock().Truncate(time.Second)
			made := source.State(now).Realtime.Time()
			return []feedReport{
				{Name: "embedded timetable", Kind: "static", Status: feedOK, Counts: map[string]int{"trips": len(source.Plan().Trips())}},
				{Name: "simulator", Kind: "realtime", Status: feedOK, Made: when(made), AgeSeconds: age(made, now)},
			}
		},
	}, nil
}

// when returns a time for a report, nil for none.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Millisecond)
	return &t
}

// age returns how old what was made at a time is now, in seconds; nil if that is not known.
func age(made, now time.Time) *float64 {
	if made.IsZero() {
		return nil
	}
	seconds := max(now.Sub(made), 0).Truncate(time.Millisecond).Seconds()
	return &seconds
}

// moment returns what answers are made from at present. The pointers are weak: an answer that nobody asks for any more
// stays in the cache for long, and must not keep there the trains of a whole country as they were when it was made.
func moment(source running.Source, clock func() time.Time) response.Moment {
	now := clock().Truncate(time.Second)
	state := source.State(now)
	return response.Moment{
		Timetable: weak.Make(state.Plan), State: weak.Make(state), Second: now,
		TimetableModified: state.Plan.Modified(),
	}
}
