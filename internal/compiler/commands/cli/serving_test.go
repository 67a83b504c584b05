package cli_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// served is a server that a script has started.
type served struct {
	command *exec.Cmd
	stderr  bytes.Buffer
}

type servedKey struct{}

// serving implements "serving [ARG]..." of the scripts: it starts "quartet serve" on a
// free port, and sets $MOCK to the first address that it prints.
func serving(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serving CONTRACT [ARG]...")
	}
	program := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path := filepath.Join(dir, "quartet"); program == "" {
			if _, err := os.Stat(path); err == nil {
				program = path
			}
		}
	}
	s := &served{command: exec.Command(program, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)}
	s.command.Dir, s.command.Stderr = ts.Getenv("WORK"), &s.stderr
	stdout, err := s.command.StdoutPipe()
	ts.Check(err)
	ts.Check(s.command.Start())
	ts.Defer(func() { _ = s.command.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		_ = s.command.Wait()
		ts.Fatalf("serve ended: %s", s.stderr.String())
	}
	ts.Setenv("MOCK", strings.TrimSpace(strings.TrimPrefix(line, "Serving ")))
	ts.Setenv("ADDR", strings.SplitN(ts.Getenv("MOCK"), "/", 4)[2])
	running := ts.Value(servedKey{}).(*[]*served)
	*running = append(*running, s)
}

// unserving implements "unserving [SIGNAL]" of the scripts: it ends the server that was
// started last, which must exit with code 0, and writes what it has logged to the file
// serve.log.
func unserving(ts *testscript.TestScript, neg bool, args []string) {
	running := ts.Value(servedKey{}).(*[]*served)
	s := (*running)[len(*running)-1]
	*running = (*running)[:len(*running)-1]
	sig := os.Signal(syscall.SIGTERM)
	if len(args) > 0 && args[0] == "INT" {
		sig = os.Interrupt
	}
	ts.Check(s.command.Process.Signal(sig))
	if err := s.command.Wait(); err != nil {
		ts.Fatalf("serve: %v\n%s", err, s.stderr.String())
	}
	ts.Check(os.WriteFile(ts.MkAbs("serve.log"), s.stderr.Bytes(), 0o666))
}
