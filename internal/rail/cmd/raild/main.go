// Raild serves the realtime rail information service over SOAP 1.1, SOAP 1.2, HTTP GET, HTTP POST and JSON. It serves the trains
// of a GTFS feed with GTFS-Realtime feeds, or of an embedded fictional network.
//
//	raild --gtfs feed.zip --gtfs-rt https://example.com/trips.pb
//
// "raild --help" lists all settings. Each has a flag and an environment variable. Raild logs to standard error, one
// line for each request. On SIGINT or SIGTERM it finishes the requests in progress and exits with status 0; the
// status is 1 if it cannot serve, and 2 for wrong usage. On SIGHUP it reads the certificate and the feeds again.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)      // a second signal ends the program at once
	reload := make(chan os.Signal, 1) // several signals during a reload cause one more
	signal.Notify(reload, syscall.SIGHUP)
	i := invocation{os.Args[1:], os.Environ(), os.Stdout, os.Stderr, reload}
	os.Exit(i.run(ctx))
}
