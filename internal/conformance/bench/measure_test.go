package bench

import (
	"fmt"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
)

// measure times op. It first runs op once, which fills pools, allocates memory from the
// system and opens connections.
func measure(b *testing.B, op func() error) {
	b.Helper()
	if err := op(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := op(); err != nil {
			b.Fatal(err)
		}
	}
}

// measureRatio reports how many times as fast as other op is, as the metric times. Both run in turn, and their CPU time is compared,
// which other programs of the machine hardly change.
func measureRatio(b *testing.B, op, other func() error) {
	b.Helper()
	took := func(f func() error) time.Duration {
		start := cost.CPU()
		for range 10 {
			if err := f(); err != nil {
				b.Fatal(err)
			}
		}
		return cost.CPU() - start
	}
	var own, others time.Duration
	for b.Loop() {
		own += took(op)
		others += took(other)
	}
	b.ReportMetric(float64(others)/float64(max(own, 1)), "times")
	b.ReportMetric(0, "ns/op")
}

// countError returns err or, if that is nil, an error if the number of records is not the
// wanted one.
func countError(got, want int, err error) error {
	if err == nil && got != want {
		err = fmt.Errorf("%d records, want %d", got, want)
	}
	return err
}
