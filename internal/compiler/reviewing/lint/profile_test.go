package lint_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/lint"
)

// profileRules has the requirements of the WS-I Basic Profile 1.1 on contracts for which there are rules, and profileWithoutRule those
// without a rule, by the reason. Requirements on messages, on the programs that send and receive them, and on registries are omitted.
var (
	profileRules = strings.Fields("R2001 R2002 R2003 R2004 R2005 R2007 R2010 R2011 R2022 R2023 R2026 R2028 R2029 R2101 R2102 R2105 R2110 R2111 " +
		"R2112 R2201 R2203 R2204 R2205 R2206 R2209 R2210 R2303 R2304 R2305 R2306 R2401 R2701 R2702 R2705 R2706 R2710 " +
		"R2711 R2716 R2717 R2718 R2720 R2721 R2723 R2726 R2740 R2749 R2754 R2801 R2803 R4003 R4004 R4005 R5001")

	profileWithoutRule = map[string]string{
		"it is about programs that read a contract":                 "R2008 R2027 R2747",
		"it is a permission":                                        "R2009 R2020 R2021 R2024 R2114 R2202 R2207 R2208 R2302 R2709 R2719 R2722 R2800 R4002",
		"a contract does not show whether it is met":                "R2025 R2741",
		"it defines how a contract is read, and Quartet follows it": "R2707 R2728 R2748 R2751",
	}
)

var profileNumber = regexp.MustCompile(`R[0-9]{4}`)

// profileNumbers returns the requirements that each rule names.
func profileNumbers() map[string][]string {
	rules := slices.Clone(diag.Rules)
	for _, rule := range lint.Rules() {
		rules = append(rules, rule.Rule)
	}
	numbers := make(map[string][]string)
	for _, rule := range rules {
		_, profile, _ := strings.Cut(rule.Source, "WS-I Basic Profile 1.1 ")
		numbers[rule.ID] = profileNumber.FindAllString(profile, -1)
	}
	return numbers
}

// TestRequirements compares the requirements that rules name with the tables.
func TestRequirements(t *testing.T) {
	named := make(map[string]bool)
	for id, numbers := range profileNumbers() {
		for _, n := range numbers {
			named[n] = true
			if !slices.Contains(profileRules, n) {
				t.Errorf("%s names %s, which is not in the table", id, n)
			}
		}
		if n, ok := strings.CutPrefix(id, "bp-"); ok && !slices.Contains(numbers, strings.ToUpper(n)) {
			t.Errorf("the source of %s has the requirements %q", id, numbers)
		}
	}
	for _, n := range profileRules {
		if !named[n] {
			t.Errorf("no rule names %s", n)
		}
	}
	for reason, numbers := range profileWithoutRule {
		for _, n := range strings.Fields(numbers) {
			if named[n] {
				t.Errorf("a rule names %s, for which there is none, as %s", n, reason)
			}
		}
	}
}
