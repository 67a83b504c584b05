//go:build unix

package cli

import (
	"os"
	"syscall"
)

// endingSignals end a process that does not handle them.
var endingSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// end ends the process as a signal does.
func end(s os.Signal) {
	if syscall.Kill(os.Getpid(), s.(syscall.Signal)) == nil {
		select {}
	}
	os.Exit(exitFindings)
}
