package diff_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/testing/golden"
)

var update = flag.Bool("update", false, "rewrite generator/DIFF.md")

// TestDocument compares generator/DIFF.md with the table of rules, and what the examples' findings are.
func TestDocument(t *testing.T) {
	golden.File(t, "../../../../generator/DIFF.md", *update, page(t))
}

const introduction = `# What a change of a contract breaks

` + "`quartet diff OLD NEW`" + ` compares two versions of a contract. This page lists its rules, with an example of each: a piece of
the contract in both versions, and who breaks. It is written by ` + "`make docs`" + ` from the table of rules.

| | |
|---|---|
| old clients | clients of the old version that call a server of the new one |
| new clients | clients of the new version that call a server of the old one |
| implementers | Go code that implements the generated interface |
| callers | Go code that calls the generated client |
| breaks | the receiver refuses the message; Go code that uses the declaration does not compile |
| ignored | the message arrives, but the receiver ignores a value that it does not know |
| if checked | breaks only if the receiver checks messages against its schema (` + "`validate.WithValidation`" + `, and many other programs) |
| over JSON | the clients that break if both sides speak [JSON over HTTP](JSON.md), where they are others than with XML |

A finding is of the class

- *breaking* if it breaks somebody;
- *lossy* if a value that the old contract has is lost without an error: a receiver of the new version ignores it, or an old client
  cannot read the detail of a fault;
- *documentation* if only documentation differs;
- *compatible* otherwise. A new service, port, operation or optional element is compatible, too: only programs that use it need the
  new version on both sides, and old ones ignore it.

A contract of ` + "`quartet.yaml`" + ` that a revision does not have, or that is gone, has a finding of the rule *contract-added* (compatible) or
*contract-removed* (breaking).

A difference in many places that has one cause, such as another namespace of a schema or an element that many types inherit, is
one finding. It names the first component, and the others after *also*.

The table is about Quartet's clients and servers with default options. It is tested: clients and servers of both versions of
each example, and of thousands of other changes, call each other over all bindings, with and without validation. In the
examples, the type ` + "`book`" + ` is used in a
request and in a result. If a component is used in requests only, fewer clients break than the table says.
The detail of a fault breaks nobody, also if messages are checked: a client that cannot read it returns the fault without it.

A reader of JSON refuses members that it does not know, so everything that is ignored in XML breaks there. It sees no namespaces and
no order of members, but arrays, numbers and strings, and the names of operations. The class is that of XML.

The versions may also be schemas without a contract. Then both sides write and read documents with everything that they
declare, and a client is a program with the other version.

`

func page(t *testing.T) string {
	var b strings.Builder
	b.WriteString(introduction)
	b.WriteString("| rule | the difference | class | breaks | ignored | if checked | over JSON |\n|---|---|---|---|---|---|---|\n")
	rules := diff.Rules()
	for _, r := range rules {
		f, json := findingOf(t, r), ""
		if f.JSON != f.Breaks&(diff.OldClients|diff.NewClients) {
			json = f.JSON.String()
		}
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s | %s | %s | %s |\n", r.ID, r.ID, r.Summary, f.Class, cell(f.Breaks), cell(f.Loses), cell(f.Strict&^f.Loses), json)
	}
	for _, r := range rules {
		f, example := findingOf(t, r), examples.Of(t, r.ID)
		fmt.Fprintf(&b, "\n## %s\n\n%s: %s.", r.ID, f.Class, r.Summary)
		if r.Note != "" {
			b.WriteString(" " + r.Note)
		}
		b.WriteString("\n\n```diff\n" + lines("-", example.Old) + lines("+", example.New) + "```\n\n")
		fmt.Fprintf(&b, "```text\n%s: %s\n```\n", f.Component, f.Message)
	}
	return b.String()
}

func cell(p diff.Parties) string { return strings.Join(p.Names(), ", ") }

func lines(mark, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(mark + line + "\n")
		}
	}
	return b.String()
}

// findingOf returns the finding of a rule about its example.
func findingOf(t *testing.T, r diff.Rule) diff.Finding {
	t.Helper()
	old, new := examples.Versions(t, examples.Of(t, r.ID))
	for _, f := range diff.Compare(examples.Contract(t, old), examples.Contract(t, new)) {
		if f.Rule == r.ID {
			return f
		}
	}
	t.Fatalf("no finding of the rule %s", r.ID)
	return diff.Finding{}
}
