package diff

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Text returns findings as text: each with its position in the new contract first, as compilers print errors, and then a
// line with the numbers of findings of each class.
func Text(findings []Finding) string {
	var b strings.Builder
	for i := range findings {
		b.WriteString(findings[i].Text())
	}
	b.WriteString(Summary(findings) + "\n")
	return b.String()
}

// Text returns the finding as several lines.
func (f *Finding) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s: %s [%s]\n", diag.Escape(f.New.String()), f.Class, diag.Escape(f.Component), diag.Escape(f.Message), f.Rule)
	fmt.Fprintf(&b, "    old: %s\n", diag.Escape(f.Old.String()))
	if len(f.Also) > 0 {
		fmt.Fprintf(&b, "    also: %s\n", diag.Escape(f.others()))
	}
	for _, line := range []struct {
		what string
		who  Parties
	}{{"breaks: ", f.Breaks}, {"ignored by default, or breaks if messages are checked: ", f.Loses}, {"breaks if messages are checked: ", f.Strict &^ f.Loses}} {
		if line.who != 0 {
			b.WriteString("    " + line.what + line.who.String() + "\n")
		}
	}
	return b.String()
}

// others returns the names of other components with the difference, or the first of many.
func (f *Finding) others() string {
	const max = 3
	text := strings.Join(f.Also[:min(len(f.Also), max)], "; ")
	if n := len(f.Also) - max; n > 0 {
		text += fmt.Sprintf("; and %d more", n)
	}
	return text
}

// Summary counts the findings: "2 breaking, 1 compatible, 0 documentation; breaks old clients".
func Summary(findings []Finding) string {
	if len(findings) == 0 {
		return "no differences"
	}
	var count [3]int
	var broken Parties
	for _, f := range findings {
		count[f.Class]++
		broken |= f.Breaks
	}
	return fmt.Sprintf("%d breaking, %d compatible, %d documentation; breaks %s", count[Breaking], count[Compatible], count[Documentation], broken)
}
