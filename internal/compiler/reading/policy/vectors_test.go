package policy

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestVectors compares the normal forms of the policies in the folder QUARTET_WS with those of WSS4J. Each of its folders below
// policies has policies, and the same ones in normal form and as WSS4J writes them.
func TestVectors(t *testing.T) {
	root := os.Getenv("QUARTET_WS")
	if root == "" {
		t.Skip("QUARTET_WS is not set")
	}
	compared := 0
	err := filepath.WalkDir(filepath.Join(root, "policies"), func(file string, entry fs.DirEntry, err error) error {
		folder, base := filepath.Split(file)
		normalized := filepath.Join(folder, "normalized", base)
		if _, missing := os.Stat(normalized); err != nil || entry.IsDir() || missing != nil {
			return err
		}
		compared++
		want := literal(t, parse(t, normalized))
		for _, form := range []string{file, normalized, filepath.Join(folder, "serialized", base)} {
			if got := written(normalForm(t, parse(t, form))); got != want {
				t.Errorf("%s:\n%s, want\n%s", form, got, want)
			}
		}
		return nil
	})
	if err != nil || compared == 0 {
		t.Fatalf("%d policies: %v", compared, err)
	}
	t.Logf("%d policies", compared)
}

func parse(t *testing.T, file string) *xmltree.Element {
	t.Helper()
	text := testfile.Read(t, file)
	return parseText(t, string(text))
}

func parseText(t *testing.T, text string) *xmltree.Element {
	t.Helper()
	doc, diags := xmltree.Parse("policy.xml", []byte(text), xmltree.Limits{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return doc.Root
}

func normalForm(t *testing.T, e *xmltree.Element) []Alternative {
	t.Helper()
	r := NewReader(new(resolve.Model))
	all := r.alternatives(e)
	if diags := r.Diagnostics(); diags != nil {
		t.Error(diags)
	}
	return all
}

// written writes alternatives as sorted lines.
func written(all []Alternative) string {
	var lines []string
	for _, alternative := range all {
		var b strings.Builder
		writeAlternative(&b, alternative, "  ")
		lines = append(lines, "All\n"+b.String())
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func writeAlternative(b *strings.Builder, alternative Alternative, indent string) {
	for _, a := range alternative {
		fmt.Fprintf(b, "%s%s%s\n", indent, described(a.Element), map[bool]string{true: " ignorable"}[a.Ignorable])
		if a.Nested != nil {
			b.WriteString(indent + " nested\n")
			writeAlternative(b, a.Nested, indent+"  ")
		}
	}
}

// described returns what an assertion says apart from operators: its name, its attributes and its own child elements. WSS4J adds
// the default of IncludeToken.
func described(e *xmltree.Element) string {
	text := e.Name.String()
	for _, a := range e.Attrs {
		if !a.IsDeclaration() && !isPolicy(a.Name.Space) && a.Name.Local != "IncludeToken" {
			text += fmt.Sprintf(" %s=%q", a.Name, a.Value)
		}
	}
	for child := range e.Elements() {
		if !isPolicy(child.Name.Space) || isBootstrap(e) || isPolicy(e.Name.Space) {
			text += fmt.Sprintf(" %s(%s)", described(child), strings.TrimSpace(child.Text()))
		}
	}
	return text
}

// literal reads a policy that is in normal form, as written does.
func literal(t *testing.T, e *xmltree.Element) string {
	t.Helper()
	var lines []string
	for one := range e.Elements() {
		if !isOperator(one, "ExactlyOne") {
			t.Fatalf("%s is not in normal form", e.Doc.File)
		}
		for all := range one.Elements() {
			var b strings.Builder
			literalAssertions(t, &b, all, "  ")
			lines = append(lines, "All\n"+b.String())
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func literalAssertions(t *testing.T, b *strings.Builder, all *xmltree.Element, indent string) {
	t.Helper()
	for a := range all.Elements() {
		fmt.Fprintf(b, "%s%s%s\n", indent, described(a), map[bool]string{true: " ignorable"}[isSet(a, "Ignorable")])
		for nested := range a.Elements() {
			if !isOperator(nested, "Policy") || isBootstrap(a) {
				continue
			}
			b.WriteString(indent + " nested\n")
			for one := range nested.Elements() {
				for alternative := range one.Elements() {
					literalAssertions(t, b, alternative, indent+"  ")
				}
			}
		}
	}
}
