package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/gtfs"
)

// A config is what the command was told, checked.
type config struct {
	gtfs               string // "" is the embedded network
	realtime           []string
	header             http.Header
	types              gtfs.Types
	language           string
	staticEvery        time.Duration
	realtimeEvery      time.Duration
	stale              time.Duration
	seed               uint64
	clock              time.Time // zero: the present
	speed              float64
	addr               string
	certFile, keyFile  string // both or neither
	gzip               int
	forwarded          bool
	cacheBytes         int64
	readyNeedsRealtime bool
	delay, grace       time.Duration
	logFormat          string
	logLevel           slog.Level
	version, help      bool
}

// A reading turns what was given into a config, and notes everything that is wrong with it.
type reading struct {
	values   map[string]given
	all      []setting
	problems []error
}

// configure reads flags and environment. The errors say everything that is wrong, each with what to do, in the order
// of the help.
func configure(args, environ []string) (config, []error) {
	values, problems := read(args, environ)
	r := &reading{values: values, all: settings(), problems: problems}
	c := config{version: r.onOff("version"), help: r.onOff("help")}
	if c.help || c.version {
		return c, r.problems
	}
	r.data(&c)
	r.time(&c)
	r.http(&c)
	c.logFormat = r.choice("log-format", "text", "json")
	c.logLevel = r.level("log-level")
	return c, r.problems
}

func (r *reading) data(c *config) {
	c.gtfs = r.source("gtfs", r.text("gtfs"))
	for _, text := range r.values["gtfs-rt"].texts {
		c.realtime = append(c.realtime, r.source("gtfs-rt", text))
	}
	c.header = r.header("gtfs-rt-header")
	c.types = r.types("types")
	c.language = r.text("language")
	c.staticEvery = r.duration("gtfs-every", true)
	c.realtimeEvery = r.duration("gtfs-rt-every", true)
	c.stale = r.duration("stale-after", true)
	c.seed = r.number("seed", math.MaxUint64)

	if !r.given("gtfs") {
		for _, name := range []string{"gtfs-rt", "gtfs-rt-header", "types", "language"} {
			if r.given(name) {
				r.wrong(name, "is about a GTFS feed: give --gtfs as well, or leave it out for the embedded network")
			}
		}
	} else if r.given("seed") {
		r.wrong("seed", "is about the embedded network: leave it out, or leave out --gtfs")
	}
	if r.given("gtfs-rt-header") && r.given("gtfs") && len(c.realtime) == 0 {
		r.wrong("gtfs-rt-header", "is sent when realtime feeds are fetched: give --gtfs-rt as well, or leave it out")
	}
}

func (r *reading) time(c *config) {
	if text := r.text("clock"); text != "" {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || at.Year() < 1970 {
			r.wrong("clock", "is not a date with a time and a zone: write it as 2026-11-21T08:15:00Z or 2026-11-21T08:15:00+01:00")
		}
		c.clock = at
	}
	var err error
	c.speed, err = strconv.ParseFloat(r.text("speed"), 64)
	if err != nil || !(c.speed >= 0.001 && c.speed <= 100_000) {
		r.wrong("speed", "is not a number from 0.001 to 100000: 60 lets an hour pass in a minute")
	}
	if !r.given("speed") && !c.clock.IsZero() {
		c.speed = 0
	}
}

func (r *reading) http(c *config) {
	c.addr = r.addr("addr")
	c.certFile, c.keyFile = r.text("tls-cert"), r.text("tls-key")
	switch {
	case c.certFile == "" && c.keyFile == "":
	case c.keyFile == "":
		r.wrong("tls-cert", "is of no use alone: give both --tls-cert and --tls-key, or neither")
	case c.certFile == "":
		r.wrong("tls-key", "is of no use alone: give both --tls-cert and --tls-key, or neither")
	default:
		if _, err := tls.LoadX509KeyPair(c.certFile, c.keyFile); err != nil {
			r.wrong("tls-cert", fmt.Sprintf("and --tls-key cannot be used: %v; give a certificate chain and its key, each in a PEM file", err))
		}
	}
	c.gzip = int(r.number("gzip", 9))
	c.forwarded = r.onOff("forwarded")
	c.cacheBytes = int64(r.number("cache", 1<<20)) << 20
	if c.cacheBytes == 0 {
		r.wrong("cache", "is too small: give at least 1")
	}
	c.readyNeedsRealtime = r.onOff("ready-needs-realtime")
	c.delay = r.duration("shutdown-delay", false)
	c.grace = r.duration("shutdown-grace", false)
}

