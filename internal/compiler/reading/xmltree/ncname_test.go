package xmltree

import (
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestNameCharacters compares names of one and two characters with those that the
// run-time accepts, so that contracts and messages may have the same.
func TestNameCharacters(t *testing.T) {
	accepted := func(s string) bool {
		name, ok := xsd.ParseClark([]byte(s))
		return ok && name.Space == "" && s[0] != '{'
	}
	for r := rune(1); r <= 0x10FFFF; r++ {
		for _, s := range []string{string(r), "a" + string(r)} {
			if r != 0xFFFD && string(r) == "\uFFFD" { // a surrogate
				continue
			}
			if got, want := IsNCName(s), accepted(s); got != want {
				t.Errorf("IsNCName(%+q) is %v, and %v in the run-time", s, got, want)
			}
		}
	}
}
