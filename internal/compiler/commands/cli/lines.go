package cli

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// lineWriter is a writer for text that the runner of a CI service may read. Runners take some text in the output of a program as
// commands, which may come from names of documents, contracts and servers: GitHub lines that begin with "::" after white space,
// and others the marks anywhere in a line. A lineWriter escapes one character of them as in Go. In JSON, marks occur only in
// strings, where the escape has the same meaning. It is safe for concurrent use.
type lineWriter struct {
	w    io.Writer
	name string // replaces the name of the command in texts; "" leaves it

	mu      sync.Mutex
	started bool // whether the current line has more than white space
}

// marks begin commands of GitHub, Azure Pipelines and TeamCity.
var marks = []string{"##[", "##vso[", "##teamcity["}

// Write writes text, with more bytes where a character is escaped. It returns len(text) if all of it is written, otherwise 0.
func (l *lineWriter) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := bytes.ReplaceAll(text, []byte(program), []byte(cmp.Or(l.name, program)))
	var out []byte
	copied := 0
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRune(p[i:])
		escape := ""
		switch {
		case r == ':' && !l.started:
			escape = `\x3a`
		case r == '#' && isMark(string(p[i:min(len(p), i+maxMark)])):
			escape = `\u0023`
		}
		if escape != "" {
			out = append(append(out, p[copied:i]...), escape...)
			copied = i + size
		}
		if r == '\n' || r == '\r' {
			l.started = false
		} else if !unicode.IsSpace(r) {
			l.started = true
		}
		i += size
	}
	out = append(out, p[copied:]...)
	if _, err := l.w.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

// maxMark is the length of the longest mark.
const maxMark = len("##teamcity[")

// isMark reports whether text begins with a mark, or could begin with one after the next write.
func isMark(text string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(text, mark) || strings.HasPrefix(mark, text) })
}

// Unwrap returns the writer to which l writes.
func (l *lineWriter) Unwrap() io.Writer { return l.w }

// dataOut returns standard output for data for a file or another program, which is not escaped.
func dataOut(cmd *cobra.Command) io.Writer {
	if l, ok := cmd.OutOrStdout().(*lineWriter); ok {
		return l.w
	}
	return cmd.OutOrStdout()
}
