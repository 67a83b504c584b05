package feed

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestPollTiming(t *testing.T) {
	at := func(random float64) pollTiming {
		return pollTiming{20 * time.Second, func() float64 { return random }}
	}
	failed := errors.New("failed")
	wait := fmt.Errorf("reading: %w", &retryError{failed, 2 * time.Minute})
	for _, test := range []struct {
		random   float64
		failures int
		err      error
		want     time.Duration
	}{
		{0.5, 0, nil, 20 * time.Second},
		{0, 0, nil, 18 * time.Second},
		{1, 0, nil, 22 * time.Second},
		{0.5, 1, failed, 20 * time.Second},
		{0.5, 2, failed, 40 * time.Second},
		{0.5, 3, failed, 80 * time.Second},
		{0.5, 5, failed, 5 * time.Minute},
		{0.5, 1000000, failed, 5 * time.Minute},
		{0, 5, failed, 225 * time.Second},
		{1, 5, failed, 375 * time.Second},
		{0.5, 1, wait, 2 * time.Minute},
		{0.5, 5, wait, 5 * time.Minute},
	} {
		if got := at(test.random).wait(test.failures, test.err); got != test.want {
			t.Errorf("after %d failures, %v, at random %v: %v, want %v", test.failures, test.err, test.random, got, test.want)
		}
	}
}
