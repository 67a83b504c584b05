package generator_test

import (
	"context"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates"
)

// TestRailContract compares gen/realtime, the largest golden case, with what the contract generates.
func TestRailContract(t *testing.T) {
	t.Parallel()
	result, err := generator.Generate(context.Background(), generator.Config{
		Contract: railContract, Package: "realtime", Runtime: templates.RuntimePath, ImportPath: "example.com/quartet/gen/realtime", Optional: []string{"page", "soaptest", "validate", "wsse"},
		Command: "go tool quartet generate",
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Diagnostics) > 0 {
		t.Errorf("the contract has diagnostics:\n%s", result.Diagnostics)
	}
	compared, err := result.Compare("../gen/realtime", "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := compared.Diff; diff != "" {
		t.Errorf("gen/realtime is not what the contract generates; run make generate\n%.4000s", diff)
	}
}
