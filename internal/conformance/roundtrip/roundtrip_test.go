package roundtrip

import (
	"context"
	"reflect"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// TestResults checks that a caller receives the records that the service returns,
// with each text in each field.
func TestResults(t *testing.T) {
	t.Parallel()
	lists := make(map[string]any)
	for record, typ := range recordTypes {
		lists[record] = records(typ, allTexts)
	}
	server := serve(t, service(func(_ context.Context, operation string, _ []*string) (any, error) {
		return lists[operationNamed(operation).record], nil
	}))
	t.Run("all", func(t *testing.T) {
		forAll(t, func(t *testing.T, op operation, b soap.Binding) {
			t.Parallel()
			got, err := op.call(t.Context(), dial(t, server, b))
			if err != nil {
				t.Fatal(err)
			}
			if d := difference(got, lists[op.record]); d != "" {
				t.Error(d)
			}
		})
	})
}

// clientWithResponse returns a client that receives the same document for every
// call, without a network.
func clientWithResponse(t testing.TB, b soap.Binding, document string, opts ...soap.ClientOption) *realtime.Client {
	t.Helper()
	answer := func(_ context.Context, call *soap.Call, _ func(context.Context) error) error {
		call.Reply = []byte(document)
		return nil
	}
	client, err := realtime.NewClient("", b, append(opts, soap.WithInterceptors(answer))...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// TestParameters checks that the service receives the caller's parameters. Nil
// and empty parameters are different.
func TestParameters(t *testing.T) {
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		t.Parallel()
		var name string
		var got []*string
		server := serve(t, service(func(_ context.Context, operation string, arguments []*string) (any, error) {
			name, got = operation, append([]*string{}, arguments...)
			return nil, nil
		}))
		client := dial(t, server, b)
		for _, want := range argumentSets(len(op.parameters)) {
			name, got = "", nil
			if _, err := op.call(t.Context(), client, want...); err != nil {
				t.Fatalf("%v with %s", err, show(reflect.ValueOf(want)))
			}
			if name != op.name {
				t.Errorf("got a call of %q, want %q", name, op.name)
			}
			if d := difference(got, want); d != "" {
				t.Errorf("parameters %v: %s", op.parameters, d)
			}
		}
		if _, err := op.callNil(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		if d := difference(got, make([]*string, len(op.parameters))); d != "" {
			t.Errorf("with a nil request: %s", d)
		}
	})
}

// argumentSets returns sets of n arguments: all nil, each text with other texts,
// and each text with nil arguments.
func argumentSets(n int) [][]*string {
	if n == 0 {
		return [][]*string{{}}
	}
	sets := [][]*string{make([]*string, n)}
	for i := range texts {
		set := make([]*string, n)
		for j := range set {
			set[j] = &texts[(i+j)%len(texts)]
		}
		sets = append(sets, set)
		for j := 1; j < n; j++ { // all others are nil
			single := make([]*string, n)
			single[(i+j)%n] = &texts[i]
			sets = append(sets, single)
		}
	}
	return sets
}
