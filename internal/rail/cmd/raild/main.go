// Raild serves the realtime rail information service over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, with the trains of
// a GTFS feed and its GTFS-Realtime companions, or of an embedded fictional network.
//
//	raild --gtfs feed.zip --gtfs-rt https://example.com/trips.pb
//
// "raild --help" tells all that can be set, by flags or by the environment. It logs to standard error, one line for each
// request, and ends on SIGINT or SIGTERM once the requests under way are answered. Its exit status is 0 then, 1 if it
// cannot serve, and 2 if it is called wrongly.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}
