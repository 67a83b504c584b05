package browser_test

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is raild. The first test that needs it builds it.
var program executable

// An executable is a program of the project.
type executable struct {
	once sync.Once
	path string
	out  []byte
	err  error
}

// build returns the path of the program. If QUARTET_RAILD is set, it is the path of a program that was built before.
func (e *executable) build(t *testing.T) string {
	t.Helper()
	e.once.Do(func() {
		if e.path = os.Getenv("QUARTET_RAILD"); e.path != "" {
			return
		}
		var dir string
		if dir, e.err = os.MkdirTemp("", "raild"); e.err != nil {
			return
		}
		e.path = filepath.Join(dir, "raild")
		build := exec.Command("go", "build", "-o", e.path, "./internal/rail/cmd/raild")
		build.Dir = filepath.FromSlash("../../..")
		e.out, e.err = build.CombinedOutput()
	})
	if e.err != nil {
		t.Fatalf("building raild: %v\n%s", e.err, e.out)
	}
	return e.path
}

// remove deletes what build has made.
func (e *executable) remove() {
	if e.path != "" && e.path != os.Getenv("QUARTET_RAILD") {
		os.RemoveAll(filepath.Dir(e.path))
	}
}

// A process is a running server.
type process struct {
	address string // http://127.0.0.1:port
	stop    func() // ends it, and waits
}

// startRaild starts raild on a free port, and returns when it serves.
func startRaild(t *testing.T, flags ...string) *process {
	t.Helper()
	return startProgram(t, exec.Command(program.build(t), append(flags, "--addr", "127.0.0.1:0", "--log-level", "warn")...))
}

// startProgram starts a program, and returns when it has printed its address.
func startProgram(t *testing.T, program *exec.Cmd) *process {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, program.Path, program.Args[1:]...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 10 * time.Second
	var log bytes.Buffer
	command.Stderr = &log
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{stop: sync.OnceFunc(func() {
		cancel()
		_ = command.Wait() // it was told to end
		if log.Len() > 0 {
			t.Logf("log of the server:\n%s", &log)
		}
	})}
	t.Cleanup(p.stop)
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
	for lines := bufio.NewScanner(stdout); p.address == "" && lines.Scan(); {
		p.address = address.FindString(lines.Text())
	}
	if p.address == "" {
		p.stop()
		t.Fatal("the program printed no address")
	}
	go func() { // read the output until the program ends
		_, _ = bufio.NewReader(stdout).WriteTo(devNull{})
	}()
	return p
}

type devNull struct{}

func (devNull) Write(data []byte) (int, error) { return len(data), nil }
