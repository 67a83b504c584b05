package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

const introduction = `Raild serves the realtime rail information service: eleven operations, each over SOAP 1.1, SOAP 1.2, HTTP GET and
HTTP POST, at one address. The trains are those of a GTFS feed and its GTFS-Realtime companions, or, without --gtfs,
those of an embedded fictional network with a simulator of what happens to them.

Usage:
  raild [flags]

Examples:
  raild                                            the embedded network, at the present time
  raild --clock 2026-11-21T08:15:00Z               the same at a time that stands still
  raild --clock 2026-11-21T06:00:00Z --speed 60    a day in 24 minutes
  raild --gtfs feed.zip                            a railway's timetable
  raild --gtfs https://example.com/gtfs.zip --gtfs-rt https://example.com/trips.pb \
      --gtfs-rt https://example.com/vehicles.pb --gtfs-rt-header 'X-Key: secret' --types 2=M,109=S,1=D
  raild --addr :443 --tls-cert chain.pem --tls-key key.pem
`

const conclusion = `
Every flag may be given in the environment instead: RAILD_GTFS_RT stands for --gtfs-rt. A flag counts more. A list has
one value on each line there; on a single line, commas may separate the values too, but not those of --gtfs-rt-header.

Beside the service there are:
  /healthz    200 once there is a timetable to answer from
  /readyz     200 if requests should be sent here; JSON with the state of each feed
  /metrics    for Prometheus

Raild prints requests to try, logs to standard error, and ends on SIGINT or SIGTERM once the requests under way are
answered; a second signal ends it at once. Exit status: 0 done, 1 it cannot serve, 2 it is called wrongly.
`

// printHelp prints what the command does and all that can be set.
func printHelp(w io.Writer) error {
	var b strings.Builder
	b.WriteString(introduction)
	group := ""
	for _, s := range settings() {
		if s.group != group {
			group = s.group
			fmt.Fprintf(&b, "\n%s:\n", group)
		}
		flag := "--" + s.name
		if s.value != "" {
			flag += " " + s.value
		}
		usage := s.usage
		if s.fallback != "" && s.form != onOff {
			usage += " (default " + s.fallback + ")"
		}
		printFlag(&b, flag, usage)
	}
	b.WriteString(conclusion)
	_, err := io.WriteString(w, b.String())
	return err
}

// The columns of the help.
const (
	usageColumn = 30
	lastColumn  = 118
)

// printFlag prints a flag and, beside it or below, what it does.
func printFlag(b *strings.Builder, flag, usage string) {
	column, _ := fmt.Fprintf(b, "  %s", flag)
	if column >= usageColumn-1 {
		b.WriteByte('\n')
		column = 0
	}
	for word := range strings.FieldsSeq(usage) {
		if column >= usageColumn && column+1+len(word) > lastColumn {
			b.WriteByte('\n')
			column = 0
		}
		if column < usageColumn {
			b.WriteString(strings.Repeat(" ", usageColumn-column))
			column = usageColumn
		} else {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
}

// version returns what this program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "raild (unknown)"
	}
	text := "raild " + info.Main.Version
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text += " " + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			text += " modified"
		}
	}
	return text + " " + info.GoVersion
}
