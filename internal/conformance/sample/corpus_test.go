//go:build !race

package sample_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/corpus"
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

	"onvif-events": {"wrong order"}, // as wsn-cxf
}

// TestCorpus validates instances of all global elements and types of the valid
// contracts in the directory QUARTET_CORPUS with libxml2.
func TestCorpus(t *testing.T) {
	contracts := corpus.All(t)
	xmllint := interop.Program(t, "xmllint", "libxml2-utils")
	for _, c := range contracts {
		if !c.Valid() {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if reason := unsupported[c.Name]; reason != "" {
				t.Skip(reason)
			}
			t.Parallel()
			checkCase(t, xmllint, c)
		})
	}
}

func model(t *testing.T, c corpus.Contract) *resolve.Model {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: c.Main, Catalogs: c.Catalogs()})
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
	{},
	{Varied: true, Seed: 1, NilAttributes: true},
	{Varied: true},
	{Varied: true, Seed: 2},
	{Varied: true, Seed: 3},
}

func checkCase(t *testing.T, xmllint string, c corpus.Contract) {
	model := model(t, c)
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
		if kind, _, _ := strings.Cut(w.defects[file], " at "); slices.Contains(undetected[c.Name], kind) {
			continue
		}
		t.Errorf("xmllint: an instance with a defect is valid: %s: %s", w.defects[file], file)
	}
}
