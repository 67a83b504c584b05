// Railctl asks a realtime rail information service, such as raild, for stations, boards and trains, over SOAP 1.1,
// SOAP 1.2, HTTP GET or HTTP POST.
//
//	railctl board sterling gate --watch
//
// "railctl --help" lists its commands. The exit status is 0 on success, also if the user ends --watch, 1 if the request
// fails or there is no such station or train, and 2 on wrong usage.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	i := invocation{
		args: os.Args[1:], environ: os.Getenv, stdout: os.Stdout, stderr: os.Stderr,
		screen: screen, now: time.Now, ticks: time.Tick,
	}
	os.Exit(i.run(ctx))
}

// screen returns the size in characters of the terminal that standard output goes to. The width is 0 if standard output is
// not a terminal, or is one that shows escape sequences as text.
func screen() (width, height int) {
	file := int(os.Stdout.Fd())
	if !term.IsTerminal(file) || os.Getenv("TERM") == "dumb" {
		return 0, 0
	}
	width, height, err := term.GetSize(file)
	if err != nil || width <= 0 {
		return 80, 24
	}
	return width, height
}
