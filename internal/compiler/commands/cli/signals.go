package cli

import (
	"os"
	"os/signal"
	"slices"
)

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
