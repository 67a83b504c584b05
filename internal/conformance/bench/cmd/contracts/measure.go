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

// measurement is the result of one generator for one contract.
type measurement struct {
	generated, compiled usage
	lines               int // lines of generated Go, without the run-time
	functions           int // functions of the compiled package, including those that the compiler makes of methods
}

// usage is the resource usage of a command.
type usage struct {
	wall   time.Duration
	cpu    time.Duration // of all processes
	peak   int64         // maximum resident set size in bytes, of the largest process
	failed string        // the first line of the error output, if the command failed
}

func (u usage) seconds() string { return fmt.Sprintf("%.2f s", u.wall.Seconds()) }

func (u usage) cpuSeconds() string { return fmt.Sprintf("%.2f s", u.cpu.Seconds()) }

func (u usage) memory() string { return fmt.Sprintf("%d MB", u.peak>>20) }

// measure creates a module in dir, generates a package into its folder contract, and
// compiles it. The run-time that quartet writes beside it is compiled before. command
// returns the command line of the generator for that folder.
func measure(ctx context.Context, dir string, command func(out string) []string) measurement {
	out := filepath.Join(dir, "contract")
	if err := prepare(dir, out); err != nil {
		return measurement{generated: usage{failed: err.Error()}}
	}
	var m measurement
	m.generated = runCommand(ctx, dir, command(out)...)
	if m.generated.failed != "" {
		return m
	}
	m.lines = countLines(out)
	runCommand(ctx, dir, "go", "build", "./soap/...") // gowsdl's output has none
	archive := filepath.Join(dir, "contract.a")
	m.compiled = runCommand(ctx, dir, "go", "build", "-o", archive, "./contract")
	m.functions = countFunctions(ctx, archive)
	return m
}

// prepare creates a module with the dependencies of this program's module, which the
// output of gowsdl imports. So nothing needs to be downloaded.
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

// warm compiles the packages that generated code imports, so that the measurements do
// not include them.
func warm() error {
	cmd := exec.Command("go", "build", "net/http", "log/slog", "iter", "github.com/hooklift/gowsdl/soap")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// runCommand runs a command in dir and returns its resource usage.
func runCommand(ctx context.Context, dir string, args ...string) usage {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	start := time.Now()
	err := cmd.Run()
	u := usage{wall: time.Since(start)}
	if cmd.ProcessState != nil {
		u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			u.peak = r.Maxrss << 10
		}
	}
	if err != nil {
		u.failed = firstLine(output.String(), err)
	}
	return u
}

// firstLine returns the first line of text that is an error message, without folders, or
// else err's message.
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

// countLines counts the lines of the Go files in dir.
func countLines(dir string) int {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	lines := 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		lines += bytes.Count(text, []byte{'\n'})
	}
	return lines
}

// countFunctions counts the functions in an archive, which are its symbols of the type T.
func countFunctions(ctx context.Context, archive string) int {
	symbols, _ := exec.CommandContext(ctx, "go", "tool", "nm", archive).Output()
	return bytes.Count(symbols, []byte(" T "))
}
