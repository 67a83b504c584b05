package feed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Source is the [running.Source] of a real railway. It is safe for concurrent use.
type Source struct {
	config    Config
	static    *follower
	realtime  []*live
	transport *http.Transport // of its own; nil: another's

	state  atomic.Pointer[running.State]
	loaded atomic.Bool

	mu     sync.Mutex // held while a state is made
	plan   *timetable.Timetable
	next   time.Time // when the state changes without new data, by the service's clock; zero: never
	last   Applied
	broken bool // realtime data could not be applied
}

var _ running.Source = (*Source)(nil)

// A live is a realtime feed with what it said last.
type live struct {
	*follower
	message   *gtfsrt.Message // nil: nothing yet
	at        time.Time       // when the message was made
	confirmed time.Time       // when the feed was last known to hold it
	used      bool            // it is part of the state in force
}

// Applied tells how the last realtime data were applied.
type Applied struct {
	At     time.Time     // by the clock of the service; zero: not yet
	Took   time.Duration // to compute
	Trains int           // of which more than the timetable is known
}

// New returns a source of the feeds of the Config, which it does not touch yet. Its state is an empty timetable until
// Load or Run has read the static feed. The error lists all that is wrong in the Config; it holds no secret.
func New(config Config) (*Source, error) {
	s := &Source{config: config.withDefaults()}
	if s.config.Transport == nil {
		s.transport = newTransport()
		s.config.Transport = s.transport
	}
	origins, err := s.config.origins()
	if err != nil {
		return nil, err
	}
	empty, err := timetable.New(time.UTC, nil, nil, timetable.Info{})
	if err != nil {
		return nil, err
	}
	s.state.Store(&running.State{Plan: empty})
	s.static = &follower{
		from:    origins[0],
		pace:    paceOf(origins[0], s.config.StaticInterval),
		watch:   newWatch(Static, origins[0], s.config.Log),
		take:    s.takeStatic,
		confirm: func() {},
	}
	for _, from := range origins[1:] {
		l := &live{}
		l.follower = &follower{
			from:    from,
			pace:    paceOf(from, s.config.RealtimeInterval),
			watch:   newWatch(Realtime, from, s.config.Log),
			take:    func(_ context.Context, c *content) error { return s.takeMessage(l, c) },
			confirm: func() { s.confirm(l) },
		}
		s.realtime = append(s.realtime, l)
	}
	return s, nil
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// State returns the state in force. It is made when data come, so that asking for it costs nothing; the time is not
// used.
func (s *Source) State(time.Time) *running.State { return s.state.Load() }

// Loaded reports whether a static feed has been read.
func (s *Source) Loaded() bool { return s.loaded.Load() }

// Status returns how each feed does, the static one first, then the realtime ones in the order of the Config.
func (s *Source) Status() []Status {
	now := s.config.Clock()
	all := []Status{s.static.watch.at(now)}
	for _, l := range s.realtime {
		all = append(all, l.watch.at(now))
	}
	return all
}

// Applied tells how the last realtime data were applied.
func (s *Source) Applied() Applied {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Load reads the static feed, and then each realtime feed once. It must be called before Run, if at all, so that a
// service need not start without data. The error is that of the static feed.
func (s *Source) Load(ctx context.Context) error {
	if err := s.static.attempt(ctx); ctx.Err() != nil {
		return ctx.Err()
	} else if err != nil {
		return errors.New(line(s.static.from.clean(err.Error()))) // of one line, without secrets
	}
	var all sync.WaitGroup
	for _, l := range s.realtime {
		all.Go(func() { _ = l.attempt(ctx) }) // told by the status
	}
	all.Wait()
	return ctx.Err()
}

// Run keeps the state up to date until ctx is done. It returns once everything that it started has ended. It may be
// called once.
func (s *Source) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { s.static.follow(ctx) })
	for _, l := range s.realtime {
		all.Go(func() { l.follow(ctx) })
	}
	all.Go(func() { s.refresh(ctx) })
	all.Wait()
	if s.transport != nil {
		s.transport.CloseIdleConnections()
	}
}

// takeStatic puts a new timetable in the place of the one in force. Realtime messages are applied to it before anyone
// sees it.
func (s *Source) takeStatic(ctx context.Context, c *content) error {
	began := time.Now()
	files := Files{Name: s.static.watch.at(began).Name, ZIP: c.data}
	if c.dir != "" {
		files.Dir = os.DirFS(c.dir)
	}
	loaded, err := load(ctx, s.config.Load, files)
	if err != nil {
		return err
	}
	if c.unchanged != nil {
		if err := c.unchanged(); err != nil {
			return err
		}
	}
	w := s.static.watch
	w.took(len(c.data), len(loaded.Plan.Trips()))
	w.complaints(loaded.Warnings, "", loaded.Examples)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan = loaded.Plan
	s.apply()
	s.loaded.Store(true)
	made := loaded.Plan.Modified()
	if made.IsZero() {
		made = s.config.Clock()
	}
	w.use(true, false, made, 0)
	w.log.Info("timetable is in use", "stations", loaded.Plan.StationCount(), "trips", len(loaded.Plan.Trips()),
		"took", time.Since(began).Round(time.Millisecond))
	return nil
}

// load calls the loader. Feeds are what others wrote: one that makes a library panic is wrong, and no more.
func load(ctx context.Context, loader Loader, files Files) (loaded *Loaded, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			loaded, err = nil, fmt.Errorf("loading the feed: %v", failure)
		}
	}()
	loaded, err = loader(ctx, files)
	if err != nil {
		return nil, err
	}
	if loaded == nil || loaded.Plan == nil || len(loaded.Plan.Trips()) == 0 {
		return nil, errors.New("the feed has no train")
	}
	return loaded, nil
}

// takeMessage puts a message in the place of the one before. One that is a little older than that is passed over: servers
// that share the work of one feed are not always as far as each other. One that is so old that it would be stale is an
// error. Once the one before is stale, anything is as good: the feed's clock may have been set back.
func (s *Source) takeMessage(l *live, c *content) error {
	message, err := gtfsrt.Decode(c.data)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.config.Clock()
	at := message.Time()
	if at.IsZero() || at.After(now) {
		at = now
	}
	if l.message != nil && at.Before(l.at) && now.Sub(l.at) <= s.config.StaleAfter {
		if older := l.at.Sub(at); older > s.config.StaleAfter {
			return fmt.Errorf("the message is %v older than the one before", older.Round(time.Second))
		}
		return nil
	}
	l.message, l.at, l.confirmed = message, at, now
	l.watch.took(len(c.data), message.Entities())
	s.apply()
	return nil
}

// confirm notes that a feed still holds the message that was taken last. One that was out of use because nobody could
// tell is in use again.
func (s *Source) confirm(l *live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.confirmed = s.config.Clock()
	if l.message != nil && l.message.Time().IsZero() {
		l.at = l.confirmed // it does not say when it was made; it is as good as fetched now
	}
	if _, usable := s.usable(l, l.confirmed); s.due() || usable && !l.used {
		s.apply()
	}
}

// refresh makes a new state when it is due though no data came.
func (s *Source) refresh(ctx context.Context) {
	for sleep(ctx, refreshEvery) {
		s.mu.Lock()
		if s.due() {
			s.apply()
		}
		s.mu.Unlock()
	}
}

// refreshEvery is how often the source looks whether its state is due to change.
const refreshEvery = 5 * time.Second

func (s *Source) due() bool { return !s.next.IsZero() && !s.config.Clock().Before(s.next) }
