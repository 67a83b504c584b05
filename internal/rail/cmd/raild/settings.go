package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// prefix starts the names of the environment variables.
const prefix = "RAILD_"

// A form says how a setting is given.
type form int

const (
	one   form = iota // a value
	list              // values: the flag is repeated; in the environment there is one on each line, or commas between
	lines             // as list, but a comma is part of a value
	onOff             // true or false; the flag alone is true
)

// A setting is something that a flag or an environment variable sets.
type setting struct {
	group    string
	name     string // of the flag
	value    string // what its value is, in a word
	usage    string
	fallback string // the default; "" if there is none
	form     form
}

// variable returns the name of the environment variable.
func (s setting) variable() string {
	return prefix + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// The groups of settings, in the order of the help.
const (
	groupData    = "Timetable and trains"
	groupFiction = "The embedded network"
	groupClock   = "Clock"
	groupHTTP    = "Serving"
	groupLog     = "Logging"
	groupOther   = "Other"
)

// settings returns everything that can be set, in the order of the help.
func settings() []setting {
	return []setting{
		{groupData, "gtfs", "FILE|DIR|URL", "GTFS feed with the timetable: a zip file, a folder with its text files, or where to fetch a zip file; without it, the embedded network is served", "", one},
		{groupData, "gtfs-rt", "URL|FILE", "GTFS-Realtime feed with trip updates, vehicle positions or alerts for that timetable; repeatable", "", list},
		{groupData, "gtfs-rt-header", "'NAME: VALUE'", "HTTP header to send when a feed is fetched, such as a key; repeatable; goes to the hosts of --gtfs-rt only", "", lines},
		{groupData, "types", "TYPE=LETTER,...", "which route types (numbers) and routes (route_id) are M mainline, S suburban or D metro, such as 2=M,109=S,RED=D; '-' leaves out", "", one},
		{groupData, "language", "TAG", "language of messages to the public where a feed has several, such as en or pt", "", one},
		{groupData, "gtfs-every", "DURATION", "how often to look for a new timetable; files are looked at every 10s at least", "1h", one},
		{groupData, "gtfs-rt-every", "DURATION", "how often to look for new realtime data; files are looked at every 10s at least", "20s", one},
		{groupData, "stale-after", "DURATION", "how old realtime data may be; after that, the timetable alone answers", "5m", one},
		{groupFiction, "seed", "NUMBER", "which of the possible days the trains have: who is late, and why", "1", one},
		{groupClock, "clock", "TIME", "start the service's clock at this time, such as 2026-11-21T08:15:00Z; it stands still without --speed", "", one},
		{groupClock, "speed", "FACTOR", "run the service's clock so many times as fast as the world's", "1", one},
		{groupHTTP, "addr", "host:port", "listen here; port 0 takes a free one, no host takes all interfaces", "127.0.0.1:8080", one},
		{groupHTTP, "tls-cert", "FILE", "serve HTTPS with this certificate chain (PEM); read again when the file changes", "", one},
		{groupHTTP, "tls-key", "FILE", "private key of the certificate (PEM)", "", one},
		{groupHTTP, "gzip", "LEVEL", "compress answers for clients that take it, from 1 (fast) to 9 (small); 0 does not", "0", one},
		{groupHTTP, "forwarded", "", "trust the headers Forwarded and X-Forwarded-* for the addresses in ?wsdl: behind a proxy that sets them", "false", onOff},
		{groupHTTP, "cache", "MIB", "memory for encoded answers, in MiB", "128", one},
		{groupHTTP, "ready-needs-realtime", "", "report 503 on /readyz while a realtime feed fails or is stale, instead of answering from the timetable", "false", onOff},
		{groupHTTP, "shutdown-delay", "DURATION", "at the end, keep serving for so long after /readyz has said no", "0s", one},
		{groupHTTP, "shutdown-grace", "DURATION", "then wait so long for the requests under way", "10s", one},
		{groupLog, "log-format", "text|json", "how to write the log, which goes to standard error; JSON has durations in seconds", "text", one},
		{groupLog, "log-level", "LEVEL", "least level to log: debug, info, warn or error", "info", one},
		{groupOther, "version", "", "print the version and exit", "false", onOff},
		{groupOther, "help", "", "print this help and exit", "false", onOff},
	}
}

// given is what was given for a setting.
type given struct {
	texts []string // one, but for lists
	from  string   // the flag or the variable
}

// read reads flags, and from the environment what no flag gives. It returns by name of the setting what was given, and
// everything that is wrong with how. The values themselves are not looked at.
func read(args, environ []string) (map[string]given, []error) {
	all := settings()
	values, problems := readFlags(all, args)
	for _, s := range all {
		if _, ok := values[s.name]; ok {
			continue
		}
		if text, ok := variable(environ, s.variable()); ok {
			if texts := s.split(text); len(texts) > 0 {
				values[s.name] = given{texts, s.variable()}
			}
		}
	}
	return values, problems
}

// variable returns the value of an environment variable; an empty one counts as none. The last of several counts.
func variable(environ []string, name string) (string, bool) {
	for _, pair := range slices.Backward(environ) {
		if text, ok := strings.CutPrefix(pair, name+"="); ok {
			return text, strings.TrimSpace(text) != ""
		}
	}
	return "", false
}

// strays returns the names of variables that look like those of settings and are none, each with what was meant, most
// likely. Those that orchestrators set for a service of the same name are left out.
func strays(environ []string) []string {
	all := settings()
	var found []string
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		flag, ok := strings.CutPrefix(name, prefix)
		if !ok || strings.HasPrefix(flag, "PORT") || strings.HasPrefix(flag, "SERVICE_") {
			continue
		}
		flag = strings.ToLower(strings.ReplaceAll(flag, "_", "-"))
		if _, ok := named(all, "--"+flag); ok {
			continue
		}
		if near := nearest(all, flag); near != "" {
			s, _ := named(all, "--"+near)
			name += " (did you mean " + s.variable() + "?)"
		}
		found = append(found, name)
	}
	return found
}

