package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Limits of a comment. Forges limit the size: GitHub to 65,536 characters.
const (
	maxRows    = 100    // findings of a kind that a comment lists
	maxComment = 60_000 // bytes of a comment up to the last row; the rest is short
)

// Comment is Markdown for a comment of a code review. The zero value is empty.
type Comment struct{ strings.Builder }

// Rows writes n rows of a table. If there is no room for all, the last row gives the number of the others, after the cells in
// before.
func (c *Comment) Rows(n int, row func(i int) string, before string) {
	for i := range n {
		text := row(i)
		if i == maxRows || c.Len()+len(text) > maxComment {
			fmt.Fprintf(c, "%s and %d more | |\n", before, n-i)
			return
		}
		c.WriteString(text)
	}
}

// Markdown writes a table of the diagnostics for a comment of a code review: errors first, and as many of each severity as fit.
func (r Report) Markdown(w io.Writer) error {
	if len(r.Diagnostics) == 0 {
		_, err := io.WriteString(w, sentence(r.Summary())+"\n")
		return err
	}
	var b Comment
	fmt.Fprintf(&b, "%s\n\n| severity | position | message | rule |\n|---|---|---|---|\n", r.Summary())
	for _, severity := range []diag.Severity{diag.Error, diag.Warning, diag.Note} {
		markdownRows(&b, r.Diagnostics.Only(severity))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownRows writes the rows of diagnostics of one severity.
func markdownRows(b *Comment, all diag.List) {
	b.Rows(len(all), func(i int) string {
		d := all[i]
		message := Prose(d.Message)
		for _, related := range d.Related {
			message += "<br>" + Code(related.Pos.String()) + ": " + Prose(related.Message)
		}
		if d.Hint != "" {
			message += "<br>Hint: " + Prose(d.Hint)
		}
		return fmt.Sprintf("| %s | %s | %s | %s |\n", d.Severity, Code(d.Pos.String()), message, Code(d.ID))
	}, "| | |")
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
