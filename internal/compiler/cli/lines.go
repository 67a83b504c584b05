package cli

import (
	"io"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// lineWriter is a writer for text that the runner of a CI service reads, too. GitHub obeys a line of the output of a program that
// begins with "::" after white space, and the name of a document that a contract imports may begin with that. The first colon of such
// a line is escaped as in Go. It is safe for concurrent use.
type lineWriter struct {
	w io.Writer

	mu      sync.Mutex
	started bool // the current line has more than white space
}

// Write writes p, with more bytes where a colon is escaped. It returns len(p) if all of it is written, otherwise 0.
func (l *lineWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []byte
	copied := 0
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRune(p[i:])
		switch {
		case r == '\n' || r == '\r':
			l.started = false
		case l.started || unicode.IsSpace(r):
		case r == ':':
			out = append(append(out, p[copied:i]...), `\x3a`...)
			copied = i + size
			fallthrough
		default:
			l.started = true
		}
		i += size
	}
	if copied > 0 {
		out = append(out, p[copied:]...)
	} else {
		out = p
	}
	if _, err := l.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unwrap returns the writer to which l writes.
func (l *lineWriter) Unwrap() io.Writer { return l.w }

// dataOut returns standard output for data that is for a file or another program, which gets it as it is.
func dataOut(cmd *cobra.Command) io.Writer {
	if l, ok := cmd.OutOrStdout().(*lineWriter); ok {
		return l.w
	}
	return cmd.OutOrStdout()
}