// split splits the value of an environment variable. A list is one value to a line; if it has only one line, commas
// separate as well, unless they may be part of a value.
func (s setting) split(text string) []string {
	separator := "\n"
	switch {
	case s.form != list && s.form != lines:
		return []string{strings.TrimSpace(text)}
	case s.form == list && !strings.Contains(strings.TrimSpace(text), "\n"):
		separator = ","
	}
	var texts []string
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			texts = append(texts, part)
		}
	}
	return texts
}

// readFlags reads flags, with one hyphen or two, and their values, behind an equals sign or as the next argument. It
// goes on behind a mistake, so that all of them can be told at once. Of a flag that is given several times the last one
// counts, unless it is a list.
func readFlags(all []setting, args []string) (map[string]given, []error) {
	values := map[string]given{}
	var problems []error
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		name, text, assigned := strings.Cut(arg, "=")
		s, ok := named(all, name)
		switch {
		case !strings.HasPrefix(arg, "-") || arg == "-" || arg == "--":
			problems = append(problems, fmt.Errorf("%s is not a flag: everything is given by flags", quote(arg)))
			continue
		case !ok:
			near := nearest(all, strings.TrimLeft(name, "-"))
			problems = append(problems, unknown(name, near))
			if s, _ := named(all, "--"+near); s.value != "" && !assigned && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
				args = args[1:] // its value
			}
			continue
		case assigned:
		case s.form == onOff:
			text = "true"
		case len(args) == 0 || strings.HasPrefix(args[0], "--"):
			problems = append(problems, fmt.Errorf("--%s needs a value: --%s %s", s.name, s.name, s.value))
			continue
		default:
			text = args[0]
			args = args[1:]
		}
		before := values[s.name].texts
		if s.form != list && s.form != lines {
			before = nil
		}
		values[s.name] = given{append(before, text), "--" + s.name}
	}
	return values, problems
}

// named returns the setting of a flag.
func named(all []setting, flag string) (setting, bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "-")
	if name == "h" {
		name = "help"
	}
	i := slices.IndexFunc(all, func(s setting) bool { return s.name == name })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

// unknown says that there is no such flag, and what was meant, most likely.
func unknown(flag, near string) error {
	if near != "" {
		return fmt.Errorf("unknown flag: %s; did you mean --%s?", quote(flag), near)
	}
	return fmt.Errorf("unknown flag: %s", quote(flag))
}

// nearest returns the name of a setting that differs from name by two letters at most, the later the better, or that
// begins with it.
func nearest(all []setting, name string) string {
	best, least, same := "", 3, 0
	if len(name) > longestQuoted {
		return "" // no setting has so long a name
	}
	for _, s := range all {
		d, n := levenshtein.ComputeDistance(name, s.name), common(name, s.name)
		if d < least || d == least && n > same && best != "" {
			best, least, same = s.name, d, n
		}
	}
	if best != "" || len(name) < 3 {
		return best
	}
	for _, s := range all {
		if strings.HasPrefix(s.name, name) {
			return s.name
		}
	}
	return ""
}

// common returns how many bytes are the same at the beginning of both.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// longestQuoted is how much of a value is quoted in a message, in bytes.
const longestQuoted = 60

// quote returns a value in quotes, on one line and shortened to what identifies it.
func quote(s string) string {
	if len(s) > longestQuoted {
		s = strings.ToValidUTF8(s[:longestQuoted], "") + "..."
	}
	return fmt.Sprintf("%+q", s)
}
