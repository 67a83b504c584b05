package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A mutant is a changed operator with the result of the tests.
type mutant struct {
	status, operator, file string
	line, column           int
}

// A report holds the results of gremlins for the packages of a folder.
type report struct {
	folder  string
	mutants []mutant
	time    time.Duration
	cut     bool // mutants are missing, because time ran out
}

// tried is a line of gremlins' output. A mutant without an end is TIMED OUT, one that does not compile is NOT VIABLE.
var tried = regexp.MustCompile(`(?m)^ *(KILLED|LIVED|TIMED OUT|NOT COVERED|NOT VIABLE) ([A-Z_]+) at (.+):(\d+):(\d+)$`)

// read reads the output of gremlins.
func read(folder, output string) *report {
	r := &report{folder: folder}
	for _, match := range tried.FindAllStringSubmatch(output, -1) {
		line, _ := strconv.Atoi(match[4])
		column, _ := strconv.Atoi(match[5])
		r.mutants = append(r.mutants, mutant{match[1], match[2], match[3], line, column})
	}
	slices.SortStableFunc(r.mutants, func(a, b mutant) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	return r
}

// count returns how many mutants have one of the statuses.
func (r *report) count(statuses ...string) int {
	n := 0
	for _, m := range r.mutants {
		if slices.Contains(statuses, m.status) {
			n++
		}
	}
	return n
}

// killed returns how many mutants the tests notice: a test fails, or does not end.
func (r *report) killed() int { return r.count("KILLED", "TIMED OUT") }

// valid returns how many mutants compile.
func (r *report) valid() int { return len(r.mutants) - r.count("NOT VIABLE") }

// share returns the share of the mutants that are killed, in percent.
func (r *report) share() float64 {
	if r.valid() == 0 {
		return 0
	}
	return 100 * float64(r.killed()) / float64(r.valid())
}

// print writes the mutants that have survived, each with its line, and the share of the others.
func (r *report) print(to io.Writer) {
	files := make(map[string][]string)
	for _, m := range r.mutants {
		if m.status != "LIVED" && m.status != "NOT COVERED" {
			continue
		}
		if files[m.file] == nil {
			source, _ := os.ReadFile(filepath.Join(r.folder, m.file))
			files[m.file] = strings.Split(string(source), "\n")
		}
		text := ""
		if m.line <= len(files[m.file]) {
			text = strings.TrimSpace(files[m.file][m.line-1])
		}
		fmt.Fprintf(to, "%s %s %s: %s\n", m.status, place(r.folder, m), m.operator, text)
	}
	if packages := r.packages(); len(packages) > 1 {
		for _, p := range packages {
			p.printShare(to)
			fmt.Fprintln(to)
		}
	}
	r.printShare(to)
	fmt.Fprintf(to, "; %v\n", r.time)
	if r.cut {
		fmt.Fprintf(to, "%s: time ran out before all mutants were tried\n", r.folder)
	}
}

// packages returns a report for each package of the folder.
func (r *report) packages() []*report {
	var all []*report
	for _, m := range r.mutants {
		folder := filepath.Join(r.folder, filepath.Dir(m.file))
		i := slices.IndexFunc(all, func(p *report) bool { return p.folder == folder })
		if i < 0 {
			i, all = len(all), append(all, &report{folder: folder})
		}
		all[i].mutants = append(all[i].mutants, m)
	}
	return all
}

// printShare begins a line with the share of the mutants that are killed.
func (r *report) printShare(to io.Writer) {
	fmt.Fprintf(to, "%s: %d of %d mutants killed, %.1f %%", r.folder, r.killed(), r.valid(), r.share())
	if n := r.count("TIMED OUT"); n > 0 {
		fmt.Fprintf(to, "; %d of them by the time limit of the tests", n)
	}
	if n := r.count("NOT VIABLE"); n > 0 {
		fmt.Fprintf(to, "; %d others do not compile", n)
	}
}

// place returns the place of a mutant's operator as compilers print it.
func place(folder string, m mutant) string {
	return fmt.Sprintf("%s:%d:%d", filepath.Join(folder, m.file), m.line, m.column)
}
