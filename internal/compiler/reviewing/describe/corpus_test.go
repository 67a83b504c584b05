package describe_test

import (
	"context"
	"testing"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/internal/conformance/cost"
)

// maxTime bounds the CPU time for the largest contract, ten times what is promised.
const maxTime = 20 * time.Second

// TestCorpus describes the contracts in the folder QUARTET_CORPUS in all formats.
func TestCorpus(t *testing.T) {
	var slowest time.Duration
	slow, samples, failed := "", 0, 0
	contracts := corpus.All(t)
	for _, c := range contracts {
		start := cost.CPU()
		n, bad := describeAll(t, c.Name, generator.Config{Contract: c.Main, Catalogs: []string{c.Catalog}, Lenient: true})
		if d := cost.CPU() - start; d > slowest {
			slowest, slow = d, c.Name
		}
		samples, failed = samples+n, failed+bad
	}
	t.Logf("%d contracts, %d samples, %d cannot be made; the slowest contract, in all formats: %s, %v", len(contracts), samples, failed, slow, slowest.Round(time.Millisecond))
	if slowest > maxTime {
		t.Errorf("%s takes %v", slow, slowest)
	}
}

// describeAll writes a contract in all formats, and returns the number of samples, and of those that cannot be made.
func describeAll(t *testing.T, name string, config generator.Config) (samples, failed int) {
	result, err := generator.OutlineOf(context.Background(), config)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0, 0
	}
	if result.Diagnostics.HasErrors() {
		if result.Outline != nil {
			t.Errorf("%s: errors, and an outline", name)
		}
		return 0, 0
	}
	part, err := result.Outline.Select(nil)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0, 0
	}
	if err := result.AddSamples(context.Background(), part); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, s := range part.Services {
		for _, op := range s.Operations {
			for _, sample := range op.Samples {
				if samples++; sample.Error != "" {
					failed++
					t.Logf("%s: %s over %s: %s", name, op.Name, sample.Binding, sample.Error)
				}
			}
		}
	}
	for _, f := range formats {
		if text, err := f.write(part); err != nil || len(text) == 0 && f.name != "list" {
			t.Errorf("%s: %s: %d bytes, %v", name, f.name, len(text), err)
		}
	}
	checkLinks(t, name, []byte(written(t, part, (*generator.Outline).Markdown)))
	return samples, failed
}
