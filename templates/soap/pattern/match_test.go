package pattern

import (
	"regexp"
	"testing"
)

var patterns = []string{
	`^[A-Z]{2}$`, `^\d{4}-\d{2}$`, `^[A-Z]{1,3}[0-9]+x?$`, `^a*b$`, `^a*ab$`, `^[^a]*a?$`, `^(?:[a-c][0-9])$`, `^(?:a|b)*$`, `^$`, `^x?y?z?x$`, `^x?y?z$`, `^a{0}b$`, `^\p{L}+$`, `^é$`, `^.*$`, `^(?s:.*)$`, `^(?i:ab)$`,
	`^a{2,}b{0,2}c+$`, `^ab|cd$`, `a`, `^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$`,
	`^[^a]*c$`, `^[\x{80}-\x{ff}]$`,
}

// checkPattern compares a pattern with package regexp.
func checkPattern(t *testing.T, expr, text string) {
	p, invalid := NewMatcher(expr)
	re, err := regexp.Compile(expr)
	if (invalid == nil) != (err == nil) {
		t.Fatalf("%q: %v, %v", expr, invalid, err)
	}
	if err == nil && p.Match([]byte(text), nil) != re.MatchString(text) {
		t.Errorf("%q matches %q: %v", expr, text, !re.MatchString(text))
	}
}

// TestPatterns compares patterns with package regexp.
func TestPatterns(t *testing.T) {
	for _, expr := range patterns {
		for _, text := range []string{"", "a", "b", "ab", "aab", "aabbc", "AB", "A1", "ABC12x", "AB\n", "é", "éa", "aé", "xz", "xyz", "xyzx", "x", "z", "1234-56", "1234-567", "c3", "aB", "cd", "en-GB", "\n", "\u0080"} {
			checkPattern(t, expr, text)
		}
	}
	for _, expr := range patterns[:4] {
		p, _ := NewMatcher(expr)
		for _, text := range []string{"", "AB", "A1", "ABC12x", "1234-56", "aab", "ab-"} {
			if _, simple := matchStates(p.states, []byte(text)); p.states == nil || !simple {
				t.Errorf("%q needs the program for %q", expr, text)
			}
		}
	}
}

// FuzzPatterns: the same for all expressions and texts.
func FuzzPatterns(f *testing.F) {
	for _, expr := range patterns {
		f.Add(expr, "ab12")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(expr) < 100 {
			checkPattern(t, "^"+expr+"$", text)
		}
	})
}
