package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// A form says how many values a setting has and how they are written.
type form int

const (
	single form = iota
	list        // a repeatable flag; in the environment one value on each line, or commas between values on one line
	lines       // like list, but a comma is part of a value
	onOff       // true or false; the flag without a value means true
)

// A setting is something that a flag or an environment variable sets.
type setting struct {
	name        string // name of the flag
	placeholder string // name of the value in the help; "bool" if onOff
	usage       string
	fallback    string // the default; "" if there is none
	form        form
}

// variable returns the name of the setting's environment variable.
func (s setting) variable() string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

const variablePrefix = "RAILD_"

// A section is a part of the help.
type section struct {
	title    string
	settings []setting
}

// sections returns all settings in the order of the help.
func sections() []section {
	return []section{
		{"Timetable and realtime data", []setting{
			{"gtfs", "FILE|DIR|URL", "GTFS feed with the timetable: a zip file, a folder with its text files, or the URL of a zip file; repeatable for several railways in one time zone; without it, raild serves the embedded network", "", lines},
			{"gtfs-rt", "[N=]URL|FILE", "GTFS-Realtime feed with trip updates, vehicle positions or alerts for that timetable, or for the Nth --gtfs; repeatable", "", list},
			{"gtfs-header", "'NAME: VALUE'", "HTTP header for requests to the host of --gtfs, such as an API key; repeatable", "", lines},
			{"gtfs-rt-header", "'[URL=]NAME: VALUE'", "HTTP header for requests to the host of --gtfs-rt, such as an API key, or of one of them; repeatable", "", lines},
			{"types", "TYPE=LETTER,...", "kinds of train by route_type or route_id: M (mainline), S (suburban), D (metro) or - (not served), as in 2=M,109=S,RED=D", "", single},
			{"train-codes", "FIELD", "field of trips.txt with the codes of trains that passengers know: trip_short_name, trip_headsign, block_id or trip_id; a train without a value, or with that of another train of the day, has its trip_id as its code, and pages name it by its line and destination", "trip_short_name", single},
			{"numeric-station-ids", "bool", "give each station a number as its StationId, for clients that need numbers; the numbers stay the same when the feed changes", "false", onOff},
			{"language", "TAG", "preferred language of alert texts, such as en or pt", "", single},
			{"merge-stations", "METRES", "merge stops with the same name within this distance into one station, for feeds that have a stop for each platform but no stations, and for stations that several timetables have; 0, the default, turns it off", "0", single},
			{"gtfs-bytes", "MIB", "maximum size of the timetable's files, uncompressed, in MiB; a single file may take up three quarters of it", "4096", single},
			{"gtfs-rows", "NUMBER", "maximum number of rows in each file of the timetable", "50000000", single},
			{"gtfs-memory", "MIB", "maximum memory used to load the timetable, in MiB, not counting its zip file", "1024", single},
			{"gtfs-timeout", "DURATION", "maximum time to load the timetable, after its zip file has been fetched", "5m", single},
			{"gtfs-every", "DURATION", "how often to check for a new timetable; files are checked at least every 10s", "1h", single},
			{"gtfs-rt-every", "DURATION", "how often to check for new realtime data; files are checked at least every 10s", "20s", single},
			{"max-ahead", "DURATION", "how far the timestamp of a realtime message may be ahead of the clock; a message further ahead is rejected", "10m", single},
			{"stale-after", "DURATION", "maximum age of realtime data; older data is ignored, and only the timetable is used", "5m", single},
		}},
		{"Embedded network", []setting{
			{"seed", "NUMBER", "seed of the simulated delays: the same seed gives the same delays", "1", single},
		}},
		{"Clock", []setting{
			{"clock", "TIME", "start the service's clock at this time, such as 2026-11-21T08:15:00Z; without --speed it stands still", "", single},
			{"speed", "FACTOR", "speed of the service's clock; 60 makes an hour pass in a minute", "1", single},
		}},
		{"Serving", []setting{
			{"addr", "host:port", "address to listen on; port 0 means any free port, and an empty host all interfaces", "127.0.0.1:8080", single},
			{"tls-cert", "FILE", "serve HTTPS with this certificate chain (PEM); the file is read again when it changes", "", single},
			{"tls-key", "FILE", "private key of the certificate (PEM)", "", single},
			{"gzip", "LEVEL", "compress responses of operations for clients that accept gzip, from 1 (fast) to 9 (small); 0, the default, turns it off; pages and their data are compressed in any case", "0", single},
			{"forwarded", "bool", "trust the headers Forwarded and X-Forwarded-* for the addresses in ?wsdl; for use with a proxy that sets them", "false", onOff},
			{"list-cancelled", "bool", "keep cancelled trains on the boards of the operations until their scheduled time, with the Status Cancelled; pages show them in any case", "false", onOff},
			{"asmx", "bool", "report errors with the status codes and texts of ASMX services, and ignore the case of parameter names over HTTP GET and POST", "false", onOff},
			{"lenient-paths", "bool", "accept two slashes in the path of a request, and names of operations in any case over HTTP GET and POST", "false", onOff},
			{"cors", "ORIGIN", "let web pages of this origin, such as https://board.example, read results over HTTP GET and JSON; * allows every origin; repeatable", "", list},
			{"cache", "MIB", "memory for encoded responses, in MiB", "128", single},
			{"ready-needs-realtime", "bool", "answer /readyz with 503 while a realtime feed fails or is stale, instead of serving from the timetable only", "false", onOff},
			{"shutdown-delay", "DURATION", "how long to keep serving on shutdown after /readyz changes to 503", "0s", single},
			{"shutdown-grace", "DURATION", "how long to wait after that for requests in progress", "10s", single},
		}},
		{"Logging", []setting{
			{"log-format", "text|json", "format of the log on standard error; in JSON, durations are numbers of seconds", "text", single},
			{"log-requests", "bool", "log a line for each request at level info; if false, at level debug", "true", onOff},
			{"log-level", "LEVEL", "minimum level to log: debug, info, warn or error", "info", single},
		}},
	}
}

// A value records the texts given for a setting. It is a [pflag.Value] that accepts any text: configure checks the
// texts, so that all mistakes are reported together.
type value struct {
	setting
	texts []string // nil if none was given
	from  string   // the flag or environment variable, for messages
}

// Set implements [pflag.Value]. The last text counts, unless the setting is a list.
func (v *value) Set(text string) error {
	if v.form != list && v.form != lines {
		v.texts = nil
	}
	v.texts = append(v.texts, text)
	return nil
}

// String implements [pflag.Value].
func (v *value) String() string {
	if len(v.texts) == 0 {
		return v.fallback
	}
	return strings.TrimSpace(v.texts[len(v.texts)-1])
}

// Type implements [pflag.Value]. The help shows it after the flag, unless it is "bool".
func (v *value) Type() string { return v.placeholder }

// newFlags returns the command's flags, and the values that they record by name.
func newFlags() (*pflag.FlagSet, map[string]*value) {
	flags := pflag.NewFlagSet("raild", pflag.ContinueOnError)
	values := map[string]*value{}
	for _, section := range sections() {
		for _, s := range section.settings {
			v := &value{setting: s, from: "--" + s.name}
			values[s.name] = v
			flag := flags.VarPF(v, s.name, "", s.usage)
			if s.form == onOff {
				flag.NoOptDefVal = "true"
			}
		}
	}
	flags.BoolP("help", "h", false, "print this help and exit")
	flags.Bool("version", false, "print the version and exit")
	return flags, values
}
