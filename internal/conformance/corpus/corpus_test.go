//go:build !race

package corpus_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/conformance/corpus"
)

// property is a property that every case of the corpus must have.
type property int

const (
	generated    property = iota // the generator reports no errors
	built                        // the output compiles
	vetted                       // go vet reports nothing
	planned                      // every description fits its Go type
	complete                     // every component has a declaration
	roundTripped                 // every message is equivalent after a round trip
	refused                      // messages with a defect are refused
	properties                   // number of properties
)

var propertyNames = [properties]string{"generated", "built", "vetted", "planned", "complete", "round-tripped", "defects refused"}

// corpusCase is a contract of the corpus.
type corpusCase struct {
	name    string
	pkg     string // name and directory of the generated package
	main    string
	catalog []string
	split   bool // each namespace has a separate package
	lenient bool // generate the valid parts of an invalid contract
	model   *resolve.Model
	result  *generator.Result
	reasons [properties][]string // why the case does not have a property
	counts  [properties]int      // number of checks
	planned []string             // import paths of packages with descriptions
}

func (c *corpusCase) fail(p property, format string, args ...any) {
	c.reasons[p] = append(c.reasons[p], fmt.Sprintf(format, args...))
}

// has reports whether the case has a property, and the properties that this one
// requires.
func (c *corpusCase) has(p property) bool {
	switch {
	case len(c.reasons[p]) > 0 || c.result == nil || c.result.Files == nil:
		return false
	case p == generated:
		return true
	}
	return len(c.reasons[built]) == 0
}

// TestCorpus generates packages from the contracts in the directory
// QUARTET_CORPUS, which are published by others. Those of valid contracts must
// have all properties; those that --lenient generates from invalid contracts
// must compile and pass vet. The test logs how many cases have each property.
// The regular expression QUARTET_CORPUS_RUN selects cases.
func TestCorpus(t *testing.T) {
	cases, invalid := corpusCases(t)
	module := newModule(t)
	began := time.Now()
	stage := func(name string) {
		t.Logf("%s after %.0f s", name, time.Since(began).Seconds())
	}
	generateCases(t, module, append(invalid, cases...))
	stage("generated")
	buildCases(t, module, append(invalid, cases...))
	stage("built and vetted")
	program := linkCases(t, module, cases, append(invalid, cases...))
	planCases(t, program, append(invalid, cases...))
	stage("planned")
	for _, c := range cases {
		c.checkComplete(module)
	}
	roundTripCases(t, module, program, cases)
	stage("round-tripped")
	report(t, cases)
	for p := property(0); p < properties; p++ {
		for _, c := range cases {
			if !c.has(p) {
				t.Errorf("%s: want %s", c.name, propertyNames[p])
			}
		}
	}
	for _, c := range invalid {
		if c.result != nil && c.result.Files != nil && !(c.has(built) && c.has(vetted) && c.has(planned)) {
			t.Errorf("%s: lenient output: want %s, %s and %s: %s", c.name, propertyNames[built], propertyNames[vetted], propertyNames[planned], c.reasons)
		}
	}
}

// runtimePath is the import path of the run-time that all packages share.
const runtimePath = "output.example/soap"

