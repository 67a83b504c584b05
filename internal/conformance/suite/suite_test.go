package suite_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/conformance/suite"
)

// verdict is what the compiler says about a schema.
type verdict struct {
	suite.Case
	diags      diag.List
	outOfScope string // the reason, or ""
}

func (v verdict) refused() bool { return v.diags.HasErrors() }
func (v verdict) warned() bool  { return len(v.diags.Only(diag.Warning)) > 0 }

// differs reports whether the compiler refuses a valid schema, or reports nothing about an invalid one.
func (v verdict) differs() bool {
	if v.outOfScope != "" {
		return false
	}
	return v.Valid() && v.refused() || !v.Valid() && !v.refused() && !v.warned()
}

var update = flag.Bool("update", false, "rewrite the table in the documentation")

// tableFile is the table in the documentation. 'make golden' puts it into CAPABILITIES.md.
const tableFile = "../../../generator/testdata/suites/schemas.txt"

// TestSchemas reads the schemas of the suite. Valid ones must have no errors, except for those that are listed with a
// reason, and 95 % of the invalid ones must have an error or a warning.
func TestSchemas(t *testing.T) {
	folder := os.Getenv("QUARTET_XSTS")
	if folder == "" {
		t.Skip("QUARTET_XSTS is not set: want the folder of the W3C XML Schema Test Suite")
	}
	verdicts := readSchemas(t, folder)
	text := table(verdicts)
	t.Log("\n" + text)
	checkExceptions(t, verdicts)
	if *update {
		if err := os.WriteFile(tableFile, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareTable(t, tableFile, text)
}

// compareTable compares a table with the one of the documentation, if that is about the same part of the suite.
func compareTable(t *testing.T, file, text string) {
	t.Helper()
	want, err := os.ReadFile(file)
	switch {
	case err != nil:
		t.Error(err)
	case judged(text) != judged(string(want)):
		t.Logf("%s is about another part of the suite", file)
	case string(want) != text:
		t.Errorf("the table is not that of %s ('make suite UPDATE=-update' and 'make golden' rewrite it)", file)
	}
}

var counts = regexp.MustCompile(`(?m)^\| (.*?) \| (\d+) \| \d+ \|(?: \d+ \|)? (\d+) \|`)

// judged returns how many valid and invalid schemas each row of a table is about.
func judged(table string) string {
	var b strings.Builder
	for _, m := range counts.FindAllStringSubmatch(table, -1) {
		fmt.Fprintln(&b, m[1:])
	}
	return b.String()
}

// exceptions lists the schemas for which the compiler and the suite differ, with the reason.
var exceptions = map[string]string{
	"ms/Annotations_w3c.xml/annotF001":      "has an empty `xml:lang`, which XML 1.0 allows since its third edition",
	"ms/DataTypes_w3c.xml/anyURI_b006_1356": "has backslashes in URIs; XML Schema part 2 section 3.2.17 lets applications escape them",
}

// checkExceptions compares the schemas for which the compiler and the suite differ with the list.
func checkExceptions(t *testing.T, verdicts []verdict) {
	invalid, found := 0, 0
	for _, v := range verdicts {
		if !v.Valid() && v.outOfScope == "" {
			invalid++
			if v.refused() || v.warned() {
				found++
			}
		}
		if !v.differs() {
			if exceptions[v.String()] != "" {
				t.Errorf("%s is in the list of exceptions, but is none", v)
			}
		} else if v.Valid() && exceptions[v.String()] == "" {
			t.Errorf("%s is valid:\n%s", v, v.diags.Only(diag.Error))
		}
	}
	if found*100 < invalid*95 {
		t.Errorf("%d of %d invalid schemas have an error or a warning, want 95 %%", found, invalid)
	}
}

func readSchemas(t *testing.T, folder string) []verdict {
	cases, err := suite.ReadIndex(folder)
	if err != nil {
		t.Fatal(err)
	}
	cases = slices.DeleteFunc(cases, func(c suite.Case) bool { return c.Kind != "schema" || !c.Judged() })
	verdicts := make([]verdict, len(cases))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				_, diags, err := readSchema(folder, cases[i].Schemas)
				if err != nil {
					t.Error(err)
				}
				verdicts[i] = verdict{cases[i], diags, outOfScope(folder, cases[i], diags)}
			}
		}()
	}
	for i := range cases {
		next <- i
	}
	close(next)
	wg.Wait()
	return verdicts
}

