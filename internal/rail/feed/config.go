package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Config says where the data of a railway are and how to get them. Static and Load are needed; what else is zero has
// a default.
type Config struct {
	Static   string      // of the timetable: a ZIP file, a directory, or an address of http or https
	Realtime []string    // GTFS Realtime feeds: files or addresses
	Header   http.Header // sent with requests for realtime feeds, to the hosts in their addresses alone

	Load     Loader                                                // reads the static feed
	Language string                                                // in which alerts are shown, as a BCP 47 tag
	Kind     func(routeType int) (kind timetable.Kind, known bool) // of route types, for alerts that inform one

	Clock     func() time.Time  // of the service, which says what is stale and in force; default time.Now
	Log       *slog.Logger      // default slog.Default
	Transport http.RoundTripper // default one of its own, with the proxies of the environment

	StaticInterval   time.Duration // between polls of a static feed on the web; default 1 h
	RealtimeInterval time.Duration // between polls of a realtime feed on the web; default 20 s
	StaleAfter       time.Duration // the age at which what a realtime feed says is no longer used; default 5 min
	StaticTimeout    time.Duration // of one request; default 10 min
	RealtimeTimeout  time.Duration // of one request; default 20 s
	StaticLimit      int64         // bytes of a static feed, as it is sent; default 1 GiB
	RealtimeLimit    int64         // bytes of a message, inflated; default 64 MiB
}

// A Loader makes a timetable of the files of a static feed. It must not keep them.
type Loader func(ctx context.Context, files Files) (*Loaded, error)

// Files are a static feed: either the bytes of a ZIP archive or a directory.
type Files struct {
	Name string // for messages, without secrets
	ZIP  []byte
	Dir  fs.FS
}

// Loaded is what a Loader made of a static feed.
type Loaded struct {
	Plan       *timetable.Timetable
	Warnings int      // how much is wrong in the feed
	Examples   []string // some of the complaints, fit for a line of a log each
}

// How often files are looked at, and how long a feed that fails is left alone at most.
const (
	fileInterval = 10 * time.Second
	firstBackoff = 30 * time.Second
	mostBackoff  = 5 * time.Minute
)

func (c Config) withDefaults() Config {
	c.StaticInterval = cmp.Or(c.StaticInterval, time.Hour)
	c.RealtimeInterval = cmp.Or(c.RealtimeInterval, 20*time.Second)
	c.StaleAfter = cmp.Or(c.StaleAfter, 5*time.Minute)
	c.StaticTimeout = cmp.Or(c.StaticTimeout, 10*time.Minute)
	c.RealtimeTimeout = cmp.Or(c.RealtimeTimeout, 20*time.Second)
	c.StaticLimit = cmp.Or(c.StaticLimit, 1<<30)
	c.RealtimeLimit = cmp.Or(c.RealtimeLimit, 64<<20)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

// origins returns the places of all feeds, the static one first, or all that is wrong with them.
func (c Config) origins() ([]origin, error) {
	var found []origin
	var errs []error
	if c.Load == nil {
		errs = append(errs, errors.New("there is no loader for static feeds"))
	}
	add := func(where, what string, header http.Header, o options) {
		from, err := place(where, header, o)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", what, err))
			return
		}
		found = append(found, from)
	}
	add(c.Static, "the static feed", nil, options{c.Transport, c.StaticLimit, c.StaticTimeout})
	for i, where := range c.Realtime {
		what := fmt.Sprintf("realtime feed %d", i+1)
		add(where, what, c.Header, options{c.Transport, c.RealtimeLimit, c.RealtimeTimeout})
	}
	return found, errors.Join(errs...)
}

// paceOf says how often an origin is asked that is polled at the interval where it is on the web.
func paceOf(from origin, interval time.Duration) pace {
	if _, file := from.(*disk); file {
		interval = min(interval, fileInterval)
	}
	return pace{
		interval: interval,
		first:    min(interval, firstBackoff),
		most:     max(interval, mostBackoff),
		random:   rand.Float64,
	}
}
