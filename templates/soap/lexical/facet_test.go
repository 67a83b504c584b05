package lexical

import (
	"strings"
	"testing"
)

// TestCollapse: white space is collapsed as part 2, section 4.3.6 says, without memory for each word.
func TestCollapse(t *testing.T) {
	for text, want := range map[string]string{"": "", " \t": "", "a": "a", "  a\r\n b ": "a b", "é\u00a0 \tx": "é\u00a0 x"} {
		if got := Collapse.Normalize(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	long := strings.Repeat("1  ", 10_000)
	if n := testing.AllocsPerRun(5, func() { Collapse.Normalize(long) }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}

func TestFacetNames(t *testing.T) {
	for k := Length; k <= FractionDigits; k++ {
		if got, ok := FacetKindOf(k.String()); !ok || got != k {
			t.Errorf("facet %v is found as %v", k, got)
		}
	}
	if _, ok := FacetKindOf("assertion"); ok {
		t.Error("assertion, of XML Schema 1.1, is a facet")
	}
}