// versioningNamespace has attributes that leave out parts of a schema, depending on the version of XML Schema.
const versioningNamespace = "http://www.w3.org/2007/XMLSchema-versioning"

// outOfScope returns why a schema is not judged, or "".
func outOfScope(folder string, c suite.Case, diags diag.List) string {
	for _, d := range diags {
		switch d.ID {
		case diag.RemoteDocument:
			return "a document on the network"
		case diag.Unreadable:
			return "a document that does not exist"
		}
	}
	for _, name := range c.Schemas {
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return "a document that does not exist"
		}
		if strings.Contains(string(text), versioningNamespace) || strings.Contains(string(text), " notQName=") {
			return "XSD 1.1"
		}
		if declaration, _, _ := strings.Cut(string(text), "?>"); strings.Contains(declaration, `version="1.1"`) && strings.HasPrefix(declaration, "<?xml") {
			return "XML 1.1"
		}
	}
	return ""
}

// count is a row of the table.
type count struct{ valid, accepted, warned, invalid, refused, located int }

func (c *count) add(v verdict) {
	if v.Valid() {
		c.valid++
		if !v.refused() {
			c.accepted++
			if v.warned() {
				c.warned++
			}
		}
		return
	}
	c.invalid++
	switch {
	case v.refused():
		c.refused++
	case v.warned():
		c.located++
	}
}

// table returns the counts by cause, which the suite's sets and the folders of their groups name.
func table(verdicts []verdict) string {
	byCause := make(map[string]*count)
	out := make(map[string]int)
	var all count
	for _, v := range verdicts {
		if v.outOfScope != "" {
			out[v.outOfScope]++
			continue
		}
		cause := v.Set + " " + strings.TrimSuffix(path.Dir(v.Group), "_w3c.xml")
		if byCause[cause] == nil {
			byCause[cause] = new(count)
		}
		byCause[cause].add(v)
		all.add(v)
	}
	var b strings.Builder
	b.WriteString(tableHeader)
	row := func(name string, c *count) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", name, c.valid, c.accepted, c.invalid, c.refused, c.located, c.invalid-c.refused-c.located)
	}
	for _, cause := range sortedKeys(byCause) {
		row(cause, byCause[cause])
	}
	row("all", &all)
	fmt.Fprintf(&b, "\n%.1f %% of the invalid schemas have an error or a warning. %d of the valid ones have a warning. Not judged:\n\n",
		100*float64(all.refused+all.located)/float64(max(all.invalid, 1)), all.warned)
	for _, reason := range sortedKeys(out) {
		fmt.Fprintf(&b, "- %s: %d\n", reason, out[reason])
	}
	b.WriteString("\nExceptions:\n\n")
	for _, v := range verdicts {
		if v.differs() {
			fmt.Fprintf(&b, "- `%s` (%s) %s\n", v, v.Expected, cmp.Or(exceptions[v.String()], "has no reason yet"))
		}
	}
	return b.String()
}

const tableHeader = `## The W3C XML Schema Test Suite: schemas

Schemas of XSD 1.0 in the folder ` + "`QUARTET_XSTS`" + ` (half of the groups of Microsoft, Sun, Saxon, IBM and Boeing). ` + "`make suite`" + `
prints this table.

| set and group | valid | accepted | invalid | with errors | with warnings | not reported |
|---|---|---|---|---|---|---|
`

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
