//go:build unix

package cli

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// TestInterruptEndsTheCommand runs itself as a process whose command gets an
// interrupt in a stage that would go on for ever.
func TestInterruptEndsTheCommand(t *testing.T) {
	const child = "QUARTET_TEST_INTERRUPTED"
	if os.Getenv(child) != "" {
		root := newRoot()
		root.AddCommand(&cobra.Command{Use: "stay", RunE: func(*cobra.Command, []string) error {
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				return err
			}
			select {}
		}})
		os.Exit(run(root, []string{"stay"}, io.Discard, io.Discard))
	}
	if signal.Ignored(os.Interrupt) {
		t.Skip("the tests run where interrupts are ignored")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^"+t.Name()+"$", "-test.timeout=30s")
	cmd.Env = append(os.Environ(), child+"=1")
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) {
		t.Fatalf("the command ends with %v", err)
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("the command ends with %v, not by the interrupt", exit)
	}
}
