//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"time"
)

// example is the command that 'make run' prints for terminals. It asks the service for a board.
var example = regexp.MustCompile(`go run \./internal/rail/cmd/railctl board \S+ --server '\S+'`)

// useService runs 'make run', asks the service over each binding, and presses Ctrl-C, for which make needs a terminal; it
// must end with status 0 within a minute.
func (u *user) useService(ctx context.Context) error {
	script, err := exec.LookPath("script")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := u.command(ctx, script, "--quiet", "--return", "--command", "make run ADDR=127.0.0.1:0", "/dev/null")
	run.Stdout = nil
	screen, err := run.StdoutPipe()
	if err != nil {
		return err
	}
	keyboard, err := run.StdinPipe()
	if err != nil {
		return err
	}
	if err := run.Start(); err != nil {
		return err
	}
	asked := u.ask(ctx, screen)
	io.WriteString(keyboard, "\x03") // Ctrl-C; fails if make has ended, which Wait reports
	defer time.AfterFunc(time.Minute, cancel).Stop()
	io.Copy(io.Discard, screen)
	if err := run.Wait(); err != nil {
		return errors.Join(asked, fmt.Errorf("make run and Ctrl-C: %w", err))
	}
	return asked
}

// ask asks the service whose output is on the screen a question over each binding.
func (u *user) ask(ctx context.Context, screen io.Reader) error {
	for lines := bufio.NewScanner(screen); lines.Scan(); {
		fmt.Println(lines.Text())
		command := example.FindString(lines.Text())
		if command == "" {
			continue
		}
		for _, binding := range []string{"soap11", "soap12", "get", "post"} {
			if err := u.run(ctx, "sh", "-c", command+" --binding "+binding); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.New("make run printed no command that calls the service")
}
