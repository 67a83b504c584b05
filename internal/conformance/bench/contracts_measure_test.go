//go:build unix

package bench

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/testing/testfile"
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

// measureContract creates a module in the folder above out, generates a package into out by a command, and compiles it. The run-time
// that quartet writes beside it is compiled before. The module has the dependencies of this one, which the output of gowsdl imports:
// so nothing needs to be downloaded.
func measureContract(t *testing.T, out string, command ...string) (m measurement) {
	t.Helper()
	dir := filepath.Dir(out)
	for _, name := range []string{"go.mod", "go.sum"} {
		testfile.Write(t, filepath.Join(dir, name), testfile.Read(t, filepath.Join("../../..", name)))
	}
	m.generated = runCommand(t, dir, command...)
	if m.generated.failed != "" {
		return m
	}
	for _, name := range testfile.Names(t, filepath.Join(out, "*.go")) {
		m.lines += bytes.Count(testfile.Read(t, name), []byte{'\n'})
	}
	runCommand(t, dir, "go", "build", "./soap/...") // gowsdl's output has none
	archive := filepath.Join(dir, "contract.a")
	m.compiled = runCommand(t, dir, "go", "build", "-o", archive, "./contract")
	symbols, _ := exec.CommandContext(t.Context(), "go", "tool", "nm", archive).Output()
	m.functions = bytes.Count(symbols, []byte(" T "))
	return m
}

// runCommand runs a command in dir and returns its resource usage.
func runCommand(t *testing.T, dir string, args ...string) usage {
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = dir
	start := time.Now()
	output, err := cmd.CombinedOutput()
	u := usage{wall: time.Since(start)}
	if cmd.ProcessState != nil {
		u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			u.peak = r.Maxrss << 10
		}
	}
	if err != nil {
		u.failed = firstLine(string(output), err)
	}
	return u
}

// firstLine returns the first line of text that is an error message, without folders, or else err's message.
func firstLine(text string, err error) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.Contains(line, "Reading file") || strings.Contains(line, "Done") {
			continue
		}
		return strings.ReplaceAll(filepath.Base(line), "|", "/")
	}
	return err.Error()
}
