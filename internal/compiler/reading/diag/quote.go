package diag

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxQuoted is the maximum number of bytes that a message shows of a name or
// value.
const maxQuoted = 200

// Quote returns s between double quotes as it is written in the file, truncated
// after 200 bytes. Control characters, line separators and invisible format
// characters, such as those that reorder text, are escaped as in Go.
func Quote(s string) string {
	ellipsis := ""
	if len(s) > maxQuoted {
		n := maxQuoted
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s, ellipsis = s[:n], "…"
	}
	return `"` + escape(s) + ellipsis + `"`
}

// Escape escapes the characters of s that could end a line, move the cursor or
// be invisible in a terminal: control characters, line and paragraph
// separators, format characters and invalid UTF-8. It also escapes text that a
// CI service would run as a command if s began a line: "::" at its start, and
// the prefixes that [BeginsCommand] reports. Other text is unchanged.
func Escape(s string) string {
	s = escape(s)
	if rest := strings.TrimLeftFunc(s, unicode.IsSpace); strings.HasPrefix(rest, "::") {
		return s[:len(s)-len(rest)] + `\x3a` + rest[1:]
	}
	return s
}

// ShellQuote returns an argument of a command of a POSIX shell: in quotation marks if the shell needs them. What [EscapeLines]
// escapes is in octal numbers between dollar-single-quotes (POSIX.1-2024, 2.2.4), which older shells than bash may lack.
func ShellQuote(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,@%+", r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	if EscapeLines(arg) == arg && !strings.Contains(arg, "\r") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(arg) {
		if c == '\'' || c == '\\' || c == '#' || c < ' ' || c >= 0x7f {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return "$'" + b.String() + "'"
}

// EscapeLines escapes each line of a text as [Escape] does, except tabs and line ends.
func EscapeLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		content := strings.TrimRight(line, "\r\n")
		for i, piece := range strings.Split(content, "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(Escape(piece))
		}
		b.WriteString(line[len(content):])
	}
	return b.String()
}

// escape is Escape without regard to the start of a line.
func escape(s string) string {
	if !strings.ContainsFunc(s, needsEscape) && !strings.Contains(s, commandMark) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case needsEscape(r):
			q := strconv.QuoteToASCII(string(r))
			b.WriteString(q[1 : len(q)-1])
		case r == '#' && BeginsCommand(s[i:]):
			b.WriteString(`\x23`)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// BeginsCommand reports whether s begins with a command that GitHub, Azure Pipelines or
// TeamCity would run if it found it in the output of a program: "##[", "##vso[" or
// "##teamcity[", the first two anywhere in a line.
func BeginsCommand(s string) bool {
	rest, ok := strings.CutPrefix(s, commandMark)
	return ok && (strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "vso[") || strings.HasPrefix(rest, "teamcity["))
}

const commandMark = "##"

// EscapeJSON returns JSON in whose strings the characters that [Escape] escapes are written
// as JSON escapes such as \u0023.
func EscapeJSON(text []byte) []byte {
	hidden := func(r rune) bool { return r >= 0x7f && !unicode.IsPrint(r) }
	if !bytes.ContainsFunc(text, hidden) && !bytes.Contains(text, []byte(commandMark)) {
		return text
	}
	var b bytes.Buffer
	for i, r := range string(text) {
		if !hidden(r) && (r != '#' || !BeginsCommand(string(text[i:min(len(text), i+len("##teamcity["))]))) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04x", unit)
		}
	}
	return b.Bytes()
}

func needsEscape(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf)
}

// Counted returns a number of things: 1 file, 2 files.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Listed returns: a, b and c
func Listed(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
