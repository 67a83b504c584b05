package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// An event is a line of the output of "go test -json"; see "go doc test2json".
type event struct {
	Action, Package, Test, Output string
}

// A limit is a bound that a test reports, with the measured value.
type limit struct {
	area, name, bound, measured, test string
}

// A report holds the results of the tests.
type report struct {
	limits []limit
	silent []string          // tests that had to report a limit, and have not
	failed []string          // tests and packages
	output map[string]string // output of tests and packages
}

// reported is a line of a test's log: file and line, and the limit.
var reported = regexp.MustCompile(`^\s*\S+_test\.go:\d+: limit: (.*?) \| (.*?) \| (.*?)\s*$`)

// read reads the output of tests.
func read(from io.Reader) (*report, error) {
	r := &report{output: make(map[string]string)}
	said := make(map[string]bool) // tests that have reported a limit
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("reading the output of go test -json: %w in %.100q", err, lines.Text())
		}
		top, _, isPart := strings.Cut(e.Test, "/")
		place := e.Package + " " + top
		switch e.Action {
		case "output", "build-output":
			r.output[place] += e.Output
			if match := reported.FindStringSubmatch(e.Output); match != nil {
				said[place] = true
				r.limits = append(r.limits, limit{area(e.Package), match[1], match[2], match[3], top})
			}
		case "fail":
			if !isPart {
				r.failed = append(r.failed, place)
			}
		case "pass":
			if !isPart && strings.HasPrefix(top, "TestLimit") && !said[place] {
				r.silent = append(r.silent, place)
			}
		}
	}
	return r, lines.Err()
}

// area returns the part of the project that a package belongs to.
func area(pkg string) string {
	_, folder, _ := strings.Cut(pkg, "/quartet/")
	for _, known := range []struct{ folder, name string }{
		{"internal/compiler", "generator"}, {"generator", "generator"}, {"internal/rail", "raild"}, {"templates/soap", "run-time"},
	} {
		if rest, ok := strings.CutPrefix(folder, known.folder); ok && (rest == "" || rest[0] == '/') {
			return known.name
		}
	}
	return cmp.Or(folder, pkg)
}

// print writes the table, sorted by area, and what has failed.
func (r *report) print(to io.Writer) error {
	slices.SortStableFunc(r.limits, func(a, b limit) int {
		return cmp.Or(cmp.Compare(a.area, b.area), cmp.Compare(a.test, b.test), cmp.Compare(a.name, b.name))
	})
	rows := append([]limit{{"area", "attack or input", "bound", "measured", "test"}}, r.limits...)
	var widths [5]int
	for _, l := range rows {
		for i, cell := range l.cells() {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for i, l := range rows {
		writeRow(to, l.cells(), widths, " ")
		if i == 0 {
			writeRow(to, [5]string{}, widths, "-")
		}
	}
	for _, place := range r.failed {
		fmt.Fprintf(to, "\nFAILED %s\n%s", strings.TrimSpace(place), r.output[place])
	}
	switch {
	case len(r.failed) > 0:
		return fmt.Errorf("%d tests and packages failed", len(r.failed))
	case len(r.silent) > 0:
		return fmt.Errorf("no limits were reported by %s", strings.Join(r.silent, ", "))
	case len(r.limits) == 0:
		return errors.New("no test reported a limit")
	}
	return nil
}

func (l limit) cells() [5]string { return [5]string{l.area, l.name, l.bound, l.measured, l.test} }

// writeRow writes a row of a Markdown table whose cells are filled up.
func writeRow(to io.Writer, cells [5]string, widths [5]int, fill string) {
	for i, cell := range cells {
		cell = strings.ReplaceAll(cell, "|", "/")
		fmt.Fprintf(to, "|%s%s%s", fill, cell, strings.Repeat(fill, widths[i]-len([]rune(cell))+1))
	}
	fmt.Fprintln(to, "|")
}
