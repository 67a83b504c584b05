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
)

// An app is the service with all that is around it. It serves /healthz, /readyz and /metrics from the start, and the
// service once there is a timetable.
type app struct {
	config  config
	clock   func() time.Time
	logger  *slog.Logger
	metrics *metrics
	health  *health
	opened  atomic.Pointer[opened] // nil: there is no timetable yet
}

// opened is what there is once there is a timetable.
type opened struct {
	*railway
	service *rail.Service
	cache   *response.Cache
	handler http.Handler
}

func newApp(c config, clock func() time.Time, logger *slog.Logger) *app {
	a := &app{config: c, clock: clock, logger: logger}
	a.metrics = newMetrics(&collector{a})
	a.health = &health{needRealtime: c.readyNeedsRealtime, clock: clock, timetable: a.timetable, feeds: a.feeds}
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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() {
		end := ending{func() { a.health.enter(stopping) }, a.config.delay, a.config.grace}
		served <- serve(ctx, listener, secure, a.handler(), end, a.logger)
		cancel() // what is still to be loaded
	}()

	err = a.open(ctx)
	if err == nil {
		err = printExamples(stdout, a.scheme(), listener.Addr())
	}
	if err != nil {
		if ctx.Err() != nil { // the end came first
			err = nil
		}
		cancel()
	}
	err = errors.Join(err, <-served)
	if opened := a.opened.Load(); opened != nil {
		opened.close()
	}
	return err
}

// open makes the railway, and the service on it.
func (a *app) open(ctx context.Context) error {
	railway, err := openRailway(ctx, a.config)
	if err != nil {
		return err
	}
	o := &opened{railway: railway, service: rail.New(railway, a.clock)}
	o.cache = response.New(response.Options{
		Moment:    func() response.Moment { return moment(railway, a.clock) },
		Stations:  a.config.stationsFreshness(),
		Trains:    a.config.trainsFreshness(),
		MaxBytes:  a.config.cacheBytes,
		Gzip:      a.config.gzip,
		GzipLeast: leastZipped,
		Observe:   noteOutcome,
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
	return nil
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
	mux.HandleFunc("/healthz", a.health.serveHealth)
	mux.HandleFunc("/readyz", a.health.serveReady)
	mux.Handle("/metrics", a.metrics.handler(a.logger))
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

func (a *app) timetable() *timetableReport {
	opened := a.opened.Load()
	if opened == nil {
		return nil
	}
	plan := opened.State(a.clock().Truncate(time.Second)).Plan
	r := &timetableReport{Version: plan.Version(), Stations: plan.StationCount(), Trips: len(plan.Trips())}
	if made := plan.Modified(); !made.IsZero() {
		made = made.UTC()
		r.Modified = &made
	}
	return r
}

func (a *app) feeds() []feedReport {
	if opened := a.opened.Load(); opened != nil {
		return opened.feeds()
	}
	return []feedReport{}
}
