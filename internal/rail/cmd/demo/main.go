// Demo runs the service and its client in one process: it calls all eleven operations over all four bindings and prints
// what came back.
//
// Its exit status is 0 if every call succeeded with what the service answers when it is called directly, 1 if not, and 2
// if the command is called wrongly.
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
