//go:build !race

package corpus_test

import (
	"os"
	"slices"
	"testing"
)

// splitCases are cases with many namespaces whose types refer to each other.
var splitCases = []string{
	"axis-multiimport", "ebu-tech3356", "ihe-ch-ppq-xacml", "metro-marshall-rpclit", "ogc-csw30", "onvif-events", "partner-wcf", "wsn-cxf",
}

// TestCorpusPackages generates a package for each namespace of splitCases, or of
// the cases that QUARTET_CORPUS_RUN selects. The packages must compile, pass vet,
// and read and write every message without loss.
func TestCorpusPackages(t *testing.T) {
	module := newModule(t)
	cases, _ := corpusCases(t)
	if os.Getenv("QUARTET_CORPUS_RUN") == "" {
		cases = slices.DeleteFunc(cases, func(c *corpusCase) bool { return !slices.Contains(splitCases, c.name) })
	}
	for _, c := range cases {
		c.split = true
	}
	generateCases(t, module, cases)
	buildCases(t, module, cases)
	program := linkCases(t, module, cases, cases)
	planCases(t, program, cases)
	roundTripCases(t, module, program, cases)
	report(t, cases)
	for _, c := range cases {
		for _, p := range []property{generated, built, vetted, planned, roundTripped, refused} {
			if !c.has(p) {
				t.Errorf("%s: want %s", c.name, propertyNames[p])
			}
		}
	}
}
