package compiler_test

import (
	"regexp"
	"testing"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/pattern"
)

// TestNameCharacters compares names of one and two characters with the pattern for them.
func TestNameCharacters(t *testing.T) {
	p, err := pattern.Translate(`[\i-[:]][\c-[:]]*`)
	if err != nil {
		t.Fatal(err)
	}
	accepted := regexp.MustCompile(p.Go).MatchString
	for r := rune(1); r <= 0x10FFFF; r++ {
		for _, s := range []string{string(r), "a" + string(r)} {
			if r != 0xFFFD && string(r) == "\uFFFD" { // a surrogate
				continue
			}
			if got, want := xmltree.IsNCName(s), accepted(s); got != want {
				t.Errorf("IsNCName(%+q) is %v, and %v by the pattern", s, got, want)
			}
		}
	}
}
