//go:build unix

package cli_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/interop"
)

func isTemporary(name string) bool { return strings.Contains(name, ".quartet-") }

func hasTemporary(files map[string]string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(files)), isTemporary)
}

// program returns the path of the command: the program of these tests is it, under its name.
func program(t *testing.T) string {
	t.Helper()
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "quartet")
	if err := os.Symlink(test, name); err != nil {
		t.Fatal(err)
	}
	return name
}

// kill runs a command, and ends it by a signal when the first temporary file is in a folder, or later.
func kill(t *testing.T, cmd *exec.Cmd, folder string, signal syscall.Signal, later time.Duration) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for waiting := true; waiting; {
		select {
		case err := <-ended:
			ended <- err
			waiting = false
		case <-time.After(time.Millisecond):
			found, err := filepath.Glob(filepath.Join(folder, ".quartet-*"))
			waiting = err == nil && len(found) == 0
		}
	}
	<-time.After(later) // to end it in other phases, too
	if err := cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-ended
}

// TestKilled runs the command as a process, and ends it by a signal when the first temporary file is there, or a little later.
// After an interrupt the output is unchanged or complete. After SIGKILL each file is old or new; check reports what is missing or
// is left, and the next run completes the output. CI tries three phases of each signal, and other runs one.
func TestKilled(t *testing.T) {
	work := t.TempDir()
	run := program(t)
	for name, text := range map[string]string{"go.mod": "module killed.example\n", "realtime.wsdl": "", "realtime.xsd": ""} {
		data := []byte(text)
		if text == "" {
			var err error
			if data, err = os.ReadFile("../../../../wsdl/" + name); err != nil {
				t.Fatal(err)
			}
		}
		testfile.Write(t, filepath.Join(work, name), data)
	}
	t.Chdir(work)
	command := func(name string, args []string) (code int, printed string) {
		var b bytes.Buffer
		return cli.Main(append([]string{name}, args...), &b, &b), b.String()
	}
	generate := func(args []string) {
		t.Helper()
		if code, text := command("generate", args); code != 0 {
			t.Fatalf("exit code %d\n%s", code, text)
		}
	}
	out := filepath.Join(work, "gen")
	first := []string{"realtime.wsdl", "--out", "gen/rail", "--bindings", "soap11"}
	second := []string{"realtime.wsdl", "--out", "gen/rail", "--rename", "objStation=Stop", "--with", "validate"}
	generate(first)
	before := testfile.Folder(t, out)
	if err := os.CopyFS("first", os.DirFS(out)); err != nil {
		t.Fatal(err)
	}
	generate(second)
	after := testfile.Folder(t, out)
	runs := 1
	if interop.InCI() && !testing.Short() {
		runs = 3
	}
	for i := range runs {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
			if err := errors.Join(os.RemoveAll(out), os.CopyFS(out, os.DirFS("first"))); err != nil {
				t.Fatal(err)
			}
			kill(t, exec.CommandContext(t.Context(), run, append([]string{"generate"}, second...)...), filepath.Join(out, "rail"), signal, time.Duration(i)*3*time.Millisecond)
			left := testfile.Folder(t, out)
			whole := maps.Equal(left, before) || maps.Equal(left, after)
			if signal != syscall.SIGKILL && !whole {
				t.Errorf("%v leaves a mixture; temporary files: %v", signal, hasTemporary(left))
			}
			for name, text := range left {
				if text != before[name] && text != after[name] && !isTemporary(name) {
					t.Errorf("%v leaves a part of %s", signal, name)
				}
			}
			code, text := command("check", second)
			if complete := maps.Equal(left, after); complete != (code == 0) || hasTemporary(left) != strings.Contains(text, "/.quartet-") {
				t.Errorf("%v: complete: %v, temporary files: %v, and check prints (%d)\n%s", signal, complete, hasTemporary(left), code, text)
			}
			generate(second)
			if !maps.Equal(testfile.Folder(t, out), after) {
				t.Errorf("after %v and another run the output differs", signal)
			}
			t.Logf("%v in phase %d: whole %v, temporary files %v", signal, i, whole, hasTemporary(left))
		}
	}
}
