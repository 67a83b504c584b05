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

// TestInterruptTerminates runs the test binary as a child process, whose command
// interrupts itself and then blocks forever.
func TestInterruptTerminates(t *testing.T) {
	const child = "QUARTET_TEST_INTERRUPTED"
	if os.Getenv(child) != "" {
		root := newRoot()
		root.AddCommand(&cobra.Command{Use: "block", RunE: func(*cobra.Command, []string) error {
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				return err
			}
			select {}
		}})
		os.Exit(run(root, []string{"block"}, io.Discard, io.Discard))
	}
	if signal.Ignored(os.Interrupt) {
		t.Skip("the environment ignores interrupts")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^"+t.Name()+"$", "-test.timeout=30s")
	cmd.Env = append(os.Environ(), child+"=1")
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) {
		t.Fatalf("the command ended with %v", err)
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("the command ended with %v, want SIGINT", exit)
	}
}
