package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
)

// TestLineWriter checks that no line begins with a colon, also if the text is divided among calls, and that the marks of commands are
// escaped.
func TestLineWriter(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"a.xsd: ::error::x\n":   "a.xsd: ::error::x\n",
		"::error::x\n":          "\\x3a:error::x\n",
		"a\n \t::add-mask::x":   "a\n \t\\x3a:add-mask::x",
		"a\r::error::x\r\n::b":  "a\r\\x3a:error::x\r\n\\x3a:b",
		"\u3000\u0085::error::": "\u3000\u0085\\x3a:error::",
		"\xff::error::x":        "\xff::error::x",
		"# a #b ##c: # #[d]\n":  "# a #b ##c: # #[d]\n",
		"a ###[error]x":         "a #\\u0023#[error]x",
		"x##vso[y]##teamcity[z": "x\\u0023#vso[y]\\u0023#teamcity[z",
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
		if isCommand.MatchString(divided.String()) {
			t.Errorf("%q, divided, is written as %q", text, &divided)
		}
		if whole.String() != want {
			t.Errorf("%q is written as %q, want %q", text, &whole, want)
		}
	}
	var b bytes.Buffer
	const text = "::a ##[error]x"
	json.NewEncoder(&lineWriter{w: &b}).Encode(text)
	var got string
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got != text || isCommand.Match(b.Bytes()) {
		t.Errorf("%q is %s in JSON, %v", text, &b, err)
	}
	if n, err := (&lineWriter{w: brokenWriter{}}).Write([]byte("::a")); n != 0 || err == nil {
		t.Errorf("a writer that fails has written %d bytes, %v", n, err)
	}
}

// isCommand matches text that runners obey.
var isCommand = regexp.MustCompile(`(^|[\n\r])\s*::|##(vso|teamcity)?\[`)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }
