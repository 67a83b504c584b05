package main

import (
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// settings are the flags of the command, whose values are set by arguments or by environment variables.
type settings struct {
	config
	flags    *pflag.FlagSet
	titles   []string          // of the sections of the help
	sections []*pflag.FlagSet  // the flags of each
	from     map[string]string // the variable that has set a setting
	refused  map[string]bool   // settings with a wrong value
	problems []error

	realtimeFeeds, headersOfTimetables, headersOfRealtime, origins []string
	types                                                          string
}

// section begins a section of the help.
func (s *settings) section(title string) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = false
	s.titles, s.sections = append(s.titles, title), append(s.sections, flags)
	return flags
}

const variablePrefix = "RAILD_"

// variable returns the name of the environment variable of a setting.
func variable(name string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// newSettings returns all settings with their defaults. The usage of each, which messages about wrong values repeat, has the bounds.
func newSettings() *settings {
	s := &settings{flags: pflag.NewFlagSet("raild", pflag.ContinueOnError), from: map[string]string{}, refused: map[string]bool{}}
	c := &s.config
	f := s.section("Timetable and realtime data")
	f.StringArrayVar(&c.gtfs, "gtfs", nil, "GTFS feed with the timetable, a `FILE|DIR|URL`: a zip file, a folder with its text files, or the URL of a zip file; repeatable for several railways; without it, raild serves the embedded network")
	f.StringArrayVar(&s.realtimeFeeds, "gtfs-rt", nil, "`[N=]URL|FILE` of a GTFS-Realtime feed with trip updates, vehicle positions or alerts for that timetable, or for the Nth --gtfs; repeatable")
	f.StringArrayVar(&s.headersOfTimetables, "gtfs-header", nil, "HTTP header `'NAME: VALUE'` for requests to the host of --gtfs, such as an API key; repeatable")
	f.StringArrayVar(&s.headersOfRealtime, "gtfs-rt-header", nil, "HTTP header `'[URL=]NAME: VALUE'` for requests to the host of --gtfs-rt, such as an API key, or of one of them; repeatable")
	f.StringVar(&s.types, "types", "", "kinds of train, `TYPE=LETTER,...`, by route_type or route_id: M (mainline), S (suburban), D (metro) or - (not served), as in 2=M,109=S,RED=D")
	f.StringVar(&c.limits.Codes, "train-codes", "trip_short_name", "`FIELD` of trips.txt with the codes of trains that passengers know: trip_short_name, trip_headsign, block_id or trip_id; a train without a value, or with that of another train of the day, has its trip_id as its code, and pages name it by its line and destination")
	f.BoolVar(&c.limits.NumericIDs, "numeric-station-ids", false, "give each station a number as its StationId, for clients that need numbers; the numbers stay the same when the feed changes")
	f.StringVar(&c.language, "language", "", "`TAG` of the preferred language of alert texts, such as en or pt")
	f.Float64Var(&c.limits.Merge, "merge-stations", 0, "`METRES` up to 5000: merge stops with the same name within this distance into one station, for feeds that have a stop for each platform but no stations, and for stations that several timetables have; 0, the default, turns it off")
	f.Int64Var(&c.limits.Bytes, "gtfs-bytes", 4096, "maximum size of the timetable's files, uncompressed, in `MIB` from 1 to 1048576; a single file may take up three quarters of it")
	f.IntVar(&c.limits.Rows, "gtfs-rows", 50_000_000, "maximum `NUMBER` of rows in each file of the timetable, from 1 to 2147483647")
	f.Int64Var(&c.limits.Memory, "gtfs-memory", 1024, "maximum memory used to load the timetable, in `MIB` from 1 to 1048576, not counting its zip file")
	f.DurationVar(&c.limits.Time, "gtfs-timeout", 5*time.Minute, "maximum `DURATION` to load the timetable, such as 90s or 5m, after its zip file has been fetched")
	f.DurationVar(&c.staticEvery, "gtfs-every", time.Hour, "`DURATION`, such as 30m or 1h, after which to check for a new timetable; files are checked at least every 10s")
	f.DurationVar(&c.realtimeEvery, "gtfs-rt-every", 20*time.Second, "`DURATION`, such as 20s or 1m, after which to check for new realtime data; files are checked at least every 10s")
	f.DurationVar(&c.maxAhead, "max-ahead", 10*time.Minute, "maximum `DURATION`, such as 90s or 5m, by which the timestamp of a realtime message may be ahead of the clock; a message further ahead is rejected")
	f.DurationVar(&c.stale, "stale-after", 5*time.Minute, "maximum age of realtime data, a `DURATION` such as 90s or 5m; older data is ignored, and only the timetable is used")
	f = s.section("Embedded network")
	f.Uint64Var(&c.seed, "seed", 1, "`NUMBER` that is the seed of the simulated delays: the same seed gives the same delays")
	f = s.section("Clock")
	f.TimeVar(&c.clock, "clock", time.Time{}, []string{time.RFC3339}, "date and `TIME` with a time zone at which the service's clock starts, such as 2026-11-21T08:15:00Z or 2026-11-21T08:15:00+01:00; without --speed it stands still")
	f.Float64Var(&c.speed, "speed", 1, "`FACTOR` from 0.001 to 100000, the speed of the service's clock: 60 makes an hour pass in a minute")
	f = s.section("Serving")
	f.StringVar(&c.addr, "addr", "127.0.0.1:8080", "address to listen on, `host:port`; port 0 means any free port, and an empty host all interfaces")
	f.StringVar(&c.certFile, "tls-cert", "", "serve HTTPS with the certificate chain (PEM) in this `FILE`, which is read again when it changes")
	f.StringVar(&c.keyFile, "tls-key", "", "`FILE` with the private key of the certificate (PEM)")
	f.IntVar(&c.gzip, "gzip", 0, "`LEVEL` from 1 (fast) to 9 (small) to compress responses of operations for clients that accept gzip; 0, the default, turns it off; pages and their data are compressed in any case")
	f.BoolVar(&c.forwarded, "forwarded", false, "trust the headers Forwarded and X-Forwarded-* for the addresses in ?wsdl; for use with a proxy that sets them")
	f.BoolVar(&c.listCancelled, "list-cancelled", false, "keep cancelled trains on the boards of the operations until their scheduled time, with the Status Cancelled; pages show them in any case")
	f.BoolVar(&c.asmx, "asmx", false, "report errors with the status codes and texts of ASMX services, and ignore the case of parameter names over HTTP GET and POST")
	f.BoolVar(&c.addressing, "addressing", false, "accept requests with header blocks of WS-Addressing, as WCF with WSHttpBinding sends them, and answer with such blocks")
	f.BoolVar(&c.lenientPaths, "lenient-paths", false, "accept two slashes in the path of a request, and names of operations in any case over HTTP GET and POST")
	f.StringArrayVar(&s.origins, "cors", nil, "let web pages of this `ORIGIN`, such as https://board.example, read results over HTTP GET and JSON; * allows every origin; repeatable")
	f.Int64Var(&c.cacheBytes, "cache", 128, "memory for encoded responses, in `MIB` from 1 to 1048576")
	f.BoolVar(&c.readyNeedsRealtime, "ready-needs-realtime", false, "answer /readyz with 503 while a realtime feed fails or is stale, instead of serving from the timetable only")
	f.DurationVar(&c.delay, "shutdown-delay", 0, "`DURATION`, such as 500ms or 5s, to keep serving on shutdown after /readyz changes to 503")
	f.DurationVar(&c.grace, "shutdown-grace", 10*time.Second, "`DURATION`, such as 500ms or 5s, to wait after that for requests in progress")
	f = s.section("Logging")
	f.StringVar(&c.logFormat, "log-format", "text", "format of the log on standard error, `text|json`; in JSON, durations are numbers of seconds")
	f.BoolVar(&c.logRequests, "log-requests", true, "log a line for each request at level info; if false, at level debug")
	f.TextVar(&c.logLevel, "log-level", slog.LevelInfo, "minimum `LEVEL` to log: debug, info, warn or error")
	f = s.section("Other")
	f.BoolP("help", "h", false, "print this help and exit")
	f.Bool("version", false, "print the version and exit")
	for _, flags := range s.sections {
		s.flags.AddFlagSet(flags)
	}
	return s
}
