package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// Markdown writes a table of the diagnostics for a comment of a code review.
func (r Report) Markdown(w io.Writer) error {
	if len(r.Diagnostics) == 0 {
		_, err := io.WriteString(w, "No diagnostics.\n")
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n| severity | position | message | rule |\n|---|---|---|---|\n", counts(r.Diagnostics))
	for _, d := range r.Diagnostics {
		message := Prose(d.Message)
		for _, related := range d.Related {
			message += "<br>" + Code(related.Pos.String()) + ": " + Prose(related.Message)
		}
		if d.Hint != "" {
			message += "<br>Hint: " + Prose(d.Hint)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", d.Severity, Code(d.Pos.String()), message, Code(d.ID))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Code returns a text as code in a cell of a Markdown table.
func Code(s string) string {
	if s == "" {
		return ""
	}
	s = strings.ReplaceAll(diag.Escape(s), "|", `\|`)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "#", `\#`, "@", "&#64;",
	"<", "&lt;", ">", "&gt;", "&", "&amp;")

// Prose returns a text in which nothing is Markdown.
func Prose(s string) string { return markup.Replace(diag.Escape(s)) }
