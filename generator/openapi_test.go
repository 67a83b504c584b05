package generator_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
)

// schemaNames returns the names of the schemas in the description of a contract in OpenAPI.
func schemaNames(t *testing.T, config generator.Config) []string {
	t.Helper()
	result, err := generator.OutlineOf(t.Context(), config)
	if err != nil || result.Outline == nil {
		t.Fatal(err, result)
	}
	text, err := result.OpenAPI(t.Context())
	var document struct {
		Components struct{ Schemas map[string]any }
	}
	if err = errors.Join(err, json.Unmarshal(text, &document)); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(document.Components.Schemas))
}

// TestSchemaNames compares the names of schemas with those that the generated handler of the case has.
func TestSchemaNames(t *testing.T) {
	cases, err := golden.Cases("testdata")
	i := slices.IndexFunc(cases, func(c *golden.Case) bool { return c.Name == "anonymous-types" })
	if err != nil || i < 0 {
		t.Fatal(err, cases)
	}
	dir := t.TempDir()
	names := filepath.Join(dir, generator.NamesFile)
	err = errors.Join(err, os.WriteFile(names, cases[i].Part("want/"+generator.NamesFile), 0o600))
	got := schemaNames(t, generator.Config{Contract: "anonymous-types.wsdl", Input: cases[i].Part("anonymous-types.wsdl"), Dir: dir})
	if err != nil || !slices.Equal(got, []string{"GetLine", "LinePrice", "OrderLine", "ProblemDetails"}) {
		t.Errorf("the schemas are %s, %v", got, err)
	}
}
