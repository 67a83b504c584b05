package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"
)

// A report holds the mutants of the packages of a folder.
type report struct {
	folder  string
	mutants []*mutant
	time    time.Duration
}

// count returns how many mutants have one of some statuses.
func (r *report) count(statuses ...status) (n int) {
	for _, m := range r.mutants {
		if slices.Contains(statuses, m.status) {
			n++
		}
	}
	return n
}

// share returns the share of the mutants that the tests notice, in percent: a test fails, or does not end.
func (r *report) share() float64 {
	return 100 * float64(r.count(killed, timedOut)) / float64(max(1, r.count(lived, killed, timedOut)))
}

// print writes the mutants that have survived, each with its line, and the share of the others.
func (r *report) print(to io.Writer) {
	packages := make(map[string]*report)
	var folders []string
	for _, m := range r.mutants {
		if m.status == lived {
			reached := ""
			if len(m.tests) == 0 {
				reached = " (no test reaches it)"
			}
			fmt.Fprintf(to, "%s: %s in place of %s: %s%s\n", m.at, m.to, m.from, m.line, reached)
		}
		folder := filepath.Dir(m.at.Filename)
		if packages[folder] == nil {
			packages[folder] = &report{folder: folder}
			folders = append(folders, folder)
		}
		packages[folder].mutants = append(packages[folder].mutants, m)
	}
	if len(folders) > 1 {
		for _, folder := range folders {
			packages[folder].printShare(to)
			fmt.Fprintln(to)
		}
	}
	r.printShare(to)
	fmt.Fprintf(to, "; %v\n", r.time)
	if n := r.count(untried); n > 0 {
		fmt.Fprintf(to, "%s: time ran out before %d mutants were tried\n", r.folder, n)
	}
}

// printShare begins a line with the share of the mutants that the tests notice.
func (r *report) printShare(to io.Writer) {
	fmt.Fprintf(to, "%s: %d of %d mutants killed, %.1f %%", r.folder, r.count(killed, timedOut), r.count(lived, killed, timedOut), r.share())
	if n := r.count(timedOut); n > 0 {
		fmt.Fprintf(to, "; %d of them by the time limit of the tests", n)
	}
}
