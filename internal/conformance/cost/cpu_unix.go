//go:build unix

package cost

import (
	"syscall"
	"time"
)

// CPU returns the CPU time that the process has taken so far, in user and in system mode.
func CPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
