package main

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// A table has columns and rows of texts as the server sent them.
type table struct {
	columns []column
	rows    [][]string
}

// A column has a heading. Numbers are aligned on the right. Codes are never cut, and quoted where a shell needs it, as they are
// there to be typed. A narrow terminal does without optional columns.
type column struct {
	heading                string
	optional, number, code bool
}

// columns returns columns with the headings, after marks: ? for an optional column, + for numbers, # for codes.
func columns(headings ...string) []column {
	all := make([]column, len(headings))
	for i, heading := range headings {
		all[i].heading = strings.TrimLeft(heading, "?+#")
		marks := strings.TrimSuffix(heading, all[i].heading)
		all[i].optional, all[i].number, all[i].code = strings.Contains(marks, "?"), strings.Contains(marks, "+"), strings.Contains(marks, "#")
	}
	return all
}

const (
	gap        = 2  // spaces between two columns
	maxAligned = 60 // the maximum width of a column; longer texts move the rest of their line
	readable   = 14 // the minimum width of a column that is cut, if that is enough
	minCut     = 6  // and if it is not
)

// write writes the table in aligned columns, without control characters. With a width other than 0 it is for a terminal
// of so many columns: the heading is bold, long texts are cut, and then optional columns are left out.
func (t table) write(out *bytes.Buffer, terminal int) {
	t = t.printable()
	widths := t.widths(terminal)
	for terminal > 0 && !t.narrow(widths, terminal, readable) {
		if !t.dropColumn() {
			t.narrow(widths, terminal, minCut)
			break
		}
		widths = t.widths(terminal)
	}
	heading := make([]string, len(t.columns))
	for i, c := range t.columns {
		heading[i] = c.heading
	}
	line := t.line(heading, widths, terminal > 0)
	if terminal > 0 {
		line = "\x1b[1m" + line + "\x1b[0m"
	}
	out.WriteString(line + "\n")
	for _, row := range t.rows {
		out.WriteString(t.line(row, widths, terminal > 0) + "\n")
	}
}

// printable returns a copy of the table in which everything is printable.
func (t table) printable() table {
	rows := make([][]string, len(t.rows))
	for i, row := range t.rows {
		for j, cell := range row {
			if t.columns[j].code {
				cell = quoted(cell)
			}
			rows[i] = append(rows[i], printable(cell))
		}
	}
	return table{slices.Clone(t.columns), rows}
}

// dropColumn drops the last optional column. It returns false if there is none.
func (t *table) dropColumn() bool {
	for i := len(t.columns) - 1; i >= 0; i-- {
		if t.columns[i].optional {
			t.columns = slices.Delete(t.columns, i, i+1)
			for j, row := range t.rows {
				t.rows[j] = slices.Delete(row, i, i+1)
			}
			return true
		}
	}
	return false
}

// widths returns the widths of the columns.
func (t table) widths(terminal int) []int {
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = len(c.heading)
		for _, row := range t.rows {
			if n := uniseg.StringWidth(row[i]); n <= maxAligned {
				widths[i] = max(widths[i], n)
			} else if terminal > 0 && !c.code {
				widths[i] = maxAligned
			}
		}
	}
	return widths
}

// narrow makes the widest columns narrower until all fit on the terminal. It returns false if one would be narrower than
// the minimum.
func (t table) narrow(widths []int, terminal, minimum int) bool {
	total := gap * (len(widths) - 1)
	for _, width := range widths {
		total += width
	}
	for ; total > terminal; total-- {
		widest := -1
		for i, width := range widths {
			if width > minimum && !t.columns[i].code && (widest < 0 || width > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
	}
	return true
}

func (t table) line(row []string, widths []int, cutting bool) string {
	var line strings.Builder
	for i, cell := range row {
		if cutting && !t.columns[i].code {
			cell = cut(cell, widths[i])
		}
		padding := strings.Repeat(" ", max(0, widths[i]-uniseg.StringWidth(cell)))
		if t.columns[i].number {
			cell, padding = padding+cell, ""
		}
		line.WriteString(cell + padding + strings.Repeat(" ", gap))
	}
	return strings.TrimRight(line.String(), " ")
}

// cut shortens a text to a number of columns.
func cut(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	end, used := 0, 1 // the ellipsis
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); {
		if used += clusters.Width(); used > width {
			break
		}
		_, end = clusters.Positions()
	}
	return text[:end] + "…"
}

// quoted returns a code in single quotes if a shell would take parts of it for something else, such as several spaces for one.
func quoted(code string) string {
	if !strings.ContainsAny(code, " \t\n\u00a0\"'`$&|;<>()*?[]{}\\!~#") {
		return code
	}
	return "'" + strings.ReplaceAll(code, "'", `'\''`) + "'"
}

// printable returns a text in which characters that are not printable are escaped as in Go.
func printable(text string) string {
	quoted := strconv.QuoteToGraphic(text)
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(quoted[1 : len(quoted)-1])
}
