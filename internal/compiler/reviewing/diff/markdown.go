package diff

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reviewing/report"
)

// Markdown returns findings as one comment for a code review: a table of the parties that break, and then the findings of
// each class. Text of a contract is escaped.
func Markdown(findings []Finding) string {
	if len(findings) == 0 {
		return "### Contract: no differences\n"
	}
	who := broken(findings)
	var b report.Comment
	fmt.Fprintf(&b, "### Contract: %s\n\n", counts(findings))
	b.WriteString("| who breaks | differences |\n|---|---|\n")
	for i, name := range whoBreaks {
		number := "none"
		if who[i] > 0 {
			number = strconv.Itoa(who[i])
		}
		fmt.Fprintf(&b, "| %s | %s |\n", name, number)
	}
	for class, own := range ofClasses(findings) {
		markdownClass(&b, Class(class), own)
	}
	return b.String()
}

var classTitles = [Classes]string{"Breaking", "Lossy", "Compatible", "Documentation", "Accepted"}

var whoBreaks = [...]string{
	"old clients with a new server", "new clients with an old server", "Go code that implements the service", "Go code that calls the client",
}

// broken returns how many findings break each of whoBreaks.
func broken(findings []Finding) (who [len(whoBreaks)]int) {
	for _, f := range findings {
		for i := range who {
			if f.Class != Accepted && f.Breaks.Has(1<<i) {
				who[i]++
			}
		}
	}
	return who
}

// ofClasses returns the findings of each class.
func ofClasses(findings []Finding) (all [Classes][]*Finding) {
	for i := range findings {
		f := &findings[i]
		all[f.Class] = append(all[f.Class], f)
	}
	return all
}

// markdownClass writes the findings of a class, if there are any. The findings of classes after Lossy are folded.
func markdownClass(b *report.Comment, class Class, own []*Finding) {
	if len(own) == 0 {
		return
	}
	title := classTitles[class]
	if class <= Lossy {
		fmt.Fprintf(b, "\n#### %s\n\n", title)
	} else {
		fmt.Fprintf(b, "\n<details><summary>%s: %d</summary>\n\n", title, len(own))
	}
	b.WriteString("| where | what | breaks |\n|---|---|---|\n")
	b.Rows(len(own), func(i int) string { return markdownRow(own[i]) }, "| |")
	markdownExcerpts(b, own)
	if class > Lossy {
		b.WriteString("\n</details>\n")
	}
}

// markdownExcerpts writes the excerpts of messages, folded, as far as there is room for them.
func markdownExcerpts(b *report.Comment, findings []*Finding) {
	const max = 40_000 // bytes of a comment up to the last excerpt
	first := true
	for _, f := range findings {
		if f.Excerpt == nil || b.Len() > max {
			continue
		}
		if first {
			b.WriteString("\n<details><summary>Messages</summary>\n")
			first = false
		}
		text, fence := f.Excerpt.text(), "~~~~~~"
		for strings.Contains(text, fence) { // which would end the block
			fence += "~"
		}
		fmt.Fprintf(b, "\n%s, in the %s:\n\n%sxml\n%s%s\n", report.Prose(f.Component), report.Prose(f.Excerpt.Message), fence, text, fence)
	}
	if !first {
		b.WriteString("\n</details>\n")
	}
}

func markdownRow(f *Finding) string {
	component := report.Prose(f.Component)
	if len(f.Contracts) > 0 {
		component = report.Prose(strings.Join(f.Contracts, ", ")) + ": " + component
	}
	if len(f.Also) > 0 {
		component += "; also " + report.Prose(f.others())
	}
	message := report.Prose(f.Message)
	if f.Accepted != nil {
		message += "; accepted: " + report.Prose(f.Accepted.String())
	}
	place := report.Prose(f.New.String()) + ", old " + report.Prose(f.Old.String())
	return fmt.Sprintf("| %s<br>%s | %s (%s) | %s |\n", component, place, message, f.Rule, f.who())
}

// who returns whom the difference breaks, and who ignores a value.
func (f *Finding) who() string {
	var parts []string
	if f.Breaks != 0 {
		parts = append(parts, f.Breaks.String())
	}
	if f.Loses != 0 {
		parts = append(parts, "value ignored by "+readersOf(f.Loses))
	}
	if checked := f.Strict &^ f.Loses; checked != 0 {
		parts = append(parts, "if messages are checked: "+checked.String())
	}
	if who, differs := f.breaksOverJSON(); differs {
		parts = append(parts, "over JSON: "+who.String())
	}
	return strings.Join(parts, "; ")
}

// readersOf returns the readers that ignore a value, in words.
func readersOf(p Parties) string {
	switch {
	case p.Has(OldClients | NewClients):
		return "old and new clients or their servers"
	case p.Has(OldClients):
		return "old clients or their new server"
	}
	return "new clients or their old server"
}
