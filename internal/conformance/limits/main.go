// Command limits reads the output of "go test -json" from standard input, and prints the limits that tests have measured
// as one table. A test reports a limit by a line of its log:
//
//	limit: NAME | BOUND | MEASURED
//
// Tests whose names begin with TestLimit must report at least one. The command fails if a test has failed, if one of them
// reports nothing, or if there are none. 'make limits' runs it.
package main

import (
	"fmt"
	"os"
)

func main() {
	r, err := read(os.Stdin)
	if err == nil {
		err = r.print(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(1)
	}
}
