//go:build linux

// Command newcomer runs the two commands that README.md begins with, "make test" and "make run", as somebody does who has
// just got the project: an unprivileged user with empty caches, few programs and other settings, see newUser, and busy CPUs. It
// asks the service a question over each binding and ends it with Ctrl-C. 'make newcomer' runs it, in the root folder of the project.
//
//	newcomer [--goflags FLAGS] [--umask OCTAL] [COMMAND ARGUMENT...]
//
// With a COMMAND, for instance go test ./internal/rail/gtfsrt, it runs only this. It needs Linux, git, and script of
// util-linux, which the new user does not have. At the end it removes what it has made.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// limit is the time for everything.
const limit = 30 * time.Minute

func main() {
	goflags := flag.String("goflags", "", "the GOFLAGS of the user")
	umask := flag.String("umask", "022", "permissions that new files do not have")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("not finished after %s", limit))
	defer cancel()
	if err := run(ctx, *goflags, *umask, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "newcomer:", cmp.Or(context.Cause(ctx), err))
		os.Exit(1)
	}
}

func run(ctx context.Context, goflags, umask string, command []string) (err error) {
	mask, err := strconv.ParseUint(umask, 8, 9)
	if err != nil {
		return fmt.Errorf("--umask: %w", err)
	}
	syscall.Umask(int(mask))
	u, err := newUser(ctx, goflags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, u.remove()) }()
	keepBusy(ctx)
	if len(command) > 0 {
		return u.run(ctx, command...)
	}
	if err := u.run(ctx, "make", "test"); err != nil {
		return err
	}
	return u.useService(ctx)
}

// keepBusy has two threads for each CPU compute until ctx is done or the process ends. The user's go command keeps each CPU
// busy with four processes besides, as its GOFLAGS say.
func keepBusy(ctx context.Context) {
	threads := 2 * runtime.NumCPU()
	runtime.GOMAXPROCS(threads + 1)
	for range threads {
		go func() {
			for ctx.Err() == nil {
			}
		}()
	}
}
