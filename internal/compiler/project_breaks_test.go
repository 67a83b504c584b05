package compiler_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reviewing/diff"
)

// TestAddBreaks adds a break to the second contract of a file, which stays as it is otherwise. "BREAKS" marks the place.
func TestAddBreaks(t *testing.T) {
	tests := map[string]string{
		"indented":          "contracts:\n  - contract: a\n  - contract: b\n    BREAKS\n# end\n",
		"not indented":      "contracts:\n- contract: a\n- contract: b\n  BREAKS\n",
		"dash on a line":    "contracts:\n  -\n    contract: a\n  -\n    contract: b\n    # comment\n    BREAKS\n  -\n    contract: c\n",
		"carriage return":   "contracts:\r\n  - contract: a\r\n  - contract: b\r\n    BREAKS\r\n\r\n# end\r\n",
		"byte order mark":   "\ufeffcontracts:\n  - contract: a\n  - contract: b\n    BREAKS\n",
		"keys follow":       "contracts:\n  - contract: a\n  - contract: b\n    BREAKS\nbreaks:\n  - {rule: go-removed, component: c, reason: r}\n",
		"anchor and alias":  "contracts:\n  - contract: a\n    breaks: &w [{rule: go-removed, component: c, reason: &r r}]\n  - contract: b\n    suppress: [{rule: r, reason: *r}] # alias\n    BREAKS\n",
		"in braces":         "contracts: [{contract: a}, {contract: b}]\n",
		"dash with comment": "contracts:\n  - contract: a\n  - contract: b\n  - # comment\n    contract: c\n",
		"document end":      "contracts:\n  - contract: a\n  - contract: b\n...\n",
		"alias":             "breaks: &x\n  - {rule: go-removed, component: c, reason: r}\ncontracts:\n  - contract: a\n  - contract: b\n    breaks: *x\n",
	}
	hostile := diff.Acceptance{Rule: "go-removed", Component: "type \"a\": #\n- b", Reason: "\u2028 *x \\"}
	for name, want := range tests {
		text, rest, possible := strings.Cut(want, "BREAKS")
		newline := rest[:strings.Index(rest, "\n")+1]
		indent := text[strings.LastIndex(text, "\n")+1:]
		before := strings.TrimSuffix(text, indent) + strings.TrimPrefix(rest, newline)
		after, err := project.AddBreaks([]byte(before), nil, 1, []diff.Acceptance{hostile})
		if !possible {
			if err == nil || !strings.Contains(err.Error(), "by hand:\n") {
				t.Errorf("%s: got %q and error %v, want an error that says to add them by hand", name, after, err)
			}
			continue
		}
		added := strings.Join([]string{"breaks:", `  - rule: go-removed`, `    component: "type \"a\": #\n- b"`, `    reason: "\u2028 *x \\"`}, newline+indent)
		if got := string(after); err != nil || got != text+added+rest {
			t.Errorf("%s: got %q, %v\nwant %q", name, got, err, text+added+rest)
		}
	}
}
