package main

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/compress"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/page"
	"example.com/quartet/templates/soap/wsa"
)

// An app is the service with its operational endpoints. It serves /livez, /healthz, /readyz and /metrics from the start, and
// the service once the timetable is loaded.
type app struct {
	config  config
	railway *railway
	clock   func() time.Time
	logger  *slog.Logger
	metrics *metrics
	backend atomic.Pointer[backend] // nil until the timetable is loaded

	stopping    atomic.Bool  // the process is shutting down
	certificate *certificate // nil without TLS
	cache       *response.Cache
}

// A backend serves the service's requests once the timetable is loaded.
type backend struct {
	service *rail.Service
	handler http.Handler
	trains  *passenger.Data
	data    http.Handler // what pages show beyond the contract
}

func newApp(c config, railway *railway, clock func() time.Time, logger *slog.Logger) *app {
	a := &app{config: c, railway: railway, clock: clock, logger: logger}
	a.metrics = newMetrics(&collector{a})
	// Caches may keep responses that depend on the timetable only about as long as it takes to find a new timetable, and those that
	// depend on the clock for one second, as the clock has whole seconds. A few more seconds while revalidating are little compared
	// with the age of realtime data.
	age := min(c.staticEvery, 5*time.Minute)
	trains := response.Freshness{MaxAge: time.Second, WhileRevalidate: 5 * time.Second, IfError: time.Minute}
	if c.speed > 1 {
		trains = response.Freshness{}
	}
	a.cache = response.New(response.Options{
		Moment:      func() response.Moment { return moment(a.railway, a.clock) },
		Stations:    response.Freshness{MaxAge: age, WhileRevalidate: age, IfError: 24 * time.Hour},
		Trains:      trains,
		MaxBytes:    a.config.cacheBytes,
		Gzip:        a.config.gzip,
		GzipMinSize: minGzipSize,
		Observe:     recordOutcome,
	})
	return a
}

// serve serves until ctx is done. It prints example requests as soon as they can be answered. For each value from
// reload it reads the certificate and the feeds again.
func (a *app) serve(ctx context.Context, reload <-chan os.Signal, stdout io.Writer) error {
	var tlsConfig *tls.Config
	var err error
	if a.config.certFile != "" {
		if a.certificate, err = newCertificate(a.config.certFile, a.config.keyFile, a.logger); err != nil {
			return err
		}
		tlsConfig = a.certificate.config()
	}
	listener, err := listen(ctx, a.config.addr)
	if err != nil {
		return err
	}
	polling, stop := context.WithCancel(context.WithoutCancel(ctx)) // ends after the last request
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	reloading := make(chan struct{})
	go func() {
		defer close(reloading)
		a.reloadAll(ctx, reload)
	}()
	served := make(chan error, 1)
	go func() {
		steps := shutdown{func() { a.stopping.Store(true); a.notify(daemon.SdNotifyStopping) }, a.config.delay, a.config.grace}
		err := serve(ctx, listener, tlsConfig, a.handler(), steps, a.logger)
		cancel(nil) // stop loading
		stop()
		served <- err
	}()

	if a.config.servesAnyway() {
		a.notify(daemon.SdNotifyReady)
	}
	if err = a.load(ctx, stdout, listener.Addr()); err == nil {
		a.notify(daemon.SdNotifyReady)
		a.railway.run(polling)
	} else {
		cancel(startError{err})
	}
	cancel(nil)
	err = errors.Join(err, <-served)
	<-reloading
	return err
}

// listen listens at a TCP address. Its error names the address once.
func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err == nil {
		return listener, nil
	}
	if reason, ok := errors.AsType[*net.OpError](err); ok {
		err = reason.Err
	}
	if system, ok := errors.AsType[*os.SyscallError](err); ok {
		err = system.Err
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("cannot listen on %s: %w; set another address with --addr or RAILD_ADDR", address, err)
	}
	return nil, fmt.Errorf("cannot listen on %s: %w", address, err)
}

