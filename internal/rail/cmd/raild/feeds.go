package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// fed returns the railway of the feeds that the configuration names. It shows on w how far their timetable is loaded.
func fed(c config, clock func() time.Time, w io.Writer, logger *slog.Logger) (*railway, error) {
	progress := newProgress("loading the timetable", w, logger)
	var again atomic.Bool // there is a timetable already
	source, err := feed.New(feed.Config{
		Static:   c.gtfs,
		Realtime: c.realtime,
		Header:   c.header,
		Load: func(ctx context.Context, files feed.Files) (*feed.Loaded, error) {
			defer progress.end()
			tell := progress.tell
			if again.Load() { // requests are logged meanwhile, which a bar would spoil
				tell = nil
			}
			loaded, err := load(ctx, files, c.types, tell, logger)
			again.Store(err == nil || again.Load())
			return loaded, err
		},
		Language:         c.language,
		Kind:             func(routeType int) (timetable.Kind, bool) { return c.types.Kind(routeType, "") },
		Clock:            clock,
		Log:              logger,
		StaticInterval:   c.staticEvery,
		RealtimeInterval: c.realtimeEvery,
		StaleAfter:       c.stale,
	})
	if err != nil {
		return nil, fmt.Errorf("the feeds cannot be used: %w", err)
	}
	return &railway{
		Source: source,
		load:   func(ctx context.Context) error { return loadFirst(ctx, source, strings.Contains(c.gtfs, "://")) },
		run:    source.Run,
		feeds:  func() []feedReport { return reports(source.Status()) },
		applied: func() (time.Duration, int) {
			last := source.Applied()
			return last.Took, last.Trains
		},
	}, nil
}

// mostExamples is how many complaints about a timetable are shown.
const mostExamples = 20

// load reads a static feed.
func load(ctx context.Context, files feed.Files, types gtfs.Types, tell func(done, total int64), logger *slog.Logger) (*feed.Loaded, error) {
	options := gtfs.Options{Types: types, Progress: tell}
	var plan *timetable.Timetable
	var report *gtfs.Report
	var err error
	if files.Dir != nil {
		plan, report, err = gtfs.LoadFS(ctx, files.Dir, options)
	} else {
		plan, report, err = gtfs.Load(ctx, files.ZIP, options)
	}
	if err != nil {
		return nil, err
	}
	logger.Info("timetable read", "feed", files.Name, "holds", report.String())
	loaded := &feed.Loaded{Plan: plan, Warnings: report.WarningCount()}
	for _, complaint := range report.Warnings[:min(len(report.Warnings), mostExamples)] {
		loaded.Examples = append(loaded.Examples, complaint.String())
	}
	return loaded, nil
}

// loadFirst loads the first timetable. A feed on the web may come yet, so that is tried until ctx is done; a file that
// cannot be read is an error at once, as someone is there to see it.
func loadFirst(ctx context.Context, source *feed.Source, again bool) error {
	for {
		err := source.Load(ctx)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !again:
			return fmt.Errorf("reading the timetable: %w", err)
		}
		timer := time.NewTimer(time.Until(source.Status()[0].Next))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// reports returns how feeds do. Feeds that only their secrets tell apart are numbered.
func reports(all []feed.Status) []feedReport {
	seen := map[string]int{}
	var reports []feedReport
	for _, s := range all {
		r := feedReport{
			Name: s.Name, Kind: s.Kind, Status: statusOf(s),
			LastAttempt: when(s.Attempt), LastSuccess: when(s.Success), Made: when(s.Content),
			LastError: s.Error, Failures: s.Failed, Complaints: s.Warnings, Examples: s.Examples,
		}
		if !s.Content.IsZero() {
			seconds := s.Age.Truncate(time.Millisecond).Seconds()
			r.AgeSeconds = &seconds
		}
		if s.Success != (time.Time{}) {
			r.Counts = counts(s)
		}
		key := s.Kind + s.Name
		if seen[key]++; seen[key] > 1 {
			r.Name = fmt.Sprintf("%s #%d", s.Name, seen[key])
		}
		reports = append(reports, r)
	}
	return reports
}

func counts(s feed.Status) map[string]int {
	if s.Kind == feed.Static {
		return map[string]int{"trips": s.Entities}
	}
	return map[string]int{"entities": s.Entities, "applied": s.Applied}
}

// statusOf says in a word how a feed does. What is said last counts least.
func statusOf(s feed.Status) string {
	failing, stale := "", ""
	if s.Failures > 0 {
		failing = feedFailing
	}
	if s.Stale {
		stale = feedStale
	}
	if s.Attempts == 0 {
		return feedWaiting
	}
	return cmp.Or(stale, failing, feedOK)
}
