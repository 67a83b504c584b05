package feed

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
)

// The kinds of feed.
const (
	Static   = "static"
	Realtime = "realtime"
)

// A Status is how a feed does. Times of attempts are those of the system's clock; Content and Age are by the clock of
// the service.
type Status struct {
	Kind string // Static or Realtime
	Name string // its place, without what may be secret

	Attempts uint64    // so far
	Failed   uint64    // of them
	Failures int       // in a row, up to the last attempt
	Attempt  time.Time // the last; zero: none yet
	Success  time.Time // the last attempt that got content of use, or found it unchanged; zero: none yet
	Next     time.Time // the next attempt
	Error    string    // of the last attempt; empty: none. One line, without secrets.

	InUse   bool          // what the feed said last is part of the state in force
	Stale   bool          // a realtime feed whose content is too old to be used
	Content time.Time     // when the content was made, by its own timestamp, else when it was fetched; zero: none
	Age     time.Duration // of the content; 0 without

	Bytes      int      // of the content; 0 for a directory
	Entities   int      // trips of a static feed, entities of a message
	Applied    int      // trip updates and vehicle positions of a message that belong to trains of the timetable
	Warnings int      // how much is wrong in the content
	Examples   []string // some of that, one line each
}

// complaintsAgain is how soon a feed that is wrong in parts is logged again: with every message that may begin and end.
const complaintsAgain = time.Hour

// A watch keeps the status of a feed and logs when its state changes. It is safe for concurrent use.
type watch struct {
	log   *slog.Logger
	clean func(string) string

	mu         sync.Mutex
	status     Status
	complained time.Time // when complaints were logged
}

func newWatch(kind string, from origin, log *slog.Logger) *watch {
	return &watch{
		log:    log.With("kind", kind, "feed", line(from.name())),
		clean:  from.clean,
		status: Status{Kind: kind, Name: line(from.name())},
	}
}

// ended notes how an attempt ended that began at a time, and when the next one is.
func (w *watch) ended(began time.Time, wait time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &w.status
	s.Attempts++
	s.Attempt, s.Next = began, time.Now().Add(wait)
	if err == nil {
		if s.Failures > 0 {
			w.log.Info("feed is back", "failures", s.Failures)
		}
		s.Success, s.Error, s.Failures = began, "", 0
		return
	}
	s.Error = line(w.clean(err.Error()))
	s.Failed++
	if s.Failures++; s.Failures == 1 {
		text := "feed fails; what it said last stays in use"
		if s.Success.IsZero() {
			text = "feed fails, and has said nothing yet"
		}
		w.log.Warn(text, "error", s.Error, "next", wait.Round(time.Millisecond))
	}
}

// took notes content that was of use.
func (w *watch) took(bytes, entities int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status.Bytes, w.status.Entities = bytes, entities
}

// complaints notes what is wrong in the content.
func (w *watch) complaints(n int, summary string, examples []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &w.status
	s.Warnings, s.Examples = n, nil
	for _, example := range examples {
		s.Examples = append(s.Examples, line(w.clean(example)))
	}
	if n == 0 || !w.complained.IsZero() && time.Since(w.complained) < complaintsAgain {
		return
	}
	w.complained = time.Now()
	args := []any{"complaints", n}
	if summary != "" {
		args = append(args, "summary", line(w.clean(summary)))
	}
	if len(s.Examples) > 0 {
		args = append(args, "example", s.Examples[0])
	}
	w.log.Warn("feed is wrong in parts; the rest of it is used", args...)
}

// use notes what became of the content, when it was made and how old it is.
func (w *watch) use(inUse, stale bool, content time.Time, age time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &w.status
	if stale != s.Stale {
		level, text := slog.LevelInfo, "feed is fresh again"
		if stale {
			level, text = slog.LevelWarn, "feed is stale; the timetable stands in for it"
		}
		w.log.Log(context.Background(), level, text, "age", age.Round(time.Second))
	}
	s.InUse, s.Stale, s.Content = inUse, stale, content
}

// at returns the status at a time of the service's clock.
func (w *watch) at(now time.Time) Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.status
	if !s.Content.IsZero() {
		s.Age = max(now.Sub(s.Content), 0)
	}
	return s
}

// mostLine is how long a text in a status or a log may be, in bytes.
const mostLine = 300

// line returns a text as one line without control characters, cut where it is long.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
	if len(text) <= mostLine {
		return text
	}
	return strings.ToValidUTF8(text[:mostLine], "") + "..."
}
