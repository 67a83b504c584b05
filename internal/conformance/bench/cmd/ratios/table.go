package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// tables returns a table for each benchmark name and set of keys.
func (r *results) tables() string {
	var out strings.Builder
	if r.cpu != "" {
		fmt.Fprintf(&out, "CPU: %s\n\n", r.cpu)
	}
	for i, b := range r.benchmarks {
		if i > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "%s: speed, %s = 1.0, median of %s\n\n", b.name, baseImpl, b.rounds())
		out.WriteString(markdown(b.cells()))
	}
	return out.String()
}

// rounds returns the number of rounds as text.
func (b *benchmark) rounds() string {
	n := 0
	for _, r := range b.rows {
		for _, i := range r.impls {
			n = max(n, len(i.values[timePerOp]))
		}
	}
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}

// column is a column of a table.
type column struct {
	title string
	cell  func(*row) string // returns "" if there is no value
}

// cells returns the table: the titles, then the rows. Empty columns are omitted.
func (b *benchmark) cells() [][]string {
	table := make([][]string, 1+len(b.rows))
	for _, c := range b.columns() {
		cells := []string{c.title}
		empty := true
		for _, r := range b.rows {
			cell := c.cell(r)
			empty = empty && cell == ""
			cells = append(cells, cell)
		}
		if empty {
			continue
		}
		for i := range table {
			table[i] = append(table[i], cells[i])
		}
	}
	return table
}

func (b *benchmark) columns() []column {
	var all []column
	for i, key := range b.keys {
		all = append(all, column{key, func(r *row) string { return r.values[i] }})
	}
	for _, name := range b.impls() {
		all = append(all, column{name, func(r *row) string { return ratioCell(r.find(name), r.find(baseImpl)) }})
	}
	all = append(all, column{"middle half", rangeCell})
	for _, name := range references {
		all = append(all, column{"of " + name, func(r *row) string { return shareCell(r.find(ours), r.find(name)) }})
	}
	return append(all,
		column{"target", b.targetCell},
		column{"µs", func(r *row) string { return scaledCell(r.find(ours), timePerOp, 1000) }},
		column{"ns/record", b.perRecord},
		column{"MB/s", func(r *row) string { return scaledCell(r.find(ours), "MB/s", 1) }},
		column{"req/s", func(r *row) string { return scaledCell(r.find(ours), "req/s", 1) }},
		column{"allocs", func(r *row) string { return scaledCell(r.find(ours), "allocs/op", 1) }},
	)
}

// impls returns the implementations that are compared with the base: ours first, then
// the others in order of appearance.
func (b *benchmark) impls() []string {
	names := []string{ours}
	for _, r := range b.rows {
		for _, i := range r.impls {
			if i.name != baseImpl && !slices.Contains(names, i.name) {
				names = append(names, i.name)
			}
		}
	}
	return names
}

func ratioCell(of, base *impl) string {
	got, ok := speed(of, base)
	if !ok {
		return ""
	}
	return short(got.median)
}

func rangeCell(r *row) string {
	got, ok := speed(r.find(ours), r.find(baseImpl))
	if !ok || got.from == got.to {
		return ""
	}
	return short(got.from) + " to " + short(got.to)
}

func shareCell(of, reference *impl) string {
	got, ok := speed(of, reference)
	if !ok {
		return ""
	}
	return percent(got.median)
}

func scaledCell(of *impl, unit string, scale float64) string {
	value, ok := of.median(unit)
	if !ok {
		return ""
	}
	return short(value / scale)
}

// perRecord returns the time per record, if the benchmark is for n records.
func (b *benchmark) perRecord(r *row) string {
	n, err := strconv.Atoi(b.value(r, "n"))
	if err != nil || n <= 0 {
		return ""
	}
	return scaledCell(r.find(ours), timePerOp, float64(n))
}

// short formats a number, with one decimal if it is small.
func short(x float64) string {
	if x < 100 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// markdown formats a table with aligned columns.
func markdown(table [][]string) string {
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	line := func(row []string) {
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			fmt.Fprintf(&out, "| %s%s ", padding, cell)
		}
		out.WriteString("|\n")
	}
	line(table[0])
	for _, width := range widths {
		fmt.Fprintf(&out, "|%s:", strings.Repeat("-", width+1))
	}
	out.WriteString("|\n")
	for _, row := range table[1:] {
		line(row)
	}
	return out.String()
}
