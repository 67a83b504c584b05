package compiler_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/directive"
)

func TestSorted(t *testing.T) {
	at := func(file string, line int, message string) diag.Diagnostic {
		return diag.New(diag.Unresolved, diag.Pos{File: file, Line: line, Col: 1}, "%s", message)
	}
	a, b, c, d := at("a", 2, "x"), at("a", 10, "x"), at("b", 1, "x"), at("b", 1, "y")
	want := diag.List{a, b, c, d}.String()
	for _, l := range []diag.List{{d, c, b, a}, {a, a, d, b, c, d}, {c, d, a, b, a}} {
		before := l.String()
		if got := l.Sorted().String(); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		if l.String() != before {
			t.Error("the list was changed")
		}
	}
	if diag.List(nil).Sorted() != nil || diag.List(nil).HasErrors() {
		t.Error("the empty list is not empty")
	}
}

func TestQuote(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{`a"b\c`, `"a"b\c"`},
		{"Straße", `"Straße"`},
		{"a\nb\r\t\x00\x1b[2J", `"a\nb\r\t\x00\x1b[2J"`},
		{"\u2028\u202e\u200b", `"\u2028\u202e\u200b"`},
		{"\xff", `"\xff"`},
		{strings.Repeat("é", 101), `"` + strings.Repeat("é", 100) + `…"`},
	} {
		if got := diag.Quote(c.in); got != c.want {
			t.Errorf("Quote(%q) = %s, want %s", c.in, got, c.want)
		}
	}
}

// TestEscape has text that would be a command at the start of a line, or anywhere.
func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"::error::x": `\x3a:error::x`, " \u00a0::x": " \u00a0\\x3a:x", ":x": ":x", "a::b": "a::b", "a ##[b]": `a \x23#[b]`, "###[b]": `#\x23#[b]`,
		"##vso[x]y": `\x23#vso[x]y`, "##teamcity[x]": `\x23#teamcity[x]`, "## a [b]": "## a [b]", "a\n::b": `a\n::b`,
	} {
		if got := diag.Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
	const text = "::a\tb\r\n\t::c \x1b[2J\r\n ::d"
	if got, want := diag.EscapeLines(text), "\\x3a:a\tb\r\n\t\\x3a:c \\x1b[2J\r\n \\x3a:d"; got != want {
		t.Errorf("EscapeLines(%q) = %q, want %q", text, got, want)
	}
}

// TestShellQuote has arguments that a shell would change, end or run.
func TestShellQuote(t *testing.T) {
	for in, want := range map[string]string{
		"": "''", "a/b_c-1.wsdl": "a/b_c-1.wsdl", "a b": "'a b'", "it's": `'it'\''s'`, "$(a)`b`\n": "'$(a)`b`\n'", "é": "'é'", "~": "'~'",
		"it's \u202e\n": `$'it\047s \342\200\256\012'`, "\u0085\\": `$'\302\205\134'`, "a\n::set-output": `$'a\012::set-output'`, "\u007f": `$'\177'`, "a\r": `$'a\015'`, "##[x": `$'\043\043[x'`,
	} {
		if got := diag.ShellQuote(in); got != want {
			t.Errorf("ShellQuote(%q) = %s, want %s", in, got, want)
		}
	}
}

// TestEscapeJSON escapes what a terminal or a CI service obeys: the text is the same for a reader of JSON.
func TestEscapeJSON(t *testing.T) {
	const text = "{\"a\": \"\u009b31m \u202e \u007f \U000e0001 \u00e4 ##[a]##\"}\n"
	got := diag.EscapeJSON([]byte(text))
	if want := "{\"a\": \"\\u009b31m \\u202e \\u007f \\udb40\\udc01 \u00e4 \\u0023#[a]##\"}\n"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var before, after map[string]string
	if json.Unmarshal([]byte(text), &before) != nil || json.Unmarshal(got, &after) != nil || before["a"] != after["a"] {
		t.Errorf("got %q, want %q", after, before)
	}
}

// FuzzEscape checks that text in the fields of a diagnostic cannot add lines to
// its output.
func FuzzEscape(f *testing.F) {
	f.Add("a\nb", "c\r\nd", "e\u2028f")
	for _, line := range directive.Lines {
		f.Add(line, line, line)
	}
	f.Fuzz(func(t *testing.T, file, message, hint string) {
		d := diag.New(diag.Unresolved, diag.Pos{File: file, Line: 1, Col: 1}, "%s", message).WithRelated(diag.Pos{File: file, Line: 1, Col: 1}, "%s", message).WithHint("x%s", hint)
		got := d.String()
		if n := strings.Count(got, "\n"); n != 2 {
			t.Errorf("%d line breaks in %q, want 2", n, got)
		}
		if found := directive.InOutput([]byte(got)); len(found) > 0 {
			t.Errorf("a line that a tool obeys: %q", found[0])
		}
		if strings.ContainsAny(got, "\r\x1b\u2028\u202e") {
			t.Errorf("control characters in %q", got)
		}
	})
}
