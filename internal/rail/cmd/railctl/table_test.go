package main

import (
	"bytes"
	"strings"
	"testing"
)

// On a terminal the heading is bold, and the widest columns are cut.
func TestTerminal(t *testing.T) {
	t.Parallel()
	server := serve(t)
	for _, width := range []int{60, 80, 200} {
		got := railctlAt(t, server, width, "trains").stdout
		for i, line := range strings.Split(strings.TrimSuffix(got, "\n"), "\n") {
			if i == 0 {
				heading, ok := strings.CutPrefix(line, "\x1b[1m")
				if line, ok = strings.CutSuffix(heading, "\x1b[0m"); !ok {
					t.Errorf("the heading is not bold: %q", line)
				}
			}
			if columnsOf(line) > max(width, 9*minCut+8*gap) || strings.Contains(line, "\x1b") {
				t.Errorf("line %d on a terminal of %d columns: %q", i, width, line)
			}
		}
		if cut := strings.Contains(got, "…"); cut != (width < 100) {
			t.Errorf("a text is cut on a terminal of %d columns: %v\n%s", width, cut, got)
		}
	}
}

func TestAlignment(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long", 20)
	table := table{columns("NAME", "+N", "REST"), [][]string{
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

func TestCut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"Sterling", 8, "Sterling"}, {"Sterling", 7, "Sterli…"}, {"Sterling", 1, "…"}, {"東京駅", 5, "東京…"}, {"東京駅", 4, "東…"}, {"", 0, ""},
	} {
		if got := cut(test.text, test.width); got != test.want {
			t.Errorf("cut(%q, %d) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
