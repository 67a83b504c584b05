package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Config describes the feeds of a railway. Static and Load are required; other fields have defaults.
type Config struct {
	Static   []string // static feeds: a ZIP file, a directory, or a URL (http or https) each
	Realtime []string // GTFS Realtime feeds: files or URLs

	// Of has the index in Static to which each feed of Realtime belongs. nil: all belong to the first.
	Of []int

	// Headers are sent with requests for a feed, by its location in Static or Realtime, and only to the host in it.
	Headers map[string]http.Header

	Load     Loader                                                // reads a static feed
	Merge    float64                                               // the distance in metres within which stations of several static feeds that have one name become one
	Language string                                                // preferred language of alerts, a BCP 47 tag
	Kind     func(routeType int) (kind timetable.Kind, known bool) // maps a route_type, for alerts that select trains by it

	Clock     func() time.Time  // the service's clock, which determines the age of data; default time.Now
	Log       *slog.Logger      // default slog.Default
	Transport http.RoundTripper // default a separate transport that uses the proxies of the environment

	StaticInterval   time.Duration // time between polls of a static feed at a URL; default 1 h
	RealtimeInterval time.Duration // time between polls of a realtime feed at a URL; default 20 s
	StaleAfter       time.Duration // the age at which realtime data are no longer used; default 5 min
	MaxAhead         time.Duration // how far the timestamp of a realtime message may be ahead of the clock; default 10 min
	StartWait        time.Duration // how long Load waits for the other static feeds once it has one; default 10 s
	StaticTimeout    time.Duration // limit for one request for the static feed; default 10 min
	RealtimeTimeout  time.Duration // limit for one request for a realtime feed; default 20 s
	StaticLimit      int64         // maximum size of a static feed in bytes, as it is sent; default 1 GiB
	RealtimeLimit    int64         // maximum size of a realtime message in bytes, decompressed; default 64 MiB
}

// A Loader reads a timetable from the files of a static feed. It must not retain the files, nor use the timetable afterwards. It is
// not called while it runs.
type Loader func(ctx context.Context, files Files) (*Loaded, error)

// Files holds the files of a static feed: either ZIP or Dir is set.
type Files struct {
	Name string // the feed's name for messages, without secrets
	ZIP  []byte
	Dir  fs.FS
}

// Loaded is the result of a Loader.
type Loaded struct {
	Timetable *timetable.Timetable
	Warnings  int      // number of problems found in the feed
	Examples  []string // some of the warnings, one line each
}

func (c Config) withDefaults() Config {
	c.StaticInterval = cmp.Or(c.StaticInterval, time.Hour)
	c.RealtimeInterval = cmp.Or(c.RealtimeInterval, 20*time.Second)
	c.StaleAfter = cmp.Or(c.StaleAfter, 5*time.Minute)
	c.MaxAhead = cmp.Or(c.MaxAhead, 10*time.Minute)
	c.StartWait = cmp.Or(c.StartWait, 10*time.Second)
	c.StaticTimeout = cmp.Or(c.StaticTimeout, 10*time.Minute)
	c.RealtimeTimeout = cmp.Or(c.RealtimeTimeout, 20*time.Second)
	c.StaticLimit = cmp.Or(c.StaticLimit, 1<<30)
	c.RealtimeLimit = cmp.Or(c.RealtimeLimit, 64<<20)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// origins returns the origins of all feeds, the static feeds first. The error lists all invalid settings.
func (c Config) origins() ([]*origin, error) {
	var found []*origin
	var errs []error
	if len(c.Static) == 0 {
		errs = append(errs, errors.New("no static feed"))
	}
	if c.Load == nil {
		errs = append(errs, errors.New("no loader for the static feed: Config.Load is nil"))
	}
	add := func(where, what string, o fetchOptions) {
		origin, err := newOrigin(where, c.Headers[where], o)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", what, err))
			return
		}
		found = append(found, origin)
	}
	for _, where := range c.Static {
		add(where, "the static feed", fetchOptions{c.Transport, c.StaticLimit, c.StaticTimeout})
	}
	for i, where := range c.Realtime {
		what := fmt.Sprintf("realtime feed %d", i+1)
		add(where, what, fetchOptions{c.Transport, c.RealtimeLimit, c.RealtimeTimeout})
	}
	return found, errors.Join(errs...)
}
