package passenger

import "testing"

// TestInk compares the colors of text on lines: the wanted one if it can be read, else black or white.
func TestInk(t *testing.T) {
	for _, c := range []struct{ color, wanted, want string }{
		{"1f4e79", "ffffff", "ffffff"}, {"ffff00", "ffffff", "000000"}, {"ffff00", "", "000000"}, {"000000", "333333", "ffffff"}, {"777777", "", "000000"},
		{"0000ff", "", "ffffff"}, {"ffffff", "ffffff", "000000"},
	} {
		if got := ink(c.color, c.wanted); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.wanted, c.color, got, c.want)
		}
	}
	if got := contrast("000000", "ffffff"); got != 21 {
		t.Errorf("black on white: %v", got)
	}
}
