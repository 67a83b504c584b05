package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/templates/soap/cors"
)

// A config holds the checked settings.
type config struct {
	gtfs               []string // none means the embedded network
	realtime           []string
	of                 []int                  // for each realtime feed the index of its timetable in gtfs
	headers            map[string]http.Header // by the location of a feed
	limits             gtfs.Options
	language           string
	staticEvery        time.Duration
	realtimeEvery      time.Duration
	stale              time.Duration
	maxAhead           time.Duration
	seed               uint64
	clock              time.Time // zero means the present
	speed              float64
	addr               string
	certFile, keyFile  string // both or neither
	gzip               int
	forwarded          bool
	asmx, addressing   bool
	lenientPaths       bool
	listCancelled      bool
	cors               *cors.Policy // nil: no other origins
	cacheBytes         int64
	readyNeedsRealtime bool
	delay, grace       time.Duration
	logFormat          string
	logLevel           slog.Level
	logRequests        bool
}

// configure sets what no flag has set from the environment, and checks all settings. The errors are all mistakes, each with advice on
// what to do: first those in single settings, then those in several together.
func (s *settings) configure(environ []string) (config, []error) {
	s.readVariables(environ)
	s.checkBounds()
	s.readFeeds()
	s.checkTogether()
	return s.config, s.problems
}

// wrong adds a mistake in a setting. The text follows the name of the flag or variable.
func (s *settings) wrong(name, text string) {
	where := s.from[name]
	if where == "" {
		where = "--" + name
	}
	s.problems = append(s.problems, fmt.Errorf("%s %s", where, text))
}

// refuse adds the mistake that a setting has a value that it cannot have, once for each setting. The usage says what is wanted.
func (s *settings) refuse(name, value string) {
	if s.refused[name] {
		return
	}
	s.refused[name] = true
	flag := s.flags.Lookup(name)
	if flag.NoOptDefVal != "" {
		s.wrong(name, gtfs.Quote(value)+" is neither true nor false")
		return
	}
	s.wrong(name, gtfs.Quote(value)+" cannot be used; usage: "+strings.ReplaceAll(flag.Usage, "`", ""))
}

// maxDuration keeps sums of durations from overflowing.
const maxDuration = 10 * 365 * 24 * time.Hour

// checkBounds checks the values of single settings.
func (s *settings) checkBounds() {
	check := func(name string, ok bool) {
		if !ok {
			s.refuse(name, s.flags.Lookup(name).Value.String())
		}
	}
	between := func(n, minimum, maximum int64) bool { return minimum <= n && n <= maximum }
	period := func(d, minimum time.Duration) bool { return minimum <= d && d <= maxDuration }
	c := &s.config
	c.limits.Codes, c.logFormat = strings.ToLower(c.limits.Codes), strings.ToLower(c.logFormat)
	check("train-codes", slices.Contains(gtfs.CodeFields(), c.limits.Codes))
	check("merge-stations", c.limits.Merge >= 0 && c.limits.Merge <= 5000)
	check("gtfs-bytes", between(c.limits.Bytes, 1, 1<<20))
	check("gtfs-rows", between(int64(c.limits.Rows), 1, 1<<31-1))
	check("gtfs-memory", between(c.limits.Memory, 1, 1<<20))
	check("gtfs-timeout", period(c.limits.Time, 1))
	check("gtfs-every", period(c.staticEvery, 1))
	check("gtfs-rt-every", period(c.realtimeEvery, 1))
	check("max-ahead", period(c.maxAhead, 1))
	check("stale-after", period(c.stale, 1))
	check("clock", c.clock.IsZero() || c.clock.Year() >= 1970)
	check("speed", c.speed >= 0.001 && c.speed <= 100_000)
	_, port, err := net.SplitHostPort(c.addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	check("addr", err == nil)
	check("gzip", between(int64(c.gzip), 0, 9))
	check("cache", between(c.cacheBytes, 1, 1<<20))
	check("shutdown-delay", period(c.delay, 0))
	check("shutdown-grace", period(c.grace, 0))
	check("log-format", slices.Contains([]string{"text", "json"}, c.logFormat))
	c.limits.Bytes, c.limits.Memory, c.cacheBytes = c.limits.Bytes<<20, c.limits.Memory<<20, c.cacheBytes<<20
	if !s.flags.Changed("speed") && !c.clock.IsZero() {
		c.speed = 0
	}
	for _, origin := range s.origins {
		if _, err := cors.New(origin); err != nil {
			s.wrong("cors", "cannot be used: "+err.Error())
		}
	}
	if len(s.origins) > 0 {
		c.cors, _ = cors.New(s.origins...) // its errors have been reported
	}
}

// checkTogether checks settings that need or exclude others.
func (s *settings) checkTogether() {
	check := func(name string, wrong bool, text string) {
		if wrong && s.flags.Changed(name) {
			s.wrong(name, text)
		}
	}
	c, embedded := &s.config, !s.flags.Changed("gtfs")
	for _, name := range []string{"gtfs-rt", "gtfs-header", "gtfs-rt-header", "types", "merge-stations", "numeric-station-ids", "train-codes", "language"} {
		check(name, embedded, "needs a GTFS feed: add --gtfs, or remove this setting to serve the embedded network")
	}
	check("seed", !embedded, "applies only to the embedded network: remove this setting or --gtfs")
	check("gtfs-rt-header", !embedded && len(c.realtime) == 0, "needs a realtime feed: add --gtfs-rt, or remove this setting")
	check("tls-cert", c.keyFile == "", "needs a private key: give both --tls-cert and --tls-key, or neither")
	check("tls-key", c.certFile == "", "needs a certificate: give both --tls-cert and --tls-key, or neither")
	if c.certFile != "" && c.keyFile != "" {
		_, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
		check("tls-cert", err != nil, fmt.Sprintf("and --tls-key cannot be used: %v; give a certificate chain and its key, each in a PEM file", err))
	}
}
