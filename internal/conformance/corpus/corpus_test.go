//go:build !race

package corpus_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/resolve"
)

// property is something that holds for a case of the corpus or does not.
type property int

const (
	generated property = iota // output without errors
	built                     // it compiles
	vetted                    // go vet finds nothing
	complete                  // everything in the contract is there
	tripped                   // every message comes back as it was
	refused                   // messages with a defect are refused
	properties
)

var propertyNames = [properties]string{"generated", "built", "vetted", "complete", "round-tripped", "defects refused"}

// corpusCase is a contract of the corpus.
type corpusCase struct {
	name    string
	pkg     string // name and folder of the package
	main    string
	catalog []string
	shared  bool // the run-time support is a package of its own
	parted  bool // and so is each namespace
	lenient bool // it is flawed, and what can be generated is
	model   *resolve.Model
	result  *generator.Result
	reasons [properties][]string // why it does not have a property
	counts  [properties]int      // what was looked at
}

func (c *corpusCase) fail(p property, format string, args ...any) {
	c.reasons[p] = append(c.reasons[p], fmt.Sprintf(format, args...))
}

// has reports whether the case has a property, and all that it needs for it.
func (c *corpusCase) has(p property) bool {
	switch {
	case len(c.reasons[p]) > 0 || c.result == nil || c.result.Files == nil:
		return false
	case p == generated:
		return true
	}
	return len(c.reasons[built]) == 0
}

// TestCorpus generates from the contracts in the folder QUARTET_CORPUS, which
// were found in the wild, and tells how many of the valid ones are generated
// from, compile, pass vet, are complete, and read and write every message
// without loss: all have to. What is left over of the others where --lenient is
// has to compile and to pass vet. QUARTET_CORPUS_RUN, a regular expression,
// selects cases.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("the corpus is not at hand: QUARTET_CORPUS names its folder")
	}
	cases, flawed := corpusCases(t, dir)
	module := newModule(t)
	began := time.Now()
	stage := func(name string) {
		t.Logf("%s after %.0f s", name, time.Since(began).Seconds())
	}
	for i, c := range cases {
		c.shared = i%8 > 0 // it saves most of the time; what has a copy is as users have it
		c.generate(t, module)
	}
	for _, c := range flawed {
		c.shared = true
		c.generate(t, module)
	}
	stage("generated")
	buildCases(t, module, append(flawed, cases...))
	stage("built and vetted")
	for _, c := range cases {
		c.checkComplete(module)
	}
	tripCases(t, module, cases)
	stage("round-tripped")
	report(t, cases)
	for p := property(0); p < properties; p++ {
		for _, c := range cases {
			if !c.has(p) {
				t.Errorf("%s: not %s", c.name, propertyNames[p])
			}
		}
	}
	for _, c := range flawed {
		if c.result != nil && c.result.Files != nil && !(c.has(built) && c.has(vetted)) {
			t.Errorf("%s: what is left over is not %s and %s: %s", c.name, propertyNames[built], propertyNames[vetted], c.reasons)
		}
	}
}

