package browser_test

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/interop"
)

// A process is a running server.
type process struct {
	address string // http://127.0.0.1:port
	stop    func() // ends it, and waits
}

// startRaild starts raild on a free port, and returns when it serves.
func startRaild(t *testing.T, flags ...string) *process {
	t.Helper()
	program := os.Getenv("QUARTET_RAILD")
	if program == "" {
		interop.Missing(t, "the program that QUARTET_RAILD names", "'make browser', which builds it")
	}
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, program, append(flags, "--addr", "127.0.0.1:0", "--log-level", "warn")...)
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
