//go:build !race

package sample_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/xsd"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/internal/conformance/sample"
)

// unsupported are the cases of the corpus whose schemas libxml2 does not
// support, with the reason.
var unsupported = map[string]string{
	"onvif-devicemgmt":        nondeterministic,
	"onvif-media":             nondeterministic,
	"onvif-official-security": nondeterministic,
	"onvif-ptz":               nondeterministic,
	"ogc-wfs11":               "two attributes of type ID in one type; libxml2 rejects the schema",
	"axis-comprehensive":      "an attribute precedes a sequence; libxml2 rejects the schema",
	"metro-marshall-rpclit":   "a bound of 47 digits; libxml2 supports 24",
}

const nondeterministic = "a content model is ambiguous (part 1, section 3.8.6); libxml2 rejects the schema"

// undetected are the kinds of defects that libxml2 does not detect, by case.
var undetected = map[string][]string{
	"ogc-csw30": {"missing element"}, // it treats an abstract element without substitutes as optional
	"sugarcrm":  {"violated facet"},  // it accepts empty lists as NMTOKENS and IDREFS
	"wsn-cxf":   {"wrong order"},     // it accepts elements after a wildcard that must precede it
}

// TestCorpus validates instances of all global elements and types of the valid
// contracts in the directory QUARTET_CORPUS with libxml2.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set")
	}
	xmllint := interop.Program(t, "xmllint", "libxml2-utils")
	for _, c := range corpus(t, dir) {
		t.Run(c.name, func(t *testing.T) {
			if reason := unsupported[c.name]; reason != "" {
				t.Skip(reason)
			}
			t.Parallel()
			checkCase(t, xmllint, c)
		})
	}
}

type corpusCase struct {
	name, main string
	read       load.Reader
}

// corpus returns the valid cases of the corpus.
func corpus(t *testing.T, dir string) []corpusCase {
	t.Helper()
	rows := table(t, filepath.Join(dir, "INDEX.tsv"))
	catalog := make(map[string]string)
	for _, row := range table(t, filepath.Join(dir, "_catalog", "INDEX.tsv")) {
		catalog[row[0]] = filepath.Join(dir, "_catalog", row[1])
	}
	read := func(ctx context.Context, uri string) ([]byte, error) {
		if file, ok := catalog[uri]; ok {
			return os.ReadFile(file)
		}
		return load.ReadFile(ctx, uri)
	}
	status := 0
	for i, name := range rows[0] {
		if name == "status" {
			status = i
		}
	}
	var cases []corpusCase
	for _, row := range rows[1:] {
		if strings.HasPrefix(row[status], "ok") {
			cases = append(cases, corpusCase{row[0], filepath.Join(dir, row[0], row[1]), read})
		}
	}
	return cases
}

func table(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func (c corpusCase) model(t *testing.T) *resolve.Model {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: c.main, Read: c.read})
	if set == nil {
		t.Skip(diags)
	}
	model, more := resolve.Resolve(set)
	if more.HasErrors() {
		t.Skip(more)
	}
	return model
}

// modes are the options of the instances of each element and type.
var modes = []sample.Options{
	{Mode: sample.Minimal},
	{Mode: sample.Random, Seed: 1, NilAttributes: true},
	{Mode: sample.Maximal},
	{Mode: sample.Maximal, Variant: 1},
	{Mode: sample.Random, Seed: 2},
}

func checkCase(t *testing.T, xmllint string, c corpusCase) {
	model := c.model(t)
	w := &instances{t: t, g: sample.New(model), dir: t.TempDir()}
	driver := writeSchemas(t, model, w.dir)
	types, elements := model.Schemas.Types, model.Schemas.Elements
	for m, options := range modes {
		options.Budget = 60
		for i, e := range elements {
			// Large contracts: only some modes use all elements.
			if !predefined(e) && (m%2 == 0 && m < 4 || len(elements) < 400 || i%3 == m%3) {
				w.add(w.g.Element(e, options))
			}
		}
		for i, typ := range types {
			c, ok := typ.(*xsd.ComplexType)
			if ok && c.Abstract || predefined(typ) || len(types) > 400 && i%len(modes) != m {
				continue
			}
			w.add(w.g.Type(xsd.QName{Local: "any-type"}, typ, options))
		}
	}
	for _, file := range validate(t, xmllint, driver, w.valid, " fails to validate") {
		t.Errorf("xmllint: %s is not valid, want valid", file)
	}
	for _, file := range validate(t, xmllint, driver, w.invalid, " validates") {
		if kind, _, _ := strings.Cut(w.defects[file], " at "); slices.Contains(undetected[c.name], kind) {
			continue
		}
		t.Errorf("xmllint: an instance with a defect is valid: %s: %s", w.defects[file], file)
	}
}
