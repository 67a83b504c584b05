package feed

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"example.com/quartet/internal/rail/timetable"
)

// The kinds of feed.
const (
	Static   = "static"
	Realtime = "realtime"
)

// A Status is the status of a feed. Times of attempts are by the system's clock, Content and Age by the service's
// clock.
type Status struct {
	Kind string // Static or Realtime
	Name string // its file, directory or URL, without secrets

	Attempts uint64    // all attempts to read the feed so far
	Failed   uint64    // the attempts that failed
	Failures int       // consecutive failures up to the last attempt
	Attempt  time.Time // the last attempt; zero if none yet
	Success  time.Time // the last attempt that succeeded, with new or unchanged content; zero if none yet
	Next     time.Time // the next attempt
	Error    string    // error of the last attempt, a single line without secrets; empty if it succeeded

	InUse   bool          // the last content is part of the current state
	Stale   bool          // the content of a realtime feed is too old to be used
	Content time.Time     // when the content was made: its timestamp, else when it was fetched; zero if there is none
	Age     time.Duration // age of the content; 0 if there is none

	Timetable *timetable.Feed // what the current state has from a static feed; nil if it has nothing, and for realtime feeds

	Entities int      // trips of a static feed, entities of a realtime message
	Applied  int      // entities of a realtime message that belong to trains of the timetable: trip updates, vehicle positions and active alerts
	Warnings int      // number of problems found in the content
	Examples []string // some of the warnings, one line each
}

// warnInterval is the minimum time between two log entries about a feed's warnings, as these can change with every
// message.
const warnInterval = time.Hour

// A monitor keeps the status of a feed and logs its changes. It is safe for concurrent use.
type monitor struct {
	log    *slog.Logger
	redact func(string) string

	silent atomic.Bool // failures are not logged

	mu     sync.Mutex
	status Status
	warned time.Time // when warnings were last logged
}

func newMonitor(kind string, from *origin, log *slog.Logger) *monitor {
	return &monitor{
		log:    log.With("kind", kind, "feed", singleLine(from.name)),
		redact: from.redact,
		status: Status{Kind: kind, Name: singleLine(from.name)},
	}
}

// attemptEnded records the result of an attempt, when it began, and the wait until the next one.
func (m *monitor) attemptEnded(began time.Time, wait time.Duration, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.status
	s.Attempts++
	s.Attempt, s.Next = began, time.Now().Add(wait)
	if err == nil {
		if s.Failures > 0 {
			m.log.Info("feed recovered", "failures", s.Failures)
		}
		s.Success, s.Error, s.Failures = began, "", 0
		return
	}
	s.Error = singleLine(m.redact(err.Error()))
	s.Failed++
	if s.Failures++; s.Failures == 1 && !m.silent.Load() {
		text := "feed failed; still using its last data"
		if s.Success.IsZero() {
			text = "feed failed; no data received yet"
		}
		m.log.Warn(text, "error", s.Error, "next", wait.Round(time.Millisecond))
	}
}

// set changes the status.
func (m *monitor) set(change func(*Status)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.status)
}

// warnings records the warnings about the content, and logs them if that is due.
func (m *monitor) warnings(n int, summary string, examples []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.status
	s.Warnings, s.Examples = n, nil
	for _, example := range examples {
		s.Examples = append(s.Examples, singleLine(m.redact(example)))
	}
	if n == 0 || !m.warned.IsZero() && time.Since(m.warned) < warnInterval {
		return
	}
	m.warned = time.Now()
	args := []any{"warnings", n}
	if summary != "" {
		args = append(args, "summary", singleLine(m.redact(summary)))
	}
	if len(s.Examples) > 0 {
		args = append(args, "example", s.Examples[0])
	}
	m.log.Warn("feed has invalid parts; using the rest", args...)
}

// setUse records whether the content is in use or stale, and when it was made. The age is only logged.
func (m *monitor) setUse(inUse, stale bool, content time.Time, age time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.status
	if stale != s.Stale {
		level, text := slog.LevelInfo, "feed is no longer stale"
		if stale {
			level, text = slog.LevelWarn, "feed is stale; using the timetable instead"
		}
		m.log.Log(context.Background(), level, text, "age", age.Round(time.Second))
	}
	s.InUse, s.Stale, s.Content = inUse, stale, content
}

// statusAt returns the status at a time by the service's clock.
func (m *monitor) statusAt(now time.Time) Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.status
	if !s.Content.IsZero() {
		s.Age = max(now.Sub(s.Content), 0)
	}
	return s
}

// maxLine is the maximum length of a text in a status or a log entry, in bytes.
const maxLine = 300

// singleLine returns the text as one line without control characters, truncated if it is too long.
func singleLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
	if len(text) <= maxLine {
		return text
	}
	return strings.ToValidUTF8(text[:maxLine], "") + "..."
}