// wrong notes what is wrong with a setting. The text goes on behind its name and value.
func (r *reading) wrong(name, text string) {
	v := r.values[name]
	if v.from == "" {
		v = given{nil, "--" + name}
	}
	where := v.from
	s, _ := named(r.all, "--"+name)
	if s.form == one && len(v.texts) > 0 && name != "gtfs" && name != "types" { // addresses and headers may hold keys
		where += " " + quote(v.texts[len(v.texts)-1])
	}
	r.problems = append(r.problems, fmt.Errorf("%s %s", where, text))
}

func (r *reading) given(name string) bool { return len(r.values[name].texts) > 0 }

// text returns the value of a setting, or its default.
func (r *reading) text(name string) string {
	if v := r.values[name].texts; len(v) > 0 {
		return strings.TrimSpace(v[len(v)-1])
	}
	s, _ := named(r.all, "--"+name)
	return s.fallback
}

func (r *reading) onOff(name string) bool {
	on, err := strconv.ParseBool(strings.ToLower(r.text(name)))
	if err != nil {
		r.wrong(name, "is neither true nor false")
	}
	return on
}

func (r *reading) number(name string, most uint64) uint64 {
	n, err := strconv.ParseUint(r.text(name), 10, 64)
	if err != nil || n > most {
		r.wrong(name, fmt.Sprintf("is not a whole number from 0 to %d", most))
		return 0
	}
	return n
}

// longestDuration keeps sums of durations within what there is.
const longestDuration = 10 * 365 * 24 * time.Hour

func (r *reading) duration(name string, positive bool) time.Duration {
	d, err := time.ParseDuration(r.text(name))
	switch {
	case err != nil || d < 0 || d > longestDuration:
		r.wrong(name, "is not a length of time: write it as 500ms, 15s, 5m or 1h30m")
		return 0
	case d == 0 && positive:
		r.wrong(name, "is no time at all: give more than 0")
	}
	return d
}

func (r *reading) choice(name string, choices ...string) string {
	text := strings.ToLower(r.text(name))
	for _, c := range choices {
		if text == c {
			return c
		}
	}
	r.wrong(name, "is not one of "+strings.Join(choices, ", "))
	return choices[0]
}

func (r *reading) level(name string) slog.Level {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
	return levels[r.choice(name, "debug", "info", "warn", "error")]
}

func (r *reading) addr(name string) string {
	addr := r.text(name)
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		r.wrong(name, "is not host:port: write it as 127.0.0.1:8080, or :8080 for all interfaces")
	}
	return addr
}

// source checks where a feed is: at an address of http or https, or in a file that is there.
func (r *reading) source(name, text string) string {
	if text == "" {
		if r.given(name) {
			r.wrong(name, "is empty: give a file or an address")
		}
		return ""
	}
	if scheme, _, ok := strings.Cut(text, "://"); ok {
		u, err := url.Parse(text)
		switch {
		case !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
			r.wrong(name, fmt.Sprintf("is at an address of %s: feeds are fetched over http and https", quote(scheme)))
		case err != nil || u.Hostname() == "":
			r.wrong(name, "is not an address: write it as https://host/path")
		}
		return text
	}
	info, err := os.Stat(text)
	var pathError *os.PathError
	switch {
	case errors.As(err, &pathError):
		r.wrong(name, fmt.Sprintf("%s cannot be read: %v; give a file that is there, or an address with https:// in front", quote(text), pathError.Err))
	case err != nil:
		r.wrong(name, fmt.Sprintf("%s cannot be read; give a file that is there", quote(text)))
	case info.IsDir() && name == "gtfs-rt":
		r.wrong(name, fmt.Sprintf("%s is a folder: give a file with a GTFS-Realtime message", quote(text)))
	}
	return text
}

// header reads headers. What they hold is not told: keys, most likely.
func (r *reading) header(name string) http.Header {
	header := http.Header{}
	for _, text := range r.values[name].texts {
		field, value, err := feed.ParseHeader(text)
		if err != nil {
			r.wrong(name, fmt.Sprintf("cannot be used: %v; write it as 'Name: value'", err))
			continue
		}
		header.Add(field, value)
	}
	return header
}

// types reads which routes are trains, and of which kind.
func (r *reading) types(name string) gtfs.Types {
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
