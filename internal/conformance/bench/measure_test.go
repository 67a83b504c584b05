package bench

import (
	"fmt"
	"testing"
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

// countError returns err or, if that is nil, an error if the number of records is not the
// wanted one.
func countError(got, want int, err error) error {
	if err == nil && got != want {
		err = fmt.Errorf("%d records, want %d", got, want)
	}
	return err
}
