package pattern_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/pattern"
)

// TestGrowthIsLinear translates patterns with n and 4n alternatives, members of a class and pieces. Work for each pair
// of them would take sixteen times the bytes.
func TestGrowthIsLinear(t *testing.T) {
	for name, build := range map[string]func(n int) string{
		"alternatives": func(n int) string { return strings.Repeat("ab|", n) + "a" },
		"members":      func(n int) string { return "[" + strings.Repeat(`ab\-`, n) + "]" },
		"pieces":       func(n int) string { return strings.Repeat("(a|b)?", n) },
	} {
		measure := func(n int) float64 {
			expr := build(n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := pattern.Translate(expr); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return float64(after.TotalAlloc - before.TotalAlloc)
		}
		small, large := measure(1000), measure(4000)
		if ratio := large / small; ratio > 8 {
			t.Errorf("%s: a pattern of four times the length takes %.1f times the memory", name, ratio)
		}
	}
}

// BenchmarkAlternatives measures patterns with many alternatives.
func BenchmarkAlternatives(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		expr := strings.Builder{}
		for i := range n {
			fmt.Fprintf(&expr, "v%d|", i)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				if _, err := pattern.Translate(expr.String()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
