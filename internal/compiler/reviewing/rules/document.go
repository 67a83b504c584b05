package rules

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/report"
)

const introduction = `# Rules for contracts

This page lists the rules of the diagnostics that ` + "`go tool quartet lint`" + ` and other commands print. It is written by ` + "`make docs`" + ` from the
table of rules, which ` + "`go tool quartet lint --rules`" + ` prints, too.

| severity | |
|---|---|
| error | no code is generated from the contract; with ` + "`--lenient`" + `, most errors become warnings |
| warning | something does not work, or differs from what the author expects |
| note | for information |

The table has the default severity; a finding may have another one if its effect differs. ` + "`go tool quartet generate`" + ` reports all rules
except the groups %s, which only ` + "`go tool quartet lint`" + ` reports.

Warnings and notes can be suppressed in a file beside the contract, with its name and ` + "`.suppress`" + ` added, by lines of the form
` + "`RULE [AT]  # reason`" + `; see ` + "`go tool quartet lint --help`" + `.

`

// Document writes the rules as Markdown.
func Document(w io.Writer) error {
	var b strings.Builder
	all := All()
	var linted []string
	for _, r := range all {
		if name := "*" + r.Group + "*"; lint.Has(r.ID) && !slices.Contains(linted, name) {
			linted = append(linted, name)
		}
	}
	fmt.Fprintf(&b, introduction, strings.Join(linted, ", "))
	contents(&b, all)
	profileIndex(&b, all)
	group := ""
	for _, r := range all {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(&b, "\n## %s\n", group)
		}
		section(&b, r)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// contents writes a table of the rules.
func contents(b *strings.Builder, all []diag.Rule) {
	b.WriteString("| rule | severity | meaning |\n|---|---|---|\n")
	group := ""
	for _, r := range all {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(b, "| **%s** | | |\n", group)
		}
		fmt.Fprintf(b, "| [`%s`](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, report.Prose(r.Summary))
	}
}

// requirement is the number of a requirement of the WS-I Basic Profile.
var requirement = regexp.MustCompile(`\bR[0-9]{4}\b`)

// profileIndex writes a table of the rules by requirement.
func profileIndex(b *strings.Builder, all []diag.Rule) {
	rules := make(map[string][]string)
	for _, r := range all {
		for _, number := range requirement.FindAllString(r.Source, -1) {
			rules[number] = append(rules[number], fmt.Sprintf("[`%s`](#%s)", r.ID, r.ID))
		}
	}
	b.WriteString("\n## By requirement of the WS-I Basic Profile 1.1\n\n| requirement | rule |\n|---|---|\n")
	for _, number := range slices.Sorted(maps.Keys(rules)) {
		fmt.Fprintf(b, "| %s | %s |\n", number, strings.Join(slices.Compact(rules[number]), ", "))
	}
}

// section writes the section about a rule.
func section(b *strings.Builder, r diag.Rule) {
	fmt.Fprintf(b, "\n### %s\n\n%s: %s.", r.ID, r.Severity, report.Prose(r.Summary))
	if r.Note != "" {
		b.WriteString(" " + report.Prose(r.Note))
	}
	fmt.Fprintf(b, "\n\nSource: %s.\n", report.Prose(cmp.Or(r.Source, "Quartet")))
}
