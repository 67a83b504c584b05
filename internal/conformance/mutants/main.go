// Command mutants changes one operator of a package at a time, and prints the changes that the package's own tests do not notice, and
// the share that they do notice. A mutant is a package with one operator changed. 'make mutants' runs it.
//
//	mutants [--share PERCENT] [--seed SEED] [--time DURATION] [--min PERCENT] [--turn NUMBER] FOLDER...
//
// A folder holds a package, which may be split into packages in its subfolders: all of their tests count for each of them.
// Tests of limits measure and are left out. A test program holds all mutants, and the environment selects one: nothing is
// compiled for each. A mutant is tried with the tests that reach its operator, the quick ones first, within five times the CPU
// time that they take without it. The seed selects the share of the mutants that is tried, and their order; a mutant
// keeps its place when lines move. With --turn, only one of the folders is tried.
//
// Not changed are constants that are declared, or have a named type, types of arrays, and capacities of slices and maps, which
// change the speed only. equivalent.txt lists other mutants that no test can notice, with reasons.
//
// The command fails if a smaller share than --min is killed in the packages of a folder, or if the tests fail without a mutant.
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
	share := flag.Float64("share", 100, "how many of the mutants are tried, in percent")
	seed := flag.Uint64("seed", 1, "selects other mutants")
	turn := flag.Int("turn", -1, "try only the folder with this index, modulo their number")
	flag.Parse()
	folders := flag.Args()
	if *turn >= 0 && len(folders) > 0 {
		folders = folders[*turn%len(folders):][:1]
	}
	var failed []error
	for _, folder := range folders {
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		r, err := mutate(ctx, folder, *share, *seed)
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
