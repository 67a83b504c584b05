// Command ratios prints the output of 'go test -bench' as Markdown tables of speed
// ratios. Run "ratios --help" for its documentation.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

func main() { os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// execute runs the command and returns its exit code.
func execute(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	cmd := newCommand()
	cmd.SetIn(stdin)
	return command.Run(context.Background(), cmd, args, stdout, stderr)
}

func newCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "ratios [FILE]...",
		Short: "Print benchmark results as tables of speed ratios",
		Long: `Ratios reads the output of "go test -bench" from each FILE, or from standard input
if there is none, and prints it as Markdown tables.

Benchmarks must be named as for benchstat: Name/key=value/.../impl=value. Those
that differ only in impl are compared.

A benchmark that was run in several rounds is in the input several times. Its n-th
measurement is compared with the n-th measurement of the others, as both were made
at about the same time, under about the same load. The tables show the median of
these ratios.

Exit codes: 0 success, 1 error, 2 usage error.`,
		Example: `  ratios bench.txt
  go test -bench . ./internal/conformance/bench | ratios`,
		RunE: func(cmd *cobra.Command, files []string) error {
			return run(files, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

// run reads benchmark results from files, or from stdin if there are none, and writes
// the tables to stdout.
func run(files []string, stdin io.Reader, stdout io.Writer) error {
	var r results
	if len(files) == 0 {
		if err := r.read("standard input", stdin); err != nil {
			return err
		}
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		err = r.read(name, f)
		f.Close()
		if err != nil {
			return err
		}
	}
	if len(r.benchmarks) == 0 {
		return fmt.Errorf("no benchmark in the input")
	}
	_, err := io.WriteString(stdout, r.tables())
	return err
}
