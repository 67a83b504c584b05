package lint_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/lint"
)

// TestRequirements checks that each number that a rule names is in the table of requirements, and that each requirement has a rule or a
// reason.
func TestRequirements(t *testing.T) {
	known := make(map[string]bool)
	all := lint.Requirements()
	for i, r := range all {
		known[r.Number] = true
		if i > 0 && r.Number <= all[i-1].Number {
			t.Errorf("%s is after %s", r.Number, all[i-1].Number)
		}
		if r.Summary == "" || (len(r.Rules) == 0) == (r.Reason == "") {
			t.Errorf("%s has summary %q, rules %q and reason %q", r.Number, r.Summary, r.Rules, r.Reason)
		}
	}
	rules := slices.Clone(diag.Rules)
	for _, rule := range lint.Rules() {
		rules = append(rules, rule.Rule)
	}
	number := regexp.MustCompile(`R[0-9]{4}`)
	for _, rule := range rules {
		for _, n := range number.FindAllString(rule.Source, -1) {
			if !known[n] {
				t.Errorf("%s names %s, which is not in the table", rule.ID, n)
			}
		}
		if n, ok := strings.CutPrefix(rule.ID, "bp-"); ok && !strings.Contains(rule.Source, "WS-I Basic Profile 1.1 "+strings.ToUpper(n)) {
			t.Errorf("the source of %s is %q", rule.ID, rule.Source)
		}
	}
}
