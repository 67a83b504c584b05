package main

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/templates/soap"
)

// TestDemo calls every operation over every binding and checks that the records equal those that a direct call of the
// service returns. 'make demo' prints its table.
func TestDemo(t *testing.T) {
	at := time.Date(2026, time.November, 21, 8, 15, 0, 0, time.UTC)
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{}
	callAll(t.Context(), rail.New(railway, func() time.Time { return at }), func(operation string, records any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		want[operation] = records
	})

	printed, _ := start(t, "--clock", at.Format(time.RFC3339))
	out := t.Output()
	fmt.Fprintf(out, "%-36s %-9s %8s %7s %11s\n", "operation", "binding", "records", "bytes", "time")
	for _, binding := range bindings {
		var last recorder
		client, err := realtime.NewClient(address(t, printed), binding, soap.WithHTTPClient(&last))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		callAll(t.Context(), client, func(operation string, records any, err error) {
			took := time.Since(began)
			fmt.Fprintf(out, "%-36s %-9s %8d %7d %8.2f ms\n", operation, binding, reflect.ValueOf(records).Len(), len(last.body), float64(took.Microseconds())/1000)
			if err != nil || !cmp.Equal(records, want[operation]) {
				t.Errorf("%s over %s: %v\n%s", operation, binding, err, cmp.Diff(want[operation], records))
			}
			began = time.Now()
		})
	}
}