// newModule makes a module for output, and has the shared run-time support in it
// as the package soaprt.
func newModule(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module output.example\n\ngo 1.23\n"))
	support, err := generator.GenerateRuntime("soaprt")
	if err != nil {
		t.Fatal(err)
	}
	if err := support.Write(filepath.Join(dir, "soaprt")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// corpusCases returns the valid and the flawed cases of the corpus.
func corpusCases(t *testing.T, dir string) (valid, flawed []*corpusCase) {
	t.Helper()
	selected := regexp.MustCompile(os.Getenv("QUARTET_CORPUS_RUN"))
	f, err := os.Open(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	status := slices.Index(rows[0], "status")
	for _, row := range rows[1:] {
		if !selected.MatchString(row[0]) {
			continue
		}
		c := &corpusCase{name: row[0], pkg: corpusPackage(row[0]), main: filepath.Join(dir, row[0], filepath.FromSlash(row[1]))}
		if row[status] == "ok-with-catalog" {
			c.catalog = []string{filepath.Join(dir, "_catalog", "catalog.xml")}
		}
		if !strings.HasPrefix(row[status], "ok") {
			c.lenient = true
			flawed = append(flawed, c)
			continue
		}
		c.lenient = mistaken[c.name]
		valid = append(valid, c)
	}
	if len(valid)+len(flawed) == 0 {
		t.Fatalf("%s: there are no cases", dir)
	}
	return valid, flawed
}

// corpusPackage makes the name of a package from that of a case.
func corpusPackage(name string) string {
	return "c" + strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// mistaken are contracts that the index calls valid though they are not: they
// have every property if --lenient is given.
var mistaken = map[string]bool{
	"wsdl2go-w3example2": true, // text in front of the XML declaration, types without a prefix, a port whose binding does not exist
}

// generate generates from the case into a folder of the module, and loads its
// model for the other checks.
func (c *corpusCase) generate(t *testing.T, module string) {
	t.Helper()
	config := generator.Config{Contract: c.main, Catalogs: c.catalog, Package: c.pkg, Lenient: c.lenient}
	if c.shared {
		config.Runtime = "output.example/soaprt"
	}
	if c.parted {
		config.Module, config.ImportPath = "output.example", "output.example/"+c.pkg
		config.Packages = []generator.NamespacePackage{{Namespace: generator.AllNamespaces, ImportPath: config.ImportPath}}
	}
	result, err := generator.Generate(context.Background(), config)
	switch {
	case err != nil:
		t.Errorf("%s: %v", c.name, err)
		c.fail(generated, "%v", err)
		return
	case !c.lenient && result.Diagnostics.HasErrors() != (result.Files == nil):
		t.Errorf("%s: %d files, and the diagnostics\n%s", c.name, len(result.Files), result.Diagnostics)
	}
	c.result = result
	if result.Files == nil {
		c.fail(generated, "%s", firstLine(result.Diagnostics.Only(diag.Error).String()))
		return
	}
	if err := result.Write(filepath.Join(module, c.pkg)); err != nil {
		t.Fatal(err)
	}
	c.model = c.load(t)
}

func (c *corpusCase) load(t *testing.T) *resolve.Model {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: c.main, Catalogs: c.catalog})
	if set == nil {
		t.Fatalf("%s: %s", c.name, diags)
	}
	if c.lenient {
		model, _ := resolve.ResolveLenient(set)
		return model
	}
	model, _ := resolve.Resolve(set)
	return model
}

// report prints the rates and the first reason of every case that lacks
// something.
func report(t *testing.T, cases []*corpusCase) {
	t.Helper()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for p := property(0); p < properties; p++ {
		n, looked, failed := 0, 0, 0
		for _, c := range cases {
			if c.has(p) {
				n++
			}
			looked += c.counts[p]
			if c.counts[p] > 0 {
				failed += len(c.reasons[p])
			}
		}
		detail := ""
		if looked > 0 {
			detail = fmt.Sprintf("%d of %d", looked-failed, looked)
		}
		fmt.Fprintf(w, "%s\t%d of %d\t%.1f %%\t%s\t\n", propertyNames[p], n, len(cases), 100*float64(n)/float64(max(1, len(cases))), detail)
	}
	w.Flush()
	for p := property(0); p < properties; p++ {
		for _, c := range cases {
			if len(c.reasons[p]) > 0 {
				fmt.Fprintf(&b, "%s: %s: %d: %.600s\n", propertyNames[p], c.name, len(c.reasons[p]), c.reasons[p][0])
			}
		}
	}
	t.Logf("\n%s", b.String())
	if name := os.Getenv("QUARTET_CORPUS_REPORT"); name != "" {
		writeFile(t, name, []byte(b.String()+allReasons(cases)))
	}
}

// allReasons lists the reasons at length.
func allReasons(cases []*corpusCase) string {
	var b strings.Builder
	b.WriteString("\nALL\n")
	for _, c := range cases {
		for p, reasons := range c.reasons {
			for _, r := range reasons[:min(len(reasons), 40)] {
				fmt.Fprintf(&b, "%s: %s: %.2000s\n", propertyNames[p], c.name, r)
			}
		}
	}
	return b.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// TestCorpusFolder generates from all WSDL documents of the corpus, flawed and
// partial ones too: the generator never fails.
func TestCorpusFolder(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("the corpus is not at hand: QUARTET_CORPUS names its folder")
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".wsdl" {
			return err
		}
		result, err := generator.Generate(context.Background(), generator.Config{Contract: path})
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if result.Diagnostics.HasErrors() != (result.Files == nil) {
			t.Errorf("%s: %d files, and the diagnostics\n%s", path, len(result.Files), result.Diagnostics)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
