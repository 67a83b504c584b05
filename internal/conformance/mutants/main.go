// Command mutants changes one operator of a package at a time, and prints the changes that the package's own tests do not notice, and
// the share that they do notice. A mutant is a package with one operator changed. 'make mutants' runs it.
//
//	mutants [--time DURATION] [--min PERCENT] FOLDER...
//
// A folder holds a package, which may be split into packages in its subfolders: all of their tests count for each of them.
// Tests of limits measure and are left out. The command fails if a smaller share than --min is killed in the packages of a
// folder, or if the tests fail without a mutant. All mutants that compile count for the share.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run() error {
	limit := flag.Duration("time", 24*time.Hour, "the time for each folder")
	minimum := flag.Float64("min", 0, "fail if a smaller share of the mutants of a folder is killed, in percent")
	flag.Parse()
	var failed []error
	for _, folder := range flag.Args() {
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		r, err := mutate(ctx, folder)
		cancel()
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		r.print(os.Stdout)
		if r.share() < *minimum {
			failed = append(failed, fmt.Errorf("%s: tests kill %.1f %% of the mutants, which is less than %.1f %%", folder, r.share(), *minimum))
		}
	}
	return errors.Join(failed...)
}
