package report

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Escape sequences (ECMA-48, Select Graphic Rendition).
const (
	reset = "\x1b[0m"
	bold  = "\x1b[1m"
	dim   = "\x1b[2m"
	red   = "\x1b[31m"
	amber = "\x1b[33m"
	blue  = "\x1b[34m"
)

// Text writes each diagnostic as [diag.Diagnostic.String] does, errors before warnings before notes, and what is said about
// names last. Its first line is followed by the line of the contract with a
// caret below the position, and the lines around it. A related position is followed by its line unless it was shown already.
func (r Report) Text(w io.Writer) error {
	t := text{lines: newLines(r.Source), color: r.Color}
	sorted := slices.Clone(r.Diagnostics)
	slices.SortStableFunc(sorted, func(a, b diag.Diagnostic) int { return cmp.Compare(weight(a), weight(b)) })
	for _, d := range sorted {
		t.diagnostic(d)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// weight is lower for what matters more.
func weight(d diag.Diagnostic) int {
	if d.ID == diag.NameClash {
		return int(diag.Note) + 1
	}
	return int(d.Severity)
}

type text struct {
	strings.Builder
	lines *lines
	color bool
	shown map[diag.Pos]bool // lines of the current diagnostic; Col is 0
}

func (t *text) diagnostic(d diag.Diagnostic) {
	t.shown = make(map[diag.Pos]bool)
	related, hint := d.Related, d.Hint
	d.Related, d.Hint = nil, ""
	pos, color := diag.Escape(d.Pos.String())+": ", [...]string{diag.Error: red, diag.Warning: amber, diag.Note: blue}[d.Severity]
	t.WriteString(t.colored(bold, pos) + t.colored(color, strings.TrimPrefix(d.String(), pos)) + "\n")
	t.excerpt(d.Pos, 1, color)
	for _, r := range related {
		t.WriteString("    " + diag.Escape(r.Pos.String()) + ": " + diag.Escape(r.Message) + "\n")
		if !t.shown[diag.Pos{File: r.Pos.File, Line: r.Pos.Line}] {
			t.excerpt(r.Pos, 0, blue)
		}
	}
	if hint != "" {
		t.WriteString("    hint: " + diag.Escape(hint) + "\n")
	}
}

// excerpt writes the line of a position with a caret, and the lines around it.
func (t *text) excerpt(pos diag.Pos, around int, color string) {
	at, ok := t.lines.line(pos.File, pos.Line)
	if !ok || pos.Col < 1 {
		return
	}
	main, column := window(at, pos.Col-1)
	if strings.HasPrefix(main, "…") {
		around = 0 // the lines around it would not be aligned with it
	}
	width := len(strconv.Itoa(pos.Line + around))
	for number := pos.Line - around; number <= pos.Line+around; number++ {
		line, ok := t.lines.line(pos.File, number)
		if !ok {
			continue
		}
		t.shown[diag.Pos{File: pos.File, Line: number}] = true
		if number == pos.Line {
			t.gutter(strconv.Itoa(number), width, main)
			t.gutter("", width, strings.Repeat(" ", column)+t.colored(color, "^"))
			continue
		}
		shown, _ := window(line, 0)
		if strings.TrimSpace(shown) != "" {
			t.gutter(strconv.Itoa(number), width, t.colored(dim, shown))
		}
	}
}

// gutter writes a line of an excerpt.
func (t *text) gutter(number string, width int, line string) {
	t.WriteString("    " + t.colored(dim, strings.Repeat(" ", width-len(number))+number+" |"))
	if line != "" {
		t.WriteString(" " + line)
	}
	t.WriteByte('\n')
}

func (t *text) colored(color, s string) string {
	if !t.color || s == "" {
		return s
	}
	return color + s + reset
}
