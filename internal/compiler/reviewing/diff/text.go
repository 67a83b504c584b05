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
	if len(f.Contracts) > 0 {
		fmt.Fprintf(&b, "    in: %s\n", diag.Escape(strings.Join(f.Contracts, ", ")))
	}
	if f.Accepted != nil {
		fmt.Fprintf(&b, "    accepted: %s\n", diag.Escape(f.Accepted.String()))
	}
	if len(f.Also) > 0 {
		fmt.Fprintf(&b, "    also: %s\n", diag.Escape(f.others()))
	}
	for _, line := range []struct {
		what string
		who  Parties
	}{{"breaks: ", f.Breaks}, {f.lossText(), f.Loses}, {"breaks if messages are checked: ", f.Strict &^ f.Loses}} {
		if line.who != 0 {
			b.WriteString("    " + line.what + line.who.String() + "\n")
		}
	}
	if who, differs := f.breaksOverJSON(); differs {
		b.WriteString("    breaks over JSON: " + who.String() + "\n")
	}
	if x := f.Excerpt; x != nil {
		b.WriteString("    " + diag.Escape(x.Message) + ":\n")
		for line := range strings.Lines(x.text()) {
			b.WriteString("      " + line)
		}
	}
	return b.String()
}

// lossText says what happens to the values that a receiver ignores.
func (f *Finding) lossText() string {
	text := "ignored by default"
	if f.Class == Lossy {
		text = "loses a value without an error"
	}
	if f.Strict.Has(f.Loses) {
		text += ", or breaks if messages are checked"
	}
	return text + ": "
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

// Summary counts the findings: "2 breaking, 0 lossy, 1 compatible, 0 documentation; breaks old clients".
func Summary(findings []Finding) string {
	if len(findings) == 0 {
		return "no differences"
	}
	_, broken := tally(findings)
	return fmt.Sprintf("%s; breaks %s", counts(findings), broken)
}

// tally returns the number of findings of each class, and all that they break unless it is accepted.
func tally(findings []Finding) (count [Classes]int, broken Parties) {
	for _, f := range findings {
		if count[f.Class]++; f.Class != Accepted {
			broken |= f.Breaks
		}
	}
	return count, broken
}

// counts returns "2 breaking, 0 lossy, 1 compatible, 0 documentation", and the number of accepted ones if there are any.
func counts(findings []Finding) string {
	var parts []string
	count, _ := tally(findings)
	for class, n := range count {
		if n == 0 && Class(class) == Accepted {
			continue
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, Class(class)))
	}
	return strings.Join(parts, ", ")
}
