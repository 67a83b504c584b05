// Demo runs the service and its client in one process: it calls all eleven operations over all four bindings and prints
// a table of the responses.
//
// Its exit status is 0 if every response equals the result of a direct call of the service, 1 if not, and 2 for wrong
// usage.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
