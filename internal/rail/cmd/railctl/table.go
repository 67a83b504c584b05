package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A table has columns and rows of texts as the server sent them.
type table struct {
	columns []column
	rows    [][]string
}

// A column has a heading. Numbers are aligned on the right.
type column struct {
	heading string
	number  bool
}

// columns returns columns with the headings; that of a column of numbers begins with a plus.
func columns(headings ...string) []column {
	all := make([]column, len(headings))
	for i, heading := range headings {
		all[i].heading, all[i].number = strings.CutPrefix(heading, "+")
	}
	return all
}

const (
	gap        = 2  // between two columns
	maxAligned = 60 // the maximum width of a column; longer texts move the rest of their line
	minCut     = 6  // the minimum width of a column that is cut
)

// write writes the table in aligned columns, without control characters. With a width other than 0 it is for a terminal
// of so many columns: the heading is bold, and long texts are cut.
func (t table) write(out *bytes.Buffer, width int) {
	heading := make([]string, len(t.columns))
	for i, c := range t.columns {
		heading[i] = c.heading
	}
	rows := [][]string{heading}
	for _, row := range t.rows {
		line := make([]string, len(row))
		for i, cell := range row {
			line[i] = printable(cell)
		}
		rows = append(rows, line)
	}
	widths := t.widths(rows, width)
	for i, row := range rows {
		line := t.line(row, widths, width > 0)
		if i == 0 && width > 0 {
			line = "\x1b[1m" + line + "\x1b[0m"
		}
		out.WriteString(line + "\n")
	}
}

// widths returns the widths of the columns. If the table is wider than the terminal, the widest columns become narrower.
func (t table) widths(rows [][]string, terminal int) []int {
	widths := make([]int, len(t.columns))
	total := gap * (len(widths) - 1)
	for i := range widths {
		for _, row := range rows {
			if n := columnsOf(row[i]); n <= maxAligned || terminal > 0 {
				widths[i] = max(widths[i], min(n, maxAligned))
			}
		}
		total += widths[i]
	}
	for ; terminal > 0 && total > terminal; total-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= minCut {
			break
		}
		widths[widest]--
	}
	return widths
}

func (t table) line(row []string, widths []int, cutting bool) string {
	var line strings.Builder
	for i, cell := range row {
		if cutting {
			cell = cut(cell, widths[i])
		}
		padding := strings.Repeat(" ", max(0, widths[i]-columnsOf(cell)))
		if t.columns[i].number {
			cell, padding = padding+cell, ""
		}
		line.WriteString(cell + padding + strings.Repeat(" ", gap))
	}
	return strings.TrimRight(line.String(), " ")
}

// cut shortens a text to a number of columns.
func cut(text string, width int) string {
	if columnsOf(text) <= width {
		return text
	}
	end, used := 0, 1 // the ellipsis
	for i, r := range text {
		if used += columnsOfRune(r); used > width {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return text[:end] + "…"
}

// columnsOf returns how many columns of a terminal a text takes.
func columnsOf(text string) (n int) {
	for _, r := range text {
		n += columnsOfRune(r)
	}
	return n
}

// columnsOfRune returns 0 for marks on the letter before them, 2 for the scripts of East Asia, and else 1.
func columnsOfRune(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), r >= 0xFF01 && r <= 0xFF60:
		return 2
	}
	return 1
}

// isPrintable reports whether a character has no effect on a terminal but to be shown.
func isPrintable(r rune) bool { return unicode.IsGraphic(r) }

// printable returns a text with everything escaped, as in Go, that is not printable.
func printable(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case isPrintable(r):
			out.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
		i += n
	}
	return out.String()
}
