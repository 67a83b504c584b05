package bench

import (
	"fmt"
	"testing"
)

// measure times op. It has been done once before: pools are filled, memory has
// been taken from the system and connections are open.
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

// countError is err, or says that there are not as many records as there should
// be.
func countError(got, want int, err error) error {
	if err == nil && got != want {
		err = fmt.Errorf("%d records, not %d", got, want)
	}
	return err
}
