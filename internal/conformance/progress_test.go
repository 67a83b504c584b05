package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// progress returns a command that runs progress.sh in a folder.
func progress(t *testing.T, folder, goCommand string, args ...string) *exec.Cmd {
	t.Helper()
	script, err := filepath.Abs("progress.sh")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, "sh", append([]string{script, "make test", goCommand}, args...)...)
	command.Dir, command.Env = folder, append(os.Environ(), "QUARTET_PROGRESS_EVERY=1")
	return command
}

// TestProgress has a go command that waits until the script has said how far it is.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"go": `#!/bin/sh
if [ "$1" = list ]; then printf 'a\n\nb\nc\n'; exit; fi
echo runtime >>"$QUARTET_PROGRESS/compiled"
echo net/http >>"$QUARTET_PROGRESS/compiled"
echo a.test >>"$QUARTET_PROGRESS/tested"
read line
printf 'ok  \ta\t0.1s\nFAIL\tb\t0.1s\nFAIL\n'
exit 3
`})
	command := progress(t, dir, filepath.Join(dir, "go"), "test", "./...")
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

// TestProgressOfGo counts what the go command compiles and tests. No build cache has the package with the tests already: it has the
// name of the folder.
func TestProgressOfGo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder")
	const test = `package a
import ("os"; "testing")
func Test(t *testing.T) {
	compiled, err := os.ReadFile(os.Getenv("QUARTET_PROGRESS") + "/compiled")
	t.Error(string(compiled), err)
}
`
	writeFiles(t, dir, map[string]string{"go.mod": "module m.example\n", "a/a_test.go": test + "// " + dir + "\n", "b/b.go": "package b\n"})
	command := progress(t, dir, "go", "test", "-count=1", "./...")
	command.Stderr = io.Discard
	out, err := command.Output()
	for _, want := range []string{" m.example/a [m.example/a.test]\n", "\nFAIL\tm.example/a\t", "?   \tm.example/b\t[no test files]\nFAIL\n"} {
		if !strings.Contains(strings.ReplaceAll(string(out), "        ", ""), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if command.ProcessState.ExitCode() != 1 {
		t.Error(err)
	}
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}
