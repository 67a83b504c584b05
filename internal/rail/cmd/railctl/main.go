// Railctl asks a realtime rail information service, such as raild, for stations, boards and trains, over SOAP 1.1,
// SOAP 1.2, HTTP GET or HTTP POST.
//
//	railctl board sterling gate --watch
//
// "railctl --help" lists its commands. The exit status is 0, also if the user ends --watch, 1 if the service did not
// answer as it should or has no such station or train, and 2 for wrong usage.
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
		width: terminalWidth, now: time.Now, ticks: time.Tick,
	}
	os.Exit(i.run(ctx))
}

// terminalWidth returns how many columns the terminal has to which standard output goes, or 0 if that is not a
// terminal, or one that shows escapes.
func terminalWidth() int {
	if !term.IsTerminal(int(os.Stdout.Fd())) || os.Getenv("TERM") == "dumb" {
		return 0
	}
	const usual = 80
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && width > 0 {
		return width
	}
	return usual
}
