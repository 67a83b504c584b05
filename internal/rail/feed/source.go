package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
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
	static    []*poller
	realtime  []*realtimeFeed
	transport *http.Transport // nil if the Config has one

	state   atomic.Pointer[running.State]
	loaded  atomic.Bool
	loading sync.Mutex // held while a static feed is loaded, which takes memory

	mu          sync.Mutex // held while a state is made; guards the fields below
	plan        *timetable.Timetable
	validity    []string  // by static feed, what was last logged about the time in which its trains run
	nextChange  time.Time // when the state changes without new data, by the service's clock; zero if never
	applied     Applied
	applyFailed bool // the last call of applyRealtime failed
}

var _ running.Source = (*Source)(nil)

// A realtimeFeed is a realtime feed with its last message.
type realtimeFeed struct {
	*poller
	of        int             // index of its static feed
	message   *gtfsrt.Message // nil if there is none yet
	made      time.Time       // when the message was made
	confirmed time.Time       // when the feed was last known to have it
	used      bool            // it is part of the current state
}

// Applied describes the last time that realtime data were applied to the timetable.
type Applied struct {
	At     time.Time     // by the service's clock; zero if not yet
	Took   time.Duration // the time that it took
	Trains int           // the number of trains with realtime data
}

// New returns a source of the feeds of the Config. It does not read them; the state has an empty timetable until Load
// or Run has read the static feed. The error lists all invalid settings of the Config and contains no secrets.
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
	s.state.Store(&running.State{Timetable: empty})
	n := len(config.Static)
	s.validity = make([]string, n)
	for i, origin := range origins[:n] {
		p := newPoller(Static, origin, s.config.StaticInterval, s.config.Log)
		p.use = func(ctx context.Context, c *content) error { return s.useStatic(ctx, i, c) }
		s.static = append(s.static, p)
	}
	for i, origin := range origins[n:] {
		f := &realtimeFeed{poller: newPoller(Realtime, origin, s.config.RealtimeInterval, s.config.Log)}
		if s.config.Of != nil {
			f.of = s.config.Of[i]
		}
		f.use = func(_ context.Context, c *content) error { return s.useMessage(f, c) }
		f.poller.unchanged = func() { s.unchanged(f) }
		s.realtime = append(s.realtime, f)
	}
	return s, nil
}

func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxResponseHeaderBytes = 64 << 10
	return t
}

// State returns the current state. It is made when data arrive, so this method only returns it and ignores the time.
func (s *Source) State(time.Time) *running.State { return s.state.Load() }

// Loaded reports whether a static feed has been read.
func (s *Source) Loaded() bool { return s.loaded.Load() }

// Status returns the status of each feed: first the static feeds, then the realtime feeds, both in the order of the Config.
func (s *Source) Status() []Status {
	now := s.config.Clock()
	var all []Status
	for i, p := range s.pollers() {
		one := p.monitor.statusAt(now)
		if i < len(s.static) && s.Loaded() {
			one.Timetable = s.state.Load().Timetable.Feeds()[i]
		}
		all = append(all, one)
	}
	return all
}

// pollers returns the pollers of all feeds, in the order of the Config.
func (s *Source) pollers() []*poller {
	all := slices.Clone(s.static)
	for _, f := range s.realtime {
		all = append(all, f.poller)
	}
	return all
}

// Applied describes the last time that realtime data were applied.
func (s *Source) Applied() Applied {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.applied
}

// Load reads the static feeds and then each realtime feed once, so that a service can start with data. If it is called, it must be
// called before Run. It returns nil once one static feed is in use: Run tries the others again. It waits for them, but no longer than
// StartWait. If none can be read, it returns the errors, each on one line with the name of the feed and without secrets; that of
// a single static feed is not logged. Errors of other feeds are in their Status.
func (s *Source) Load(ctx context.Context) error {
	if len(s.static) == 1 {
		s.static[0].monitor.silent.Store(true)
		defer s.static[0].monitor.silent.Store(false)
	}
	if failed := s.tryStatic(ctx); ctx.Err() != nil || !s.Loaded() {
		return cmp.Or(ctx.Err(), errors.New(strings.Join(failed, "; "))) // in one line
	}
	var all sync.WaitGroup
	for _, f := range s.realtime {
		all.Go(func() { _ = f.attempt(ctx, false) }) // the error is in the status
	}
	all.Wait()
	return ctx.Err()
}

// tryStatic tries to read each static feed, and returns the errors. Once one was read, it waits for the others until StartWait is
// over; their attempts go on.
func (s *Source) tryStatic(ctx context.Context) (failed []string) {
	results := make(chan error, len(s.static))
	for _, p := range s.static {
		go func() { results <- p.attempt(ctx, false) }()
	}
	var enough <-chan time.Time
	for range s.static {
		select {
		case <-enough:
			return failed
		case err := <-results:
			if err != nil {
				failed = append(failed, err.Error())
			} else if enough == nil {
				enough = time.After(s.config.StartWait)
			}
		}
	}
	return failed
}

// adopt makes the timetable of that of a static feed and of what the present one has from the others, and publishes it with the
// realtime messages. The caller holds s.mu.
func (s *Source) adopt(number int, part *timetable.Timetable) (err error) {
	defer recovered("putting the timetables together", &err)
	parts := make([]*timetable.Timetable, len(s.static))
	parts[number] = part
	plan, err := timetable.Merge(s.plan, parts, s.config.Merge)
	if err != nil {
		return err
	}
	s.plan = plan
	s.publish()
	s.loaded.Store(true)
	s.reportValidity()
	return nil
}