// newModule creates a module for the output, with all packages of the run-time.
func newModule(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module output.example\n\ngo 1.23\n"))
	rt, err := generator.GenerateRuntime(runtimePath)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Write(filepath.Join(dir, "soap")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// corpusCases returns the valid and the invalid cases of the corpus.
func corpusCases(t *testing.T) (valid, invalid []*corpusCase) {
	t.Helper()
	selected := regexp.MustCompile(os.Getenv("QUARTET_CORPUS_RUN"))
	for _, contract := range corpus.All(t) {
		if !selected.MatchString(contract.Name) {
			continue
		}
		c := &corpusCase{name: contract.Name, pkg: corpusPackage(contract.Name), main: contract.Main, catalog: contract.Catalogs()}
		if !contract.Valid() {
			c.lenient = true
			invalid = append(invalid, c)
			continue
		}
		c.lenient = needLenient[c.name]
		valid = append(valid, c)
	}
	if len(valid)+len(invalid) == 0 {
		t.Fatalf("no contract matches %s", selected)
	}
	return valid, invalid
}

// corpusPackage returns the package name for a case.
func corpusPackage(name string) string {
	return "c" + strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// needLenient are invalid contracts that the index lists as valid. With --lenient
// they have all properties.
var needLenient = map[string]bool{
	"wsdl2go-w3example2": true, // text before the XML declaration, types without a prefix, a port whose binding does not exist
}

// generateCases generates the packages of all cases, one on each processor.
func generateCases(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	inParallel(cases, func(c *corpusCase) { c.generate(t, module) })
}

// inParallel calls f for each item, from as many goroutines as there are
// processors.
func inParallel[T any](items []T, f func(T)) {
	queue := make(chan T)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for item := range queue {
				f(item)
			}
		}()
	}
	for _, item := range items {
		queue <- item
	}
	close(queue)
	wg.Wait()
}

// generate generates the package of the case into a directory of the module, and
// loads the model for the other checks. It does not call t.FailNow, because it
// runs in a separate goroutine.
func (c *corpusCase) generate(t *testing.T, module string) {
	t.Helper()
	config := generator.Config{Contract: c.main, Catalogs: c.catalog, Package: c.pkg, Runtime: runtimePath, Lenient: c.lenient, Elements: !c.split}
	if c.split {
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
		t.Errorf("%s: got %d files, want none if and only if there are errors:\n%s", c.name, len(result.Files), result.Diagnostics)
	}
	c.result = result
	if result.Files == nil {
		c.fail(generated, "%s", firstLine(result.Diagnostics.Only(diag.Error).String()))
		return
	}
	if err := result.Write(filepath.Join(module, c.pkg), ""); err != nil {
		t.Errorf("%s: %v", c.name, err)
		c.fail(generated, "%v", err)
		c.result = nil
		return
	}
	if c.model, err = c.load(); err != nil {
		t.Errorf("%s: %v", c.name, err)
		c.fail(generated, "%v", err)
		c.result = nil
	}
}

func (c *corpusCase) load() (*resolve.Model, error) {
	set, diags := load.Load(context.Background(), load.Config{Main: c.main, Catalogs: c.catalog, Lenient: c.lenient})
	if set == nil {
		return nil, errors.New(diags.String())
	}
	if c.lenient {
		model, _ := resolve.ResolveLenient(set)
		return model, nil
	}
	model, _ := resolve.Resolve(set)
	return model, nil
}

// report logs how many cases have each property, and for each property that a
// case does not have the first reason.
func report(t *testing.T, cases []*corpusCase) {
	t.Helper()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for p := property(0); p < properties; p++ {
		n, checked, failed := 0, 0, 0
		for _, c := range cases {
			if c.has(p) {
				n++
			}
			checked += c.counts[p]
			if c.counts[p] > 0 {
				failed += len(c.reasons[p])
			}
		}
		detail := ""
		if checked > 0 {
			detail = fmt.Sprintf("%d of %d", checked-failed, checked)
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
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// TestCorpusAllDocuments generates packages from all WSDL documents of the corpus,
// including invalid and incomplete ones. Generate must not return an error, and
// must report diagnostics if it returns no files.
func TestCorpusAllDocuments(t *testing.T) {
	dir := corpus.Folder(t)
	var contracts []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".wsdl" {
			contracts = append(contracts, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	inParallel(contracts, func(path string) {
		result, err := generator.Generate(context.Background(), generator.Config{Contract: path})
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if result.Diagnostics.HasErrors() != (result.Files == nil) {
			t.Errorf("%s: got %d files, want none if and only if there are errors:\n%s", path, len(result.Files), result.Diagnostics)
		}
	})
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
