package generator_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// construct is a construct of WSDL, SOAP or XML Schema: a line of
// testdata/constructs.tsv.
type construct struct {
	name, section string
	found         *regexp.Regexp // matches the construct in a contract; nil: cases name it in their comments
}

const (
	constructsFile   = "testdata/constructs.tsv"
	capabilitiesFile = "CAPABILITIES.md"
	suiteFiles       = "testdata/suites/*.txt"
	shows            = "Shows:" // starts the line in the comment of a case that names constructs
)

func loadConstructs(t testing.TB) []construct {
	t.Helper()
	text := testfile.Read(t, constructsFile)
	var all []construct
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			t.Fatalf("%s:%d: want three columns", constructsFile, n+1)
		}
		c := construct{name: cells[0], section: cells[1]}
		if cells[2] != "" {
			c.found = regexp.MustCompile(cells[2])
		}
		all = append(all, c)
	}
	return all
}

// TestCapabilities compares CAPABILITIES.md with the cases. For every construct the page
// has its status, generated or reported, and the cases that show it. 'make golden'
// rewrites the page. The test fails if no case shows a construct.
func TestCapabilities(t *testing.T) {
	cases := loadCases(t)
	constructs := loadConstructs(t)
	checkShows(t, cases, constructs)
	var page bytes.Buffer
	page.WriteString(capabilitiesHeader)
	for _, c := range constructs {
		status, names := c.shownBy(cases)
		if status == "" {
			t.Errorf("no case in testdata shows %s", c.name)
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", c.name, c.section, status, strings.Join(names, ", "))
	}
	appendSuites(t, &page)
	golden.File(t, capabilitiesFile, *update, page.Bytes())
}

// appendSuites appends the tables of test suites, which package suite writes.
func appendSuites(t *testing.T, page *bytes.Buffer) {
	t.Helper()
	files := testfile.Names(t, suiteFiles)
	for _, name := range files {
		text := testfile.Read(t, name)
		page.WriteByte('\n')
		page.Write(text)
	}
}

const capabilitiesHeader = `# Supported constructs

This page lists the constructs of WSDL, SOAP and XML Schema with their status and the test cases that show them. Quartet
generates code for a construct with the status "generated", and prints a diagnostic for one with the status "reported". The
generated code of cases in bold is also run by a test.

W is WSDL 1.1, W12 its binding extension for SOAP 1.2, S is SOAP 1.1, and S1 and S2 are XML Schema 1.0 parts 1 and 2.
` + "`make golden`" + ` writes this page from the cases in testdata, and
from the results of test suites.

| construct | section | status | shown by |
|---|---|---|---|
`

// checkShows reports names in the comments of cases that are not constructs.
func checkShows(t *testing.T, cases []*testCase, constructs []construct) {
	for _, c := range cases {
		for _, name := range c.shows() {
			if !slices.ContainsFunc(constructs, func(k construct) bool { return k.name == name }) {
				t.Errorf("%s shows %q, which is not in %s", c.Name, name, constructsFile)
			}
		}
	}
}

// shows returns the constructs that the comment names.
func (c *testCase) shows() []string { return c.Listed(shows) }

const maxShown = 3 // cases listed for a construct

// shownBy returns the status of a construct and links to the cases that show it, first
// those with a behaviour test; the status is "" if no case shows it.
func (c *construct) shownBy(cases []*testCase) (status string, names []string) {
	var tested, generated, reported []string
	for _, k := range cases {
		switch found, diagnosed := k.has(c); {
		case !found:
		case diagnosed:
			reported = append(reported, link(k.Name))
		case k.Part(golden.Behaviour) != nil:
			if tested = append(tested, "**"+link(k.Name)+"**"); len(tested) == maxShown {
				return "generated", tested
			}
		case k.generates():
			generated = append(generated, link(k.Name))
		}
	}
	if all := slices.Concat(tested, generated); len(all) > 0 {
		return "generated", all[:min(len(all), maxShown)]
	}
	if len(reported) > 0 {
		return "reported", reported[:min(len(reported), maxShown)]
	}
	return "", nil
}

func link(name string) string { return "[" + name + "](testdata/" + name + ".txtar)" }

func (c *testCase) generates() bool {
	return slices.ContainsFunc(c.Archive.Files, func(f txtar.File) bool { return f.Name == golden.Declared || strings.HasPrefix(f.Name, golden.Want) })
}

// notGenerated matches diagnostics about constructs that are not supported.
var notGenerated = regexp.MustCompile(`^(\S+):(\d+):\d+: .*(is not supported|left out|is not generated|is not enforced)`)

// has reports whether a case contains a construct, and whether a diagnostic on the same
// line says that it is not supported.
func (c *testCase) has(k *construct) (found, diagnosed bool) {
	named := slices.Contains(c.shows(), k.name)
	lines := make(map[string]bool) // lines with the construct, as FILE:LINE
	for _, f := range c.Archive.Files {
		if k.found == nil || !golden.IsSource(f.Name) {
			continue
		}
		for _, at := range k.found.FindAllIndex(f.Data, -1) {
			found = true
			for line := 1 + bytes.Count(f.Data[:at[0]], []byte("\n")); line <= 1+bytes.Count(f.Data[:at[1]], []byte("\n")); line++ {
				lines[f.Name+":"+strconv.Itoa(line)] = true
			}
		}
	}
	for _, line := range strings.Split(string(c.Part(golden.Diagnostics)), "\n") {
		if m := notGenerated.FindStringSubmatch(line); m != nil && (named || lines[m[1]+":"+m[2]]) {
			diagnosed = true
		}
	}
	return found || named, diagnosed
}
