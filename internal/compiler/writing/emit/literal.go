package emit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// text returns a readable string literal: a quoted one if it needs no escapes, or
// else a raw one if possible, or else a sum of quoted lines. No literal has a line
// break, since tools that read lines, such as go generate, do not know where a
// literal begins.
func text(s string) string {
	if !strings.ContainsAny(s, "\n\"\\") {
		return strconv.Quote(s)
	}
	if isRaw(s) {
		return "`" + s + "`"
	}
	lines := slices.Collect(strings.SplitAfterSeq(strings.TrimSuffix(s, "\n"), "\n"))
	if strings.HasSuffix(s, "\n") {
		lines[len(lines)-1] += "\n"
	}
	var sum []string
	for chunk := range slices.Chunk(lines, len(lines)/maxSum+1) {
		sum = append(sum, strconv.Quote(strings.Join(chunk, "")))
	}
	return strings.Join(sum, " +\n")
}

// maxSum is the maximum number of strings in a sum.
const maxSum = 500

// isRaw reports whether a raw literal on one line can represent s with visible
// characters only.
func isRaw(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r == '`' || r != '\t' && !unicode.IsPrint(r)
	})
}

// fields are the fields of a composite literal.
type fields []string

// add adds a field unless its value is "".
func (f *fields) add(name, value string) {
	if value != "" {
		*f = append(*f, name+": "+value)
	}
}

// lines returns: {a, b} with each item on a separate line.
func lines(items []string) string {
	if len(items) == 0 {
		return "{}"
	}
	return "{\n" + strings.Join(items, ",\n") + ",\n}"
}

// inLine returns: {a, b}
func inLine(items []string) string { return "{" + strings.Join(items, ", ") + "}" }
