package main

import (
	"context"
	"fmt"
	"time"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
)

// A railway is what the service answers from.
type railway struct {
	running.Source
	feeds func() []feedReport
	close func() // returns once nothing of it runs any more
}

// openRailway returns the railway that the configuration asks for, once it has a timetable.
func openRailway(_ context.Context, c config) (*railway, error) {
	source, err := fiction.New(c.seed)
	if err != nil {
		return nil, fmt.Errorf("making the embedded network: %w", err)
	}
	return &railway{
		Source: source,
		feeds: func() []feedReport {
			return []feedReport{{Name: "embedded network", Kind: "simulator", Status: feedOK, tried: true}}
		},
		close: func() {},
	}, nil
}

// moment returns what answers are made from at present.
func moment(source running.Source, clock func() time.Time) response.Moment {
	now := clock().Truncate(time.Second)
	state := source.State(now)
	return response.Moment{
		Timetable: state.Plan, State: state, Second: now,
		TimetableMade: state.Plan.Modified(), StateMade: state.Live.Time(),
	}
}
