package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/interop"
)

// A process that systemd has started says when it serves, when it reloads, and when it stops.
func TestNotifySystemd(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs Linux")
	}
	name := "@raild-" + strconv.Itoa(os.Getpid())
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	t.Setenv("NOTIFY_SOCKET", name)
	states := make(chan string)
	go func() {
		defer close(states)
		for b := make([]byte, 100); ; {
			n, err := socket.Read(b)
			if err != nil {
				return
			}
			states <- string(b[:n])
		}
	}()
	t.Run("raild", func(t *testing.T) {
		r := startReloadable(t)
		if got := <-states; got != "READY=1" {
			t.Errorf("after the start: %s", got)
		}
		r.signals <- syscall.SIGHUP
		if got := []string{<-states, <-states}; !slices.Equal(got, []string{"RELOADING=1", "READY=1"}) {
			t.Errorf("for a reload: %q", got)
		}
	})
	select {
	case got := <-states:
		if got != "STOPPING=1" {
			t.Errorf("at the end: %s", got)
		}
	case <-time.After(time.Minute):
		t.Error("it does not say that it stops")
	}
}

// systemd accepts the unit, whose exposure it rates below 2.
func TestUnit(t *testing.T) {
	unit, err := filepath.Abs("../../deploy/raild.service")
	if err != nil {
		t.Fatal(err)
	}
	analyze := interop.Program(t, "systemd-analyze", "systemd")
	if out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=19", unit).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Where there is a container builder, it builds a container that runs.
func TestContainer(t *testing.T) {
	if err := exec.Command("docker", "info").Run(); err != nil {
		t.Skip("docker is not running")
	}
	if out, err := exec.Command("docker", "build", "-q", "-f", "../../deploy/Dockerfile", "-t", "raild-test", "../../../..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command("docker", "run", "--rm", "raild-test", "--version").CombinedOutput(); err != nil || !bytes.HasPrefix(out, []byte("raild ")) {
		t.Errorf("%v\n%s", err, out)
	}
}
