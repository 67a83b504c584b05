package roundtrip

import (
	"context"
	"fmt"
	"testing"

	"example.com/quartet/templates/soap"
)

// forPairs runs a test for each pair of bindings: front is the binding of a bridge's clients, and back the binding of its
// backend.
func forPairs(t *testing.T, test func(t *testing.T, front, back soap.Binding)) {
	for _, front := range bindings {
		for _, back := range bindings {
			t.Run(fmt.Sprintf("%s to %s", front, back), func(t *testing.T) { test(t, front, back) })
		}
	}
}

// TestBridgeKeepsValues calls operations through NewHandler(client), a bridge
// between two bindings. Parameters and results must not change.
func TestBridgeKeepsValues(t *testing.T) {
	lists := make(map[string]any)
	for record, typ := range recordTypes {
		lists[record] = records(typ, 5)
	}
	lists["objStation"] = records(recordTypes["objStation"], allTexts)
	forPairs(t, func(t *testing.T, front, back soap.Binding) {
		t.Parallel()
		var got []*string
		backend := serve(t, service(func(_ context.Context, operation string, arguments []*string) (any, error) {
			got = append([]*string{}, arguments...)
			return lists[operationNamed(operation).record], nil
		}))
		bridge := dial(t, serve(t, dial(t, backend, back)), front)
		for i, op := range operations {
			sets := argumentSets(len(op.parameters))
			for _, want := range [][]*string{sets[0], sets[i%len(sets)], sets[len(sets)-1-i%len(sets)]} {
				result, err := op.call(t.Context(), bridge, want...)
				if err != nil {
					t.Fatalf("%s: %v", op.name, err)
				}
				if d := difference(got, want); d != "" {
					t.Errorf("%s: parameters: %s", op.name, d)
				}
				if d := difference(result, lists[op.record]); d != "" {
					t.Errorf("%s: %s", op.name, d)
				}
			}
		}
	})
}
