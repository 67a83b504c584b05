package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

const introduction = `Raild serves the realtime rail information service: eleven operations, each over SOAP 1.1, SOAP 1.2, HTTP GET,
HTTP POST and JSON, at one address. It serves the trains of a GTFS feed with GTFS-Realtime feeds or, without
--gtfs, those of an embedded fictional network with simulated delays.`

const examples = `  raild                                            the embedded network, at the present time
  raild --clock 2026-11-21T08:15:00Z               the same, with the clock stopped at that time
  raild --clock 2026-11-21T06:00:00Z --speed 60    a day in 24 minutes
  raild --gtfs feed.zip                            a railway's timetable
  raild --gtfs https://example.com/gtfs.zip --gtfs-rt https://example.com/trips.pb \
      --gtfs-rt https://example.com/vehicles.pb --gtfs-rt-header 'X-Key: secret' --types 2=M,109=S,1=D
  raild --addr :443 --tls-cert chain.pem --tls-key key.pem`

const conclusion = `
Every setting has an environment variable too: RAILD_GTFS_RT sets --gtfs-rt. Flags override the environment. In a
variable, a list has one value on each line; a list on a single line may use commas instead, except for --gtfs,
--gtfs-header and --gtfs-rt-header.

Other endpoints:
  /           for browsers: boards of stations, a map with the trains, the run of each train
  /livez      200 while the process runs
  /healthz    200 if the timetable is loaded
  /readyz     200 if requests should be sent here; JSON with the state of each feed
  /metrics    for Prometheus

Raild prints its addresses and example requests to standard output, and its log to standard error. On SIGINT or SIGTERM
it finishes the requests in progress and exits; a second signal ends it at once. On SIGHUP it reads the certificate and
the feeds again.
Exit status: 0 success, 1 failure, 2 wrong usage.
`

// helpWidth is the maximum length of a line of the help.
const helpWidth = 120

// usage returns the help from the usage line on, as a template for cobra. Its flags are in sections.
func (s *settings) usage() string {
	var b strings.Builder
	b.WriteString("Usage:\n  {{.UseLine}}\n\nExamples:\n{{.Example}}\n")
	for i, section := range s.sections {
		fmt.Fprintf(&b, "\n%s:\n%s", s.titles[i], section.FlagUsagesWrapped(helpWidth))
	}
	b.WriteString(conclusion)
	return b.String()
}

// version returns the version of raild and of the Go that built it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel) unknown Go"
	}
	return cmp.Or(info.Main.Version, "(devel)") + " " + info.GoVersion
}