// reportValidity logs which timetables and agencies have no trains now, once for each change. The caller holds s.mu.
func (s *Source) reportValidity() {
	if s.plan == nil {
		return
	}
	now := s.config.Clock()
	for i, f := range s.plan.Feeds() {
		if f == nil {
			continue
		}
		text := f.OutOfPeriod(now)
		if text != "" && text != s.validity[i] {
			s.static[i].monitor.log.Warn(text, "zone", f.Zone.String())
		}
		s.validity[i] = text
	}
}

// Run keeps the state up to date until ctx is done. It returns after all its goroutines have ended. It may be called
// only once.
func (s *Source) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, p := range s.pollers() {
		all.Go(func() { p.run(ctx) })
	}
	all.Go(func() { s.refresh(ctx) })
	all.Wait()
	if s.transport != nil {
		s.transport.CloseIdleConnections()
	}
}

// Reload reads every feed at once, even one that seems unchanged, and returns when that is done or ctx is. What cannot be read
// stays as it is; the error lists these feeds, each on one line without secrets.
func (s *Source) Reload(ctx context.Context) error {
	pollers := s.pollers()
	errs := make([]error, len(pollers))
	var reloads sync.WaitGroup
	for i, p := range pollers {
		reloads.Go(func() { errs[i] = p.attempt(ctx, true) })
	}
	reloads.Wait()
	return cmp.Or(ctx.Err(), errors.Join(errs...))
}

// useStatic replaces the timetable of a static feed. The realtime messages are applied to the new timetable before it is published.
func (s *Source) useStatic(ctx context.Context, number int, c *content) error {
	p := s.static[number]
	files := Files{Name: p.origin.name, ZIP: c.data}
	if c.dir != "" {
		files.Dir = os.DirFS(c.dir)
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	began := time.Now()
	loaded, err := load(ctx, s.config.Load, files)
	if err != nil {
		return err
	}
	if c.unchanged != nil {
		if err := c.unchanged(); err != nil {
			return err
		}
	}
	m, plan := p.monitor, loaded.Timetable
	stations, trips, made := plan.StationCount(), len(plan.Trips()), plan.Modified()
	if made.IsZero() {
		made = s.config.Clock()
	}
	m.set(func(s *Status) { s.Entities = trips })
	m.warnings(loaded.Warnings, "", loaded.Examples)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.adopt(number, plan); err != nil {
		return err
	}
	m.setUse(true, false, made, 0)
	m.log.Info("timetable is in use", "stations", stations, "trips", trips, "zone", plan.Zone().String(), "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// recovered makes an error of a panic. It must be deferred.
func recovered(while string, err *error) {
	if failure := recover(); failure != nil {
		*err = fmt.Errorf("panic while %s: %v", while, failure)
	}
}

// load calls the loader. It returns a panic as an error, so that an invalid feed cannot stop the service.
func load(ctx context.Context, loader Loader, files Files) (loaded *Loaded, err error) {
	defer recovered("loading the feed", &err)
	loaded, err = loader(ctx, files)
	if err != nil {
		return nil, err
	}
	if loaded == nil || loaded.Timetable == nil || len(loaded.Timetable.Trips()) == 0 {
		return nil, errors.New("the feed has no trips")
	}
	return loaded, nil
}

// useMessage replaces a feed's message. A message that is ahead of the clock by more than MaxAhead is an error: it would never be
// stale. A message that is slightly older than the current one is ignored, as the
// servers of one URL may have messages of different age. A message that is older by more than StaleAfter is an error.
// Once the current message is stale, any message replaces it, as the feed's clock may have been set back.
func (s *Source) useMessage(f *realtimeFeed, c *content) error {
	message, err := gtfsrt.Decode(c.data)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.config.Clock()
	at := message.Time()
	if ahead := at.Sub(now); !at.IsZero() && ahead > s.config.MaxAhead {
		return fmt.Errorf("the message's timestamp is %v ahead of the clock", ahead.Round(time.Second))
	}
	if at.IsZero() || at.After(now) {
		at = now
	}
	if f.message != nil && at.Before(f.made) && now.Sub(f.made) <= s.config.StaleAfter {
		if older := f.made.Sub(at); older > s.config.StaleAfter {
			return fmt.Errorf("the message is %v older than the previous one", older.Round(time.Second))
		}
		return nil
	}
	f.message, f.made, f.confirmed = message.Of(f.of), at, now
	f.monitor.set(func(s *Status) { s.Entities = message.Entities() })
	s.publish()
	return nil
}

// unchanged records that a feed still has its last message. A message that had expired because the feed failed is used
// again.
func (s *Source) unchanged(f *realtimeFeed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.confirmed = s.config.Clock()
	if f.message != nil && f.message.Time().IsZero() {
		f.made = f.confirmed // without a timestamp, the message is as old as its last response
	}
	if _, usable := s.usable(f, f.confirmed); s.changeDue() || usable && !f.used {
		s.publish()
	}
}

// refresh publishes a new state when the state changes without new data: data expire, or alerts begin or end.
func (s *Source) refresh(ctx context.Context) {
	ticks := time.NewTicker(refreshInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		s.mu.Lock()
		if s.changeDue() {
			s.publish()
		}
		s.reportValidity()
		s.mu.Unlock()
	}
}

// refreshInterval is the interval at which the source checks whether its state is due to change.
const refreshInterval = 5 * time.Second

func (s *Source) changeDue() bool {
	return !s.nextChange.IsZero() && !s.config.Clock().Before(s.nextChange)
}
