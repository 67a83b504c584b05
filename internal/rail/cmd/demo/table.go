package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// printTable prints one line for each call, in columns: text is left-aligned, numbers are right-aligned.
func printTable(w io.Writer, calls []call) error {
	rows := [][]string{{"operation", "binding", "records", "bytes", "time"}}
	for _, c := range calls {
		records := strconv.Itoa(c.records)
		if c.err != nil {
			records = "failed"
		}
		rows = append(rows, []string{
			c.operation, c.binding.String(), records, strconv.FormatInt(c.bytes, 10), milliseconds(c.took),
		})
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var table strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&table, "%-*s  %-*s  %*s  %*s  %*s\n",
			widths[0], row[0], widths[1], row[1], widths[2], row[2], widths[3], row[3], widths[4], row[4])
	}
	_, err := io.WriteString(w, table.String())
	return err
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds()*1000, 'f', 2, 64) + " ms"
}
