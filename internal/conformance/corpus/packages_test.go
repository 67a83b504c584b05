//go:build !race

package corpus_test

import (
	"os"
	"slices"
	"testing"
)

// parted are cases with many namespaces, whose types use each other in many
// ways.
var parted = []string{
	"axis-multiimport", "ebu-tech3356", "ihe-ch-ppq-xacml", "metro-marshall-rpclit", "ogc-csw30", "onvif-events", "partner-wcf", "wsn-cxf",
}

// TestCorpusPackages generates a package for each namespace from a few cases, or
// from those that QUARTET_CORPUS_RUN selects: they compile, vet finds nothing,
// and they read and write every message as without such packages.
func TestCorpusPackages(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("the corpus is not at hand: QUARTET_CORPUS names its folder")
	}
	module := newModule(t)
	cases, _ := corpusCases(t, dir)
	if os.Getenv("QUARTET_CORPUS_RUN") == "" {
		cases = slices.DeleteFunc(cases, func(c *corpusCase) bool { return !slices.Contains(parted, c.name) })
	}
	for _, c := range cases {
		c.shared, c.parted = true, true
		c.generate(t, module)
	}
	buildCases(t, module, cases)
	tripCases(t, module, cases)
	report(t, cases)
	for _, c := range cases {
		for _, p := range []property{generated, built, vetted, tripped, refused} {
			if !c.has(p) {
				t.Errorf("%s is not %s", c.name, propertyNames[p])
			}
		}
	}
}
