package generator_test

import (
	"context"
	"testing"

	"example.com/quartet/generator"
)

// TestRailContract holds gen/realtime against the contract, which is the
// largest golden case.
func TestRailContract(t *testing.T) {
	t.Parallel()
	result, err := generator.Generate(context.Background(), generator.Config{Contract: railContract, Package: "realtime"})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Diagnostics) > 0 {
		t.Errorf("the contract has findings:\n%s", result.Diagnostics)
	}
	diff, err := result.Diff("../gen/realtime")
	if err != nil {
		t.Fatal(err)
	}
	if diff != "" {
		t.Errorf("gen/realtime is not what the contract generates; run make generate\n%.4000s", diff)
	}
}
