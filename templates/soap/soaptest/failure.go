package soaptest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/quartet/templates/soap/record"
)

// Failure is something that is not as a rule demands.
type Failure struct {
	Case    string // what was tried: the binding, the operation and what was asked
	Message string // what was answered, and what the rule demands
	Rule    string // the standard and the section

	// Exchange is the request and the response, nil if there was none. It has no credentials.
	Exchange *record.Exchange
}

// Error returns the case, the message and the rule, and below them the request and the response, shortened.
func (f *Failure) Error() string {
	s := f.Case + ": " + f.Message + " (" + f.Rule + ")"
	if f.Exchange == nil {
		return s
	}
	x := f.Exchange
	var b strings.Builder
	b.WriteString(s + "\nrequest:\n")
	show(&b, x.Method+" "+x.Target, x.RequestHeader, x.RequestBody)
	b.WriteString("response:\n")
	show(&b, fmt.Sprintf("%d %s", x.Status, http.StatusText(x.Status)), x.ResponseHeader, x.ResponseBody)
	return strings.TrimRight(b.String(), "\n")
}

// show writes a message, each line after a bar.
func show(b *strings.Builder, first string, header http.Header, body []byte) {
	const maxLine, maxBody = 300, 3000
	lines := []string{first}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		lines = append(lines, name+": "+strings.Join(header[name], ", "))
	}
	for i := range lines {
		lines[i] = cut(printable(lines[i]), maxLine)
	}
	if len(body) > 0 {
		lines = append(lines, "")
		lines = append(lines, strings.Split(cut(printable(string(body)), maxBody), "\n")...)
	}
	for _, line := range lines {
		b.WriteString("\t| " + line + "\n")
	}
}

// printable returns text, quoted if a terminal should not get it.
func printable(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\r' && r != '\uFEFF' }) {
		return strings.ReplaceAll(s, "\r", "")
	}
	return fmt.Sprintf("%q", s)
}

// cut shortens text to about n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	end := n
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return fmt.Sprintf("%s... (%d more bytes)", s[:end], len(s)-end)
}
