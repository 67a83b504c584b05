package describe

import (
	"strings"
	"testing"
)

// TestUsers says how many operations use a type besides those that are listed.
func TestUsers(t *testing.T) {
	for n, want := range map[int]string{10: "a, a", 11: "a, 1 other operation", 12: "a, 2 other operations"} {
		used := &Type{UsedBy: strings.Split(strings.Repeat("a", n), "")}
		if got := (&markdownWriter{writer: writer{Outline: new(Outline)}}).users(used); !strings.HasSuffix(strings.ReplaceAll(got, "`", ""), want) {
			t.Errorf("%d users: %s, want %s", n, got, want)
		}
	}
}
