package suppress

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// MaxFile is the size in bytes of the largest file that [Read] reads.
const MaxFile = 1 << 20

// Read reads suppressions, one on a line:
//
//	RULE [AT]  # reason
//
// AT is a value of [Suppression.At]. Empty lines, and lines that begin with #, are ignored. file is the name of the file in
// positions. Read does not check whether a rule exists.
func Read(file string, r io.Reader) ([]Suppression, error) {
	var all []Suppression
	limited := &io.LimitedReader{R: r, N: MaxFile + 1}
	lines := bufio.NewScanner(limited)
	lines.Buffer(nil, MaxFile+2)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimPrefix(lines.Text(), "\ufeff")
		start := len(lines.Text()) - len(strings.TrimLeft(text, blank))
		if s, ok := parseLine(text); ok {
			s.Pos = diag.Pos{File: file, Line: number, Col: start + 1}
			all = append(all, s)
		}
	}
	if limited.N <= 0 {
		return nil, fmt.Errorf("%s: more than %d bytes", file, MaxFile)
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	return all, nil
}

const blank = " \t\r\f\v"

// parseLine parses a line. It reports false if the line is empty or has only a comment.
func parseLine(line string) (Suppression, bool) {
	var s Suppression
	text, reason := cutComment(line)
	if text = strings.Trim(text, blank); text == "" {
		return s, false
	}
	s.Reason = strings.Trim(reason, blank)
	end := strings.IndexAny(text, blank)
	if end < 0 {
		end = len(text)
	}
	s.Rule, s.At = text[:end], strings.Trim(text[end:], blank)
	return s, true
}

// cutComment splits a line at the first # that is not in quotes, and is at the start or after white space.
func cutComment(line string) (text, comment string) {
	for i, quoted := 0, false; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted && (i == 0 || strings.IndexByte(blank, line[i-1]) >= 0):
			return line[:i], line[i+1:]
		}
	}
	return line, ""
}
