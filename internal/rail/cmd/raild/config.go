package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/templates/soap/cors"
)

// A config holds the checked settings.
type config struct {
	gtfs               []string // none means the embedded network
	realtime           []string
	of                 []int                  // for each realtime feed the index of its timetable in gtfs
	headers            map[string]http.Header // by the location of a feed
	types              gtfs.Types
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
	asmx, lenientPaths bool
	listCancelled      bool
	cors               *cors.Policy // nil: no other origins
	cacheBytes         int64
	readyNeedsRealtime bool
	delay, grace       time.Duration
	logFormat          string
	logLevel           slog.Level
	requestLevel       slog.Level // of the lines about requests
}

// A checker turns values into a config and collects all mistakes in them.
type checker struct {
	values   map[string]*value
	problems []error
}

// configure reads flags and environment. The errors are all mistakes, each with advice on what to do: first mistakes in the
// flags, then mistakes in the values, in the order of the help.
func configure(args, environ []string) (config, []error) {
	values, problems := read(args, environ)
	r := &checker{values: values, problems: problems}
	var c config
	r.data(&c)
	r.time(&c)
	r.http(&c)
	c.logFormat = r.choice("log-format", "text", "json")
	c.logLevel = r.level("log-level")
	if c.requestLevel = slog.LevelInfo; !r.onOff("log-requests") {
		c.requestLevel = slog.LevelDebug
	}
	return c, r.problems
}

func (r *checker) data(c *config) {
	for _, text := range r.values["gtfs"].texts {
		c.gtfs = append(c.gtfs, r.source("gtfs", strings.TrimSpace(text)))
	}
	for _, text := range r.values["gtfs-rt"].texts {
		where, of := r.numbered("gtfs-rt", text, len(c.gtfs))
		c.realtime, c.of = append(c.realtime, r.source("gtfs-rt", where)), append(c.of, of)
	}
	c.headers = map[string]http.Header{}
	r.headers("gtfs-header", c.headers, "gtfs", c.gtfs)
	r.headers("gtfs-rt-header", c.headers, "gtfs-rt", c.realtime)
	c.types = r.types("types")
	c.limits = gtfs.Options{
		Merge: float64(r.number("merge-stations", 0, 5000)),

		NumericIDs: r.onOff("numeric-station-ids"),
		Codes:      r.choice("train-codes", gtfs.CodeFields()...),

		Bytes:  int64(r.number("gtfs-bytes", 1, 1<<20)) << 20,
		Rows:   int(r.number("gtfs-rows", 1, 1<<31-1)),
		Memory: int64(r.number("gtfs-memory", 1, 1<<20)) << 20,
		Time:   r.duration("gtfs-timeout", true),
	}
	c.language = r.text("language")
	c.staticEvery = r.duration("gtfs-every", true)
	c.realtimeEvery = r.duration("gtfs-rt-every", true)
	c.stale = r.duration("stale-after", true)
	c.maxAhead = r.duration("max-ahead", true)
	c.seed = r.number("seed", 0, math.MaxUint64)

	if !r.isSet("gtfs") {
		for _, name := range []string{"gtfs-rt", "gtfs-header", "gtfs-rt-header", "types", "merge-stations", "numeric-station-ids", "train-codes", "language"} {
			if r.isSet(name) {
				r.wrong(name, "needs a GTFS feed: add --gtfs, or remove this setting to serve the embedded network")
			}
		}
	} else if r.isSet("seed") {
		r.wrong("seed", "applies only to the embedded network: remove this setting or --gtfs")
	}
	if r.isSet("gtfs-rt-header") && r.isSet("gtfs") && len(c.realtime) == 0 {
		r.wrong("gtfs-rt-header", "needs a realtime feed: add --gtfs-rt, or remove this setting")
	}
}

