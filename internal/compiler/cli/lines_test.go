package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestLineWriter checks that no line begins with a colon, however the text is divided among calls.
func TestLineWriter(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"a.xsd: ::error::x\n":   "a.xsd: ::error::x\n",
		"::error::x\n":          "\\x3a:error::x\n",
		"a\n \t::add-mask::x":   "a\n \t\\x3a:add-mask::x",
		"a\r::error::x\r\n::b":  "a\r\\x3a:error::x\r\n\\x3a:b",
		"\u3000\u0085::error::": "\u3000\u0085\\x3a:error::",
		"\xff::error::x":        "\xff::error::x",
	} {
		var whole, divided bytes.Buffer
		l := &lineWriter{w: &whole}
		if n, err := l.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%q: %d bytes are written, %v", text, n, err)
		}
		l = &lineWriter{w: &divided}
		for _, character := range strings.SplitAfter(text, "") {
			if n, err := l.Write([]byte(character)); n != len(character) || err != nil {
				t.Errorf("%q: %d bytes are written, %v", character, n, err)
			}
		}
		if whole.String() != want || divided.String() != want {
			t.Errorf("%q is written as %q, and divided as %q; want %q", text, &whole, &divided, want)
		}
	}
	if n, err := (&lineWriter{w: brokenWriter{}}).Write([]byte("::a")); n != 0 || err == nil {
		t.Errorf("a writer that fails has written %d bytes, %v", n, err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }
