package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

// On a terminal the heading is bold, long texts are cut, and some columns are left out.
func TestTerminal(t *testing.T) {
	t.Parallel()
	server := serve(t)
	for width, want := range map[int]string{
		30:  "TRAIN    STATUS  FROM    TO      LAST    LATE",
		60:  "TRAIN    STATUS   FROM        TO           LAST         LATE",
		80:  "TRAIN    STATUS   FROM            DEP    TO              LAST            LATE",
		110: "TRAIN    STATUS   FROM            DEP    TO              ARR    LAST            NEXT            LATE",
	} {
		got := railctlAt(t, server, width, "trains").stdout
		heading, rows, _ := strings.Cut(got, "\n")
		if heading != "\x1b[1m"+want+"\x1b[0m" {
			t.Errorf("the heading on %d columns is\n%q, want\n%q", width, heading, want)
		}
		for line := range strings.Lines(rows) {
			if uniseg.StringWidth(strings.TrimSuffix(line, "\n")) > max(width, uniseg.StringWidth(want)) {
				t.Errorf("a line on %d columns is %q", width, line)
			}
		}
		if cut := strings.Contains(rows, "…"); cut != (width < 80) {
			t.Errorf("a text is cut on %d columns: %v\n%s", width, cut, got)
		}
	}
}

func TestAlignment(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long", 20)
	table := table{columns("NAME", "+N", "?REST"), [][]string{
		{"a", "1", "x"}, {"é\u0301e", "22", ""}, {"東京", "333", "y"}, {long, "4", "z"}, {"a\x1b[2Jb", "5", "\u202e"},
	}}
	var out bytes.Buffer
	table.write(&out, 0)
	want := `NAME         N  REST
a            1  x
` + "é\u0301" + `e          22
東京       333  y
` + long + `    4  z
a\x1b[2Jb    5  \u202e
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

// Codes are not cut, however narrow the terminal is.
func TestCodesAreWhole(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"StopArea:OCE87547000", strings.Repeat("code", 20)} {
		table := table{columns("#CODE", "NAME", "?ALIAS"), [][]string{{code, "Paris Gare d'Austerlitz", "Austerlitz"}}}
		var out bytes.Buffer
		table.write(&out, 30)
		if _, row, _ := strings.Cut(out.String(), "\n"); !strings.HasPrefix(row, code+"  Paris…") && !strings.HasPrefix(row, code+"  Paris G") || strings.Contains(out.String(), "ALIAS") {
			t.Errorf("got %s", &out)
		}
	}
}
