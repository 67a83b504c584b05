package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
)

const (
	maxWidth = 100 // maximum number of columns of an excerpt
	before   = 40  // columns before the position in a longer line
	tabWidth = 4
)

// window returns the excerpt of a line, and the column on the screen, from 0, of the byte at offset. Tabs become spaces, and
// characters that could change the terminal are escaped. The excerpt of a long line is the part around offset. An offset
// beyond the line means its end.
func window(line []byte, offset int) (shown string, column int) {
	offset = min(offset, len(line))
	for offset > 0 && offset < len(line) && !utf8.RuneStart(line[offset]) {
		offset--
	}
	start, mark := 0, ""
	if forward(line, maxWidth) < len(line) {
		start = back(line, offset, before)
	}
	if start > 0 {
		mark = "…"
	}
	end := start + forward(line[start:], maxWidth-widthOf(mark))
	column = widthOf(mark + cells(line[start:offset]))
	if shown = mark + cells(line[start:end]); end < len(line) {
		return shown + "…", column
	}
	return strings.TrimRight(shown, " "), column
}

// cells returns a part of a line as it is shown.
func cells(line []byte) string {
	var b strings.Builder
	for len(line) > 0 {
		cell, size := cellOf(line)
		b.WriteString(cell)
		line = line[size:]
	}
	return b.String()
}

// back returns the offset that is at most a number of columns before another one.
func back(line []byte, offset, columns int) int {
	for offset > 0 {
		_, size := utf8.DecodeLastRune(line[:offset])
		cell, _ := cellOf(line[offset-size:])
		if columns -= widthOf(cell); columns < 0 {
			break
		}
		offset -= size
	}
	return offset
}

// forward returns the offset up to which a line has at most a number of columns.
func forward(line []byte, columns int) (offset int) {
	for offset < len(line) {
		cell, size := cellOf(line[offset:])
		if columns -= widthOf(cell); columns < 0 {
			break
		}
		offset += size
	}
	return offset
}

// cellOf returns how the first character of a line is shown, and its size in bytes.
func cellOf(line []byte) (cell string, size int) {
	if line[0] == '\t' {
		return strings.Repeat(" ", tabWidth), 1
	}
	if diag.BeginsCommand(string(line[:min(len(line), len("##teamcity["))])) {
		return `\x23`, 1
	}
	_, size = utf8.DecodeRune(line)
	return diag.Escape(string(line[:size])), size
}

// widthOf returns the number of columns of a text on a terminal.
func widthOf(cell string) int {
	n := 0
	for _, r := range cell {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// isWide reports whether terminals show a character in two columns (Unicode Standard Annex #11).
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303e || r >= 0xff01 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff
}
