package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// openRailway returns the railway of the configured feeds, or the embedded network. It shows on w the progress of
// loading the timetable.
func openRailway(c config, clock func() time.Time, w io.Writer, logger *slog.Logger) (*railway, error) {
	if len(c.gtfs) == 0 {
		return embeddedRailway(c, clock)
	}
	progress := newProgress("loading the timetable", w, logger)
	var loadedOnce atomic.Bool
	source, err := feed.New(feed.Config{
		Static:   c.gtfs,
		Realtime: c.realtime,
		Of:       c.of,
		Headers:  c.headers,
		Load: func(ctx context.Context, files feed.Files) (*feed.Loaded, error) {
			defer progress.end()
			options := c.limits
			if !loadedOnce.Load() { // later, requests are logged meanwhile, which would break up a progress bar
				options.Progress = progress.update
			}
			loaded, err := load(ctx, files, options, logger)
			loadedOnce.Store(err == nil || loadedOnce.Load())
			return loaded, err
		},
		Merge:            c.limits.Merge,
		Language:         c.language,
		Kind:             func(routeType int) (timetable.Kind, bool) { return c.limits.Types.Kind(routeType, "") },
		Clock:            clock,
		Log:              logger,
		StaticInterval:   c.staticEvery,
		RealtimeInterval: c.realtimeEvery,
		StaleAfter:       c.stale,
		MaxAhead:         c.maxAhead,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot use the feeds: %w", err)
	}
	again := make(chan struct{}, 1)
	return &railway{
		Source: source,
		load:   func(ctx context.Context) error { return loadFirst(ctx, source, c.servesAnyway(), again, logger) },
		run:    source.Run,
		reload: func(ctx context.Context) error { return reload(ctx, source, again) },
		feeds:  source.Status,
		applied: func() (time.Duration, int) {
			last := source.Applied()
			return last.Took, last.Trains
		},
	}, nil
}

// maxExamples is the maximum number of warnings about a timetable to show.
const maxExamples = 20

// load loads a static feed.
func load(ctx context.Context, files feed.Files, options gtfs.Options, logger *slog.Logger) (*feed.Loaded, error) {
	var plan *timetable.Timetable
	var report *gtfs.Report
	var err error
	if files.Dir != nil {
		plan, report, err = gtfs.LoadFS(ctx, files.Dir, options)
	} else {
		plan, report, err = gtfs.Load(ctx, files.ZIP, options)
	}
	if err != nil {
		return nil, withWarnings(err, report)
	}
	logger.Info("timetable read", "feed", files.Name, "contents", report.String())
	return &feed.Loaded{Timetable: plan, Warnings: report.WarningCount(), Examples: firstWarnings(report, maxExamples)}, nil
}

func firstWarnings(report *gtfs.Report, n int) (texts []string) {
	for _, warning := range report.Warnings[:min(len(report.Warnings), n)] {
		texts = append(texts, warning.Error())
	}
	return texts
}

// withWarnings adds the first warnings to the error of a feed that cannot be used: they often have the cause.
func withWarnings(err error, report *gtfs.Report) error {
	const shown = 5
	if len(report.Warnings) == 0 {
		return err
	}
	return fmt.Errorf("%w (warnings before: %d, such as %s)", err, report.WarningCount(), strings.Join(firstWarnings(report, shown), "; "))
}

// loadFirst loads the first timetables. With retry, which is for feeds at a URL, it tries again after failures until
// ctx is done, at once if there is a value from again; files that cannot be read are an error at once.
func loadFirst(ctx context.Context, source *feed.Source, retry bool, again <-chan struct{}, logger *slog.Logger) error {
	for {
		err := source.Load(ctx)
		first := source.Status()[0]
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !retry:
			return fmt.Errorf("reading the timetable: %w", err)
		case first.Failures == 1:
			logger.Warn("cannot read the timetable yet; trying again until it can be read", "feed", first.Name, "error", err)
		}
		next := first.Next
		for _, s := range source.Status() {
			if s.Kind == feed.Static && s.Next.Before(next) {
				next = s.Next
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-again:
		case <-time.After(time.Until(next)):
		}
	}
}

// reload reads the feeds again at once. While the first timetable is being loaded, it only ends the wait after a failure.
func reload(ctx context.Context, source *feed.Source, again chan<- struct{}) error {
	if source.Loaded() {
		return source.Reload(ctx)
	}
	select {
	case again <- struct{}{}:
	default: // it was asked for already
	}
	return nil
}

// servesAnyway reports whether the process serves if the timetable cannot be read: one at a URL is tried again.
func (c config) servesAnyway() bool {
	return slices.ContainsFunc(c.gtfs, func(where string) bool {
		url, err := feed.ParseLocation(where)
		return err == nil && url != nil
	})
}

// reports describes feeds. Feeds with the same name are numbered: names leave out secrets, so URLs that
// differ only in a key have the same name.
func reports(all []feed.Status, now time.Time) []feedReport {
	seen := map[string]int{}
	var reports []feedReport
	for _, s := range all {
		r := feedReport{
			Name: s.Name, Kind: s.Kind, Status: statusOf(s),
			LastAttempt: reportTime(s.Attempt), LastSuccess: reportTime(s.Success), Made: reportTime(s.Content),
			LastError: s.Error, Failures: s.Failed, Warnings: s.Warnings, Examples: s.Examples,
		}
		if !s.Content.IsZero() {
			r.AgeSeconds = new(s.Age.Truncate(time.Millisecond).Seconds())
		}
		if s.Timetable != nil {
			r.Timetable = describe(s.Timetable, now)
			r.Counts = map[string]int{"trips": s.Timetable.Trips}
		} else if s.Kind == feed.Realtime && s.Success != (time.Time{}) {
			r.Counts = map[string]int{"entities": s.Entities, "applied": s.Applied}
		}
		key := s.Kind + s.Name
		if seen[key]++; seen[key] > 1 {
			r.Name = fmt.Sprintf("%s #%d", s.Name, seen[key])
		}
		reports = append(reports, r)
	}
	return reports
}

// statusOf returns the status of a feed. Stale takes precedence over failing.
func statusOf(s feed.Status) string {
	switch {
	case s.Attempts == 0:
		return feedWaiting
	case s.Stale:
		return feedStale
	case s.Failures > 0:
		return feedFailing
	}
	return feedOK
}
