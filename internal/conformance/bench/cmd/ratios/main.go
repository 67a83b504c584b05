// Command ratios prints the output of 'go test -bench' as tables of ratios, in
// Markdown. It reads the files that it is given, or else its standard input.
//
// Benchmarks are named like those that benchstat compares:
// Name/key=value/.../impl=value. Those that differ in impl alone are compared.
// A benchmark that is there several times has been measured in as many rounds:
// the n-th measurement of one is compared with the n-th of the other, which was
// made at about the same time on a machine that was as busy, and the tables
// show the median of these ratios.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

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
