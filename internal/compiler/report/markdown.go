package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// MaxMarkdown is the number of findings of a kind that a comment lists: forges limit the size of comments.
const MaxMarkdown = 100

// Markdown writes a table of the diagnostics for a comment of a code review, errors first, and at most [MaxMarkdown] of each
// severity.
func (r Report) Markdown(w io.Writer) error {
	if len(r.Diagnostics) == 0 {
		_, err := io.WriteString(w, sentence(r.Summary())+"\n")
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n| severity | position | message | rule |\n|---|---|---|---|\n", r.Summary())
	for _, severity := range []diag.Severity{diag.Error, diag.Warning, diag.Note} {
		markdownRows(&b, r.Diagnostics.Only(severity))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownRows writes the rows of diagnostics of one severity.
func markdownRows(b *strings.Builder, all diag.List) {
	for i, d := range all {
		if i == MaxMarkdown {
			fmt.Fprintf(b, "| | | and %d more | |\n", len(all)-i)
			return
		}
		message := Prose(d.Message)
		for _, related := range d.Related {
			message += "<br>" + Code(related.Pos.String()) + ": " + Prose(related.Message)
		}
		if d.Hint != "" {
			message += "<br>Hint: " + Prose(d.Hint)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", d.Severity, Code(d.Pos.String()), message, Code(d.ID))
	}
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

var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`, "!", `\!`, "@", "&#64;",
	"<", "&lt;", ">", "&gt;", "&", "&amp;")

// Prose returns a text in which nothing is Markdown.
func Prose(s string) string { return markup.Replace(diag.Escape(s)) }