// load loads the timetable, starts the service and prints example requests. It returns nil if ctx is done before.
func (a *app) load(ctx context.Context, stdout io.Writer, addr net.Addr) error {
	err := a.railway.load(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	a.open()
	scheme := "http"
	if a.certificate != nil {
		scheme = "https"
	}
	if err := printExamples(stdout, scheme, addr, a.timetable()); err != nil {
		return fmt.Errorf("printing the example requests: %w", err)
	}
	return nil
}

// siteMark is the sign in the header of the site, see layout.html there.
const siteMark = `<svg viewBox="0 0 32 32" aria-hidden="true"><path fill="none" stroke="var(--accent)" stroke-width="4" d="M16 3a13 13 0 1 0 0 26a13 13 0 0 0 0-26z"/><path stroke="var(--mark)" stroke-width="5" d="M1 16h30"/></svg>`

// open starts the service. The timetable must be loaded.
func (a *app) open() {
	b := &backend{service: rail.New(a.railway, a.clock), trains: passenger.Handler(a.railway, a.clock, a.railway.coasts...)}
	b.trains.Cache, b.data = a.cache, response.Conditional(b.trains)
	b.service.ListCancelled = a.config.listCancelled
	b.service.UnreadDate = func(ctx context.Context, value string) {
		a.metrics.dates.Inc()
		a.logger.InfoContext(ctx, "cannot read the TrainDate", "value", value[:min(len(value), maxPath)])
	}
	options := []soap.HandlerOption{
		soap.WithLogger(a.logger), page.Service(page.Home("Rail", "/", siteMark), page.Link("Overview", "/"), page.Link("Map", "/map"), page.Examples(a.example)), soap.WithMaxRequestBytes(maxRequestBytes),
		soap.WithInterceptors(recordOperation, a.cache.Intercept), jsonhttp.WithJSON(),
	}
	if a.config.forwarded {
		options = append(options, soap.WithForwardedHeaders())
	}
	if a.config.asmx {
		options = append(options, soap.WithASMX())
	}
	if a.config.addressing {
		options = append(options, wsa.WithAddressing(wsa.Addressing{}))
	}
	handler := realtime.NewHandler(b.service, options...)
	if a.config.cors != nil {
		handler = a.config.cors.Handler(handler)
	}
	if a.config.lenientPaths {
		handler = lenientPaths(handler)
	}
	b.handler = response.Conditional(handler)
	a.backend.Store(b)
}

// compressed compresses the responses of a handler, also if operations are not compressed. Browsers keep assets for long.
func compressed(next http.Handler) http.Handler {
	gzip, err := compress.New(gzip.DefaultCompression, minGzipSize)
	if err != nil {
		return next // the level is valid
	}
	return gzip.Handler(next)
}

// maxRequestBytes is the maximum size of the body of a request. Requests of the contract have a few hundred bytes, and SOAP
// headers of other tools add a few thousand.
const maxRequestBytes = 64 << 10

// minGzipSize is the minimum size of a response to compress, in bytes. Smaller responses fit into one packet anyway.
const minGzipSize = 1400

// handler returns the handler for all paths. Requests for the operational endpoints, and for data and assets of the pages, are logged
// only at debug level. Browsers must not guess the types of responses.
func (a *app) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { response.Text(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /healthz", a.serveReport(func(r report) bool { return r.Timetable != nil }))
	mux.HandleFunc("GET /readyz", a.serveReport(func(r report) bool { return r.Ready })) // whether requests should be sent here
	mux.Handle("GET /metrics", a.metrics.handler(a.logger))
	level := slog.LevelDebug
	if a.config.logRequests {
		level = slog.LevelInfo
	}
	service := observe(a.whenLoaded(func(b *backend) http.Handler { return b.handler }), a.logger, level, a.metrics)
	data := observe(a.whenLoaded(func(b *backend) http.Handler { return b.data }), a.logger, slog.LevelDebug, a.metrics)
	site := a.pages()
	pages := observe(response.Conditional(site), a.logger, level, a.metrics)
	assets := observe(compressed(site), a.logger, slog.LevelDebug, a.metrics)
	operational := observe(mux, a.logger, slog.LevelDebug, nil)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		switch path := r.URL.Path; {
		case path == "/livez", path == "/healthz", path == "/readyz", path == "/metrics":
			operational.ServeHTTP(w, r)
		case isServicePath(path), a.config.lenientPaths && isServicePath(singleSlashes(path)):
			service.ServeHTTP(w, r)
		case strings.HasPrefix(path, "/data/"):
			data.ServeHTTP(w, r)
		case strings.HasPrefix(path, "/assets/"), strings.HasPrefix(path, "/favicon."):
			assets.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	})
}

// whenLoaded passes requests to a handler of the backend, or answers 503 while the timetable is loading.
func (a *app) whenLoaded(handler func(*backend) http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b := a.backend.Load(); b != nil {
			handler(b).ServeHTTP(w, r)
			return
		}
		w.Header().Set("Retry-After", "5")
		response.Text(w, http.StatusServiceUnavailable, "the timetable is not loaded yet; see /readyz")
	})
}

// timetable returns the current timetable.
func (a *app) timetable() *timetable.Timetable {
	return a.railway.State(a.clock().Truncate(time.Second)).Timetable
}

// reloadAll reads the certificate and the feeds again for each signal, until ctx is done.
func (a *app) reloadAll(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		}
		a.logger.Info("reloading")
		a.notify(daemon.SdNotifyReloading)
		if a.certificate != nil {
			a.reloaded(ctx, "certificate", a.certificate.reload())
		}
		a.reloaded(ctx, "feeds", a.railway.reload(ctx))
		a.notify(daemon.SdNotifyReady)
	}
}

// reloaded logs and counts that a part was read again.
func (a *app) reloaded(ctx context.Context, part string, err error) {
	if ctx.Err() != nil {
		return // stopping is not a failure of the part
	}
	result := "success"
	if err == nil {
		a.logger.Info("reloaded", "part", part)
	} else {
		result = "failure"
		a.logger.Error("cannot reload; keeping what is in use", "part", part, "error", err)
	}
	a.metrics.reloads.WithLabelValues(part, result).Inc()
}

// notify tells systemd, if it has started the process as a service of Type=notify, in which state the process is.
func (a *app) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		a.logger.Warn("cannot notify systemd", "state", state, "error", err)
	}
}
