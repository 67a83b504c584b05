package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// testFlags are for each run of the tests. A result from the cache would take no time, and gremlins derives the time limit
// of mutants from the time of the first run.
const testFlags = " -vet=off -count=1 -skip=^TestLimit"

// mutate runs gremlins on the packages in a folder of this module and below it, for at most the given time.
func mutate(tool, folder string, limit time.Duration) (*report, error) {
	tool, err := filepath.Abs(tool)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	env, err := environment(temp)
	if err != nil {
		return nil, err
	}

	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	// A mutant may take ten times as long as the first run, which does not have to link.
	cmd := exec.CommandContext(ctx, tool, "unleash", "--timeout-coefficient", "10")
	cmd.Dir = folder
	cmd.Env = env
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, os.Stderr
	start := time.Now()
	err = cmd.Run()
	r := read(folder, output.String())
	r.time = time.Since(start).Round(time.Second)
	r.cut = ctx.Err() != nil
	switch {
	case err != nil && !r.cut:
		return nil, fmt.Errorf("running gremlins: %w\n%s", err, &output)
	case len(r.mutants) == 0 && !r.cut:
		return nil, errors.New("no mutants")
	}
	return r, nil
}

// environment returns the environment of gremlins: this program is the first go in PATH, and knows the other one.
func environment(temp string) ([]string, error) {
	other, err := exec.LookPath("go")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if err := os.Symlink(self, filepath.Join(temp, "go")); err != nil {
		return nil, err
	}
	return append(os.Environ(),
		"PATH="+temp+string(filepath.ListSeparator)+os.Getenv("PATH"),
		"TMPDIR="+temp,
		"GOFLAGS="+os.Getenv("GOFLAGS")+testFlags,
		realGo+"="+other), nil
}
