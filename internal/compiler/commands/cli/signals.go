package cli

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// endingSignals end a process that does not handle them.
var endingSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// uninterrupted calls a function that writes files. A signal ends the process only after the
// function has returned; a second signal ends it at once.
func uninterrupted(write func() error) error {
	wanted := slices.DeleteFunc(slices.Clone(endingSignals), signal.Ignored)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, wanted...)
	received := make(chan os.Signal, 1)
	go func() {
		defer close(received)
		if s, ok := <-signals; ok {
			signal.Stop(signals)
			received <- s
		}
	}()
	err := write()
	signal.Stop(signals)
	close(signals)
	if s, ok := <-received; ok && err == nil {
		end(s)
	}
	return err
}

// end ends the process as a signal does, where a process can send itself one.
func end(s os.Signal) {
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		select {}
	}
	os.Exit(exitFindings)
}
