package generator_test

import (
	"context"
	"math/rand"
	"path/filepath"
	"regexp"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/directive"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/conformance/interop"
)

// tokens matches what mutate changes: tags, and the values of attributes.
var tokens = regexp.MustCompile(`<[^<>]*>|"[^"<>]*"`)

// mutate duplicates, removes or replaces one to three tokens of a document.
func mutate(random *rand.Rand, text []byte) []byte {
	for range 1 + random.Intn(3) {
		found := tokens.FindAllIndex(text, -1)
		if len(found) < 2 {
			return text
		}
		at, other := found[random.Intn(len(found))], found[random.Intn(len(found))]
		with := text[other[0]:other[1]]
		switch random.Intn(4) {
		case 0:
			with = nil
		case 1:
			with = append(text[at[0]:at[1]:at[1]], with...)
		}
		text = append(append(text[:at[0]:at[0]], with...), text[at[1]:]...)
	}
	return text
}

// thorough is set in CI and in 'make race', whose tests try what takes 'make test' too much time.
var thorough = interop.InCI() || cost.RaceDetector

// TestMutatedContracts generates from mutated contracts of the cases. The generator
// must not fail, and its output must compile, also if the contract has errors and is
// read leniently.
func TestMutatedContracts(t *testing.T) {
	t.Parallel()
	checker := newTypeChecker(t)
	rounds := 2
	if thorough {
		rounds = 8
	}
	for i, c := range loadCases(t) {
		random := rand.New(rand.NewSource(int64(i)))
		path := filepath.Join(t.TempDir(), "contract.wsdl")
		for round := range rounds {
			contract := mutate(random, c.Part(c.contract(t)))
			writeFile(t, path, contract)
			config := generator.Config{Contract: path, Runtime: golden.Runtime, Lenient: (i+round)%2 == 1}
			result, err := generator.Generate(context.Background(), config)
			if err != nil {
				t.Fatalf("%v, from\n%s", err, contract)
			}
			if !config.Lenient && result.Diagnostics.HasErrors() != (result.Files == nil) {
				t.Fatalf("%d files, and the diagnostics\n%s", len(result.Files), result.Diagnostics)
			}
			if result.Files == nil {
				continue
			}
			for _, f := range result.Files {
				if found := directive.InFile(f.Name, f.Data); len(found) > 0 {
					t.Errorf("%s has lines that a tool obeys: %q, from\n%s", f.Name, found, contract)
				}
			}
			if err := checker.checkPackage(result.Files); err != nil {
				t.Fatalf("%s: %v, from\n%s\nwith\n%s", c.Name, err, contract, result.Diagnostics)
			}
		}
	}
}
