//go:build !unix

package cli

import "os"

// endingSignals end a process that does not handle them.
var endingSignals = []os.Signal{os.Interrupt}

// end ends the process.
func end(os.Signal) { os.Exit(exitFindings) }
