// Command mutants changes one operator of a package at a time, and prints the changes that the package's own tests do not notice, and
// the share that they do notice. A mutant is a package with one operator changed. 'make mutants' runs it.
//
//	mutants [--share PERCENT] [--seed SEED] [--time DURATION] [--min PERCENT] FOLDER...
//
// A folder holds a package, which may be split into packages in its subfolders: all of their tests count for each of them.
// Tests of limits measure and are left out. A test program holds all mutants, and the environment selects one: nothing is
// compiled for each. A mutant is tried with the tests that reach its operator, the quick ones first, and killed if they take five
// times the CPU time. The seed selects the mutants that are tried, and their order, which remains when lines move.
//
// Not changed are constants that are declared, or have a named type, types of arrays, and capacities of slices and maps, which
// change the speed only. equivalent.txt lists other mutants that no test can notice, with reasons.
//
// The command fails if a smaller share than --min is killed in the packages of a folder, or if the tests fail without a mutant.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutants: ")
	limit := flag.Duration("time", 24*time.Hour, "the time for each folder")
	minimum := flag.Float64("min", 0, "fail if a smaller share of the mutants of a folder is killed, in percent")
	share := flag.Float64("share", 100, "how many of the mutants are tried, in percent")
	seed := flag.Uint64("seed", 1, "selects other mutants")
	flag.Parse()
	status := 0
	for _, folder := range flag.Args() {
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		mutants, err := mutate(ctx, folder, *share, *seed)
		cancel()
		if err != nil {
			log.Fatalf("%s: %v", folder, err)
		}
		if killed := report(os.Stdout, folder, mutants); killed < *minimum {
			log.Printf("%s: tests kill %.1f %% of the mutants, which is less than %.1f %%", folder, killed, *minimum)
			status = 1
		}
	}
	os.Exit(status)
}

// report prints the mutants of a folder that have survived, each with its line, and returns the share of the others, in percent.
func report(to io.Writer, folder string, mutants []*mutant) float64 {
	killed, tried := 0, 0
	for _, m := range mutants {
		if !m.tried {
			continue
		}
		tried++
		if m.killed {
			killed++
			continue
		}
		reached := ""
		if len(m.tests) == 0 {
			reached = " (no test reaches it)"
		}
		fmt.Fprintf(to, "%s: %s%s\n", m.at, m.text, reached)
	}
	share := 100 * float64(killed) / float64(max(1, tried))
	fmt.Fprintf(to, "%s: %d of %d mutants killed, %.1f %%\n", folder, killed, tried, share)
	if n := len(mutants) - tried; n > 0 {
		fmt.Fprintf(to, "%s: time ran out before %d mutants were tried\n", folder, n)
	}
	return share
}
