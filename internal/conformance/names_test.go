package conformance_test

import (
	"testing"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/xsd"
)

// TestNameCharacters checks that the compiler and the run-time agree on the characters of names (XML 1.0, fifth edition,
// section 2.3). The run-time has a table of its own, because every program with generated code takes it along.
func TestNameCharacters(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		for _, name := range []string{string(r), "a" + string(r)} {
			if _, ok := xsd.ParseClark([]byte(name)); ok != xmltree.IsNCName(name) {
				t.Errorf("%q (%U) is a name: the run-time says %t, the compiler %t", name, r, ok, !ok)
			}
		}
	}
	for _, name := range []string{"", ":", "a:b", ":a", "a:", "\xff", "a\xff", "a\xed\xa0\x80"} {
		if _, ok := xsd.ParseClark([]byte(name)); ok || xmltree.IsNCName(name) {
			t.Errorf("%q is a name without a colon: the run-time says %t, the compiler %t", name, ok, xmltree.IsNCName(name))
		}
	}
}
