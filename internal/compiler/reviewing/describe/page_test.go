package describe_test

import (
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reviewing/describe"
)

// TestUsers says how many operations use a type besides those that are listed.
func TestUsers(t *testing.T) {
	for n, want := range map[int]string{10: "a, a.", 11: "a, 1 other operation.", 12: "a, 2 other operations."} {
		used := &describe.Type{TypeRef: describe.TypeRef{Name: describe.Name{Name: "t"}}, Kind: "complex", UsedBy: strings.Split(strings.Repeat("a", n), "")}
		got := written(t, &generator.Outline{Types: []*describe.Type{used}}, (*generator.Outline).Markdown)
		if !strings.Contains(strings.ReplaceAll(got, "`", ""), want) {
			t.Errorf("%d users: %s, want %s", n, got, want)
		}
	}
}
