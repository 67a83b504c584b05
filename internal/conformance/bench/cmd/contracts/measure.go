package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// measurement is what one generator makes of one contract.
type measurement struct {
	generated, compiled usage
	lines               int // of Go, the run-time support included
}

// usage is what one command takes.
type usage struct {
	wall   time.Duration
	most   int64  // bytes in memory, of the largest process
	failed string // the first line of what it said if it failed
}

func (u usage) seconds() string { return fmt.Sprintf("%.2f s", u.wall.Seconds()) }
func (u usage) memory() string  { return fmt.Sprintf("%d MB", u.most>>20) }

// measure generates into the folder contract of a new module in dir, and
// compiles what comes out.
func measure(ctx context.Context, dir string, command func(out string) []string) measurement {
	out := filepath.Join(dir, "contract")
	if err := prepare(dir, out); err != nil {
		return measurement{generated: usage{failed: err.Error()}}
	}
	var m measurement
	m.generated = execute(ctx, dir, command(out)...)
	if m.generated.failed != "" {
		return m
	}
	m.lines = countLines(out)
	m.compiled = execute(ctx, dir, "go", "build", "./contract")
	return m
}

// prepare makes a module that has what gowsdl's output imports: nothing is
// fetched, as the versions are those of this program's own module.
func prepare(dir, out string) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	own, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return fmt.Errorf("finding the module: %w", err)
	}
	from := filepath.Dir(strings.TrimSpace(string(own)))
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// warm compiles what the output of both generators imports, so that none of it
// is measured.
func warm() error {
	cmd := exec.Command("go", "build", "net/http", "log/slog", "iter", "github.com/hooklift/gowsdl/soap")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

func execute(ctx context.Context, dir string, args ...string) usage {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	start := time.Now()
	err := cmd.Run()
	u := usage{wall: time.Since(start)}
	if cmd.ProcessState != nil {
		if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			u.most = r.Maxrss << 10
		}
	}
	if err != nil {
		u.failed = firstLine(said.String(), err)
	}
	return u
}

// firstLine returns the first line that says something, without folders.
func firstLine(text string, err error) string {
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.Contains(line, "Reading file") || strings.Contains(line, "Done") {
			continue
		}
		return strings.ReplaceAll(filepath.Base(line), "|", "/")
	}
	return err.Error()
}

func countLines(dir string) int {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	lines := 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		lines += bytes.Count(text, []byte{'\n'})
	}
	return lines
}
