package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/timetable"
)

// An app is the service with all that is around it. It serves /healthz, /readyz and /metrics from the start, and the
// service once there is a timetable.
type app struct {
	config  config
	railway *railway
	clock   func() time.Time
	logger  *slog.Logger
	metrics *metrics
	health  *health
	opened  atomic.Pointer[opened] // nil: there is no timetable yet
}

// opened is what there is once there is a timetable.
type opened struct {
	service *rail.Service
	cache   *response.Cache
	handler http.Handler
}

func newApp(c config, railway *railway, clock func() time.Time, logger *slog.Logger) *app {
	a := &app{config: c, railway: railway, clock: clock, logger: logger}
	a.metrics = newMetrics(&collector{a})
	a.health = &health{needRealtime: c.readyNeedsRealtime, clock: clock, timetable: a.timetable, feeds: railway.feeds}
	return a
}

// serve serves until ctx is done. It prints requests to try once they will be answered.
func (a *app) serve(ctx context.Context, stdout io.Writer) error {
	secure, err := a.secure()
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", a.config.addr)
	if err != nil {
		return fmt.Errorf("listening at %s: %w", a.config.addr, err)
	}
	polling, stop := context.WithCancel(context.WithoutCancel(ctx)) // until the last request is answered
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() {
		end := ending{func() { a.health.enter(stopping) }, a.config.delay, a.config.grace}
		err := serve(ctx, listener, secure, a.handler(), end, a.logger)
		cancel() // what is still to be loaded
		stop()
		served <- err
	}()

	if err = a.load(ctx, stdout, listener.Addr()); err == nil {
		a.railway.run(polling)
	}
	cancel()
	return errors.Join(err, <-served)
}

// load gets a timetable, makes the service of it and prints requests to try. That the end comes first is no error.
func (a *app) load(ctx context.Context, stdout io.Writer, addr net.Addr) error {
	err := a.railway.load(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	a.open()
	if err := printExamples(stdout, a.scheme(), addr, a.plan()); err != nil {
		return fmt.Errorf("printing what to try: %w", err)
	}
	return nil
}

// open makes the service, once there is a timetable.
func (a *app) open() {
	o := &opened{service: rail.New(a.railway, a.clock)}
	o.cache = response.New(response.Options{
		Moment:      func() response.Moment { return moment(a.railway, a.clock) },
		Stations:    a.config.stationsFreshness(),
		Trains:      a.config.trainsFreshness(),
		MaxBytes:    a.config.cacheBytes,
		Gzip:        a.config.gzip,
		GzipMinSize: leastZipped,
		Observe:     noteOutcome,
	})
	options := []realtime.HandlerOption{
		realtime.WithLogger(a.logger), realtime.WithInterceptors(noteOperation, o.cache.Intercept),
	}
	if a.config.forwarded {
		options = append(options, realtime.WithForwardedHeaders())
	}
	o.handler = response.Conditional(realtime.NewHandler(o.service, options...))
	a.opened.Store(o)
	a.health.phase.CompareAndSwap(int32(loading), int32(serving))
}

// leastZipped is the size from which on answers are worth compressing, in bytes.
const leastZipped = 1400 // what fits into a packet anyway

// stationsFreshness says how long caches may use what follows from the timetable: no longer than it takes to find a
// new one, more or less.
func (c config) stationsFreshness() response.Freshness {
	age := min(c.staticEvery, 5*time.Minute)
	return response.Freshness{MaxAge: age, WhileRevalidate: age, IfError: 24 * time.Hour}
}

// trainsFreshness says how long caches may use what follows from the clock: a second, in which it does not change. A
// few seconds more are nothing beside the age of realtime data.
func (c config) trainsFreshness() response.Freshness {
	if c.speed > 1 {
		return response.Freshness{}
	}
	return response.Freshness{MaxAge: time.Second, WhileRevalidate: 5 * time.Second, IfError: time.Minute}
}

// handler serves everything.
func (a *app) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", a.health.serveHealth)
	mux.HandleFunc("GET /readyz", a.health.serveReady)
	mux.Handle("GET /metrics", a.metrics.handler(a.logger))
	watched := observe(http.HandlerFunc(a.serveService), a.logger, slog.LevelInfo, a.metrics)
	quiet := observe(mux, a.logger, slog.LevelDebug, nil)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz", "/readyz", "/metrics":
			quiet.ServeHTTP(w, r)
		default:
			watched.ServeHTTP(w, r)
		}
	})
}

// serveService answers from the service, or says that it is not there yet.
func (a *app) serveService(w http.ResponseWriter, r *http.Request) {
	if opened := a.opened.Load(); opened != nil {
		opened.handler.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Retry-After", "5")
	answerText(w, http.StatusServiceUnavailable, "the timetable has not been read yet; /readyz tells more")
}

func (a *app) secure() (*tls.Config, error) {
	if a.config.certFile == "" {
		return nil, nil
	}
	c, err := newCertificate(a.config.certFile, a.config.keyFile, a.logger)
	if err != nil {
		return nil, err
	}
	return c.config(), nil
}

func (a *app) scheme() string {
	if a.config.certFile != "" {
		return "https"
	}
	return "http"
}

// plan returns the timetable in force.
func (a *app) plan() *timetable.Timetable {
	return a.railway.State(a.clock().Truncate(time.Second)).Plan
}

// timetable says which timetable is in use; nil if there is none yet.
func (a *app) timetable() *timetableReport {
	if a.opened.Load() == nil {
		return nil
	}
	plan := a.plan()
	return &timetableReport{
		Version: plan.Version(), Modified: when(plan.Modified()), Stations: plan.StationCount(), Trips: len(plan.Trips()),
	}
}