func (r *checker) time(c *config) {
	if text := r.text("clock"); text != "" {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || at.Year() < 1970 {
			r.wrong("clock", "is not a date and time with a time zone, such as 2026-11-21T08:15:00Z or 2026-11-21T08:15:00+01:00")
		}
		c.clock = at
	}
	var err error
	c.speed, err = strconv.ParseFloat(r.text("speed"), 64)
	if err != nil || !(c.speed >= 0.001 && c.speed <= 100_000) {
		r.wrong("speed", "is not a number from 0.001 to 100000: 60 makes an hour pass in a minute")
	}
	if !r.isSet("speed") && !c.clock.IsZero() {
		c.speed = 0
	}
}

func (r *checker) http(c *config) {
	c.addr = r.addr("addr")
	c.certFile, c.keyFile = r.text("tls-cert"), r.text("tls-key")
	switch {
	case c.certFile == "" && c.keyFile == "":
	case c.keyFile == "":
		r.wrong("tls-cert", "needs a private key: give both --tls-cert and --tls-key, or neither")
	case c.certFile == "":
		r.wrong("tls-key", "needs a certificate: give both --tls-cert and --tls-key, or neither")
	default:
		if _, err := tls.LoadX509KeyPair(c.certFile, c.keyFile); err != nil {
			r.wrong("tls-cert", fmt.Sprintf("and --tls-key cannot be used: %v; give a certificate chain and its key, each in a PEM file", err))
		}
	}
	c.gzip = int(r.number("gzip", 0, 9))
	c.forwarded = r.onOff("forwarded")
	c.asmx = r.onOff("asmx")
	c.lenientPaths = r.onOff("lenient-paths")
	c.listCancelled = r.onOff("list-cancelled")
	c.cors = r.policy("cors")
	c.cacheBytes = int64(r.number("cache", 1, 1<<20)) << 20
	c.readyNeedsRealtime = r.onOff("ready-needs-realtime")
	c.delay = r.duration("shutdown-delay", false)
	c.grace = r.duration("shutdown-grace", false)
}

// wrong adds a mistake in a setting. The text follows the setting's name and value.
func (r *checker) wrong(name, text string) {
	v := r.values[name]
	where := v.from
	if v.form == single && r.isSet(name) && name != "gtfs" && name != "types" { // URLs and headers may contain keys
		where += " " + quote(v.texts[0])
	}
	r.problems = append(r.problems, fmt.Errorf("%s %s", where, text))
}

func (r *checker) isSet(name string) bool { return r.values[name].texts != nil }

// text returns the value of a setting, or its default.
func (r *checker) text(name string) string { return r.values[name].String() }

func (r *checker) onOff(name string) bool {
	on, err := strconv.ParseBool(strings.ToLower(r.text(name)))
	if err != nil {
		r.wrong(name, "is neither true nor false")
	}
	return on
}

func (r *checker) number(name string, minimum, maximum uint64) uint64 {
	n, err := strconv.ParseUint(r.text(name), 10, 64)
	if err != nil || n < minimum || n > maximum {
		r.wrong(name, fmt.Sprintf("is not a whole number from %d to %d", minimum, maximum))
		return 0
	}
	return n
}

// maxDuration keeps sums of durations from overflowing.
const maxDuration = 10 * 365 * 24 * time.Hour

func (r *checker) duration(name string, positive bool) time.Duration {
	d, err := time.ParseDuration(r.text(name))
	switch {
	case err != nil || d < 0 || d > maxDuration:
		r.wrong(name, "is not a duration such as 500ms, 15s, 5m or 1h30m")
		return 0
	case d == 0 && positive:
		r.wrong(name, "is not greater than 0")
	}
	return d
}

func (r *checker) choice(name string, choices ...string) string {
	text := strings.ToLower(r.text(name))
	if slices.Contains(choices, text) {
		return text
	}
	r.wrong(name, "is not one of "+strings.Join(choices, ", "))
	return choices[0]
}

func (r *checker) level(name string) (level slog.Level) {
	_ = level.UnmarshalText([]byte(r.choice(name, "debug", "info", "warn", "error"))) // these are all valid
	return level
}

func (r *checker) addr(name string) string {
	addr := r.text(name)
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		r.wrong(name, "is not a valid host:port, such as 127.0.0.1:8080, or :8080 for all interfaces")
	}
	return addr
}

