package spelling

import "testing"

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 2, 0},
		{"addr", "addr", 2, 0},
		{"adr", "addr", 2, 1},
		{"addr", "adr", 2, 1},
		{"adddr", "adder", 2, 1},
		{"kitten", "sitting", 3, 3},
		{"a", "abcd", 2, 3}, // more than the limit
		{"abcd", "", 2, 3},
	} {
		if got := Distance(test.a, test.b, test.limit); got != test.want {
			t.Errorf("from %q to %q it is %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
