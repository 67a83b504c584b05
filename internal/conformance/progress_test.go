package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProgress has a go command that waits until progress.sh has said how far it is.
func TestProgress(t *testing.T) {
	script, err := filepath.Abs("progress.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	goCommand := filepath.Join(dir, "go")
	const waits = `#!/bin/sh
if [ "$1" = list ]; then printf 'a\n\nb\nc\n'; exit; fi
echo runtime >>"$QUARTET_PROGRESS/compiled"
echo net/http >>"$QUARTET_PROGRESS/compiled"
echo a.test >>"$QUARTET_PROGRESS/tested"
read line
printf 'ok  \ta\t0.1s\nFAIL\tb\t0.1s\nFAIL\n'
exit 3
`
	if err := os.WriteFile(goCommand, []byte(waits), 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "sh", script, "make test", goCommand, "test", "./...")
	command.Dir, command.Env = dir, append(os.Environ(), "QUARTET_PROGRESS_EVERY=1")
	var stdout bytes.Buffer
	command.Stdout = &stdout
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var said []string
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		said = append(said, lines.Text())
		if strings.HasSuffix(lines.Text(), " s: 2 packages compiled, up to net/http; 1 of 3 packages tested") {
			stdin.Close()
		}
	}
	err = command.Wait()
	if said[0] != "== make test" || len(said) < 2 {
		t.Errorf("%q", said)
	}
	if want := "ok  \ta\t0.1s\nFAIL\tb\t0.1s\nFAIL\n"; stdout.String() != want {
		t.Errorf("%q, want %q", stdout.String(), want)
	}
	if command.ProcessState.ExitCode() != 3 {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, ".cache")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