// source checks the location of a feed: an http or https URL, or an existing file.
func (r *checker) source(name, text string) string {
	if text == "" && !r.isSet(name) {
		return ""
	}
	u, err := feed.ParseLocation(text)
	switch {
	case err != nil:
		r.wrong(name, "cannot be used: "+err.Error())
		return text
	case u != nil:
		return text
	}
	info, err := os.Stat(text)
	var pathError *os.PathError
	switch {
	case errors.As(err, &pathError):
		r.wrong(name, fmt.Sprintf("%q cannot be read: %v; give an existing file, or a URL that starts with https://", text, pathError.Err))
	case err != nil:
		r.wrong(name, fmt.Sprintf("%q cannot be read; give an existing file", text))
	case info.IsDir() && name == "gtfs-rt":
		r.wrong(name, fmt.Sprintf("%q is a folder, not a file with a GTFS-Realtime message", text))
	}
	return text
}

// policy reads the origins of web pages.
func (r *checker) policy(name string) *cors.Policy {
	origins := r.values[name].texts
	for _, origin := range origins {
		if _, err := cors.New(origin); err != nil {
			r.wrong(name, "cannot be used: "+err.Error())
		}
	}
	if len(origins) == 0 {
		return nil
	}
	policy, _ := cors.New(origins...) // its errors have been reported
	return policy
}

// numbered parses N=URL or a URL alone, and returns the URL and the index of the feed that it belongs to, of which there are some.
func (r *checker) numbered(name, text string, feeds int) (where string, of int) {
	number, where, found := strings.Cut(text, "=")
	n, err := strconv.Atoi(number)
	switch {
	case !found || err != nil:
		if feeds > 1 {
			r.wrong(name, "needs the number of its timetable if there are several, as in 2=https://example.com/trips.pb")
		}
		return text, 0
	case n < 1 || n > max(1, feeds):
		r.wrong(name, fmt.Sprintf("begins with %d=, but there is no such --gtfs", n))
		return where, 0
	}
	return where, n - 1
}

// headers parses HTTP headers for the feeds of another setting and adds them by the location of the feed. A header without a
// URL is for all feeds, which must have one host then, as a key must not go to another host. Mistakes do not quote headers, as
// they usually contain keys.
func (r *checker) headers(name string, headers map[string]http.Header, of string, feeds []string) {
	for _, text := range r.values[name].texts {
		line, to := text, feeds
		for _, where := range feeds {
			if rest, ok := strings.CutPrefix(text, where+"="); ok && where != "" && len(rest) < len(line) {
				line, to = rest, []string{where}
			}
		}
		field, value, err := feed.ParseHeader(line)
		switch {
		case line == text && isURL(text):
			r.wrong(name, "begins with a URL that is none of --"+of+"; the form is 'URL=Name: value'")
		case err != nil:
			r.wrong(name, fmt.Sprintf("cannot be used: %v; the form is 'Name: value' or 'URL=Name: value'", err))
		case len(to) > 1 && severalHosts(to):
			r.wrong(name, "would go to several hosts: say for which of --"+of+" it is, as in 'URL="+field+": value'")
		default:
			for _, where := range to {
				if headers[where] == nil {
					headers[where] = http.Header{}
				}
				headers[where].Add(field, value)
			}
		}
	}
}

func isURL(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// severalHosts reports whether the URLs among the locations of feeds have different hosts.
func severalHosts(feeds []string) bool {
	first := ""
	for _, where := range feeds {
		u, err := feed.ParseLocation(where)
		switch {
		case err != nil || u == nil:
		case first == "":
			first = u.Host
		case u.Host != first:
			return true
		}
	}
	return false
}

// types parses the mapping from routes to kinds of train.
func (r *checker) types(name string) gtfs.Types {
	types, err := gtfs.ParseTypes(r.text(name))
	all := []error{err}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		all = several.Unwrap()
	}
	for _, err := range all {
		if err != nil {
			r.wrong(name, err.Error())
		}
	}
	return types
}
