package generator_test

import (
	"regexp"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// notShown lists the rules that no case can violate, with the reason.
var notShown = map[string]string{
	diag.Encoding:      "the files of a case are in supported encodings; package xmltree tests others",
	diag.BadNames:      "the cases have no file of chosen names; package chosen tests it",
	diag.RPCOverload:   "a rule of quartet flatten; package flatten tests it",
	diag.CannotCombine: "a rule of quartet flatten; package flatten tests it",
}

var printedRule = regexp.MustCompile(`(?m)^[^ \n].* \[([a-z-]+)\]$`)

// TestEveryRuleIsShown checks that the expected diagnostics of the cases here and in
// package check contain every rule of the table of package diag, and no
// rule that is not in the table of all rules.
func TestEveryRuleIsShown(t *testing.T) {
	shown := make(map[string]string)
	for _, pattern := range []string{"testdata/*.txtar", "../internal/compiler/reading/check/testdata/*.txtar"} {
		paths := testfile.Names(t, pattern)
		for _, path := range paths {
			archive := testfile.Archive(t, path)
			for _, f := range archive.Files {
				if f.Name != golden.Diagnostics {
					continue
				}
				for _, m := range printedRule.FindAllSubmatch(f.Data, -1) {
					shown[string(m[1])] = path
				}
			}
		}
	}
	known := make(map[string]bool)
	for _, rule := range diag.Rules {
		known[rule.ID] = true
		reason, exempt := notShown[rule.ID]
		switch path := shown[rule.ID]; {
		case path == "" && !exempt:
			t.Errorf("no case shows the rule %s: %s", rule.ID, rule.Summary)
		case path != "" && exempt:
			t.Errorf("%s is shown by %s; remove it from notShown: %s", rule.ID, path, reason)
		}
	}
	for _, rule := range generator.Rules() {
		known[rule.ID] = true // packages xsdcheck, lint and suppress have cases of their own
	}
	for id, path := range shown {
		if !known[id] {
			t.Errorf("%s: the rule %s is not in the table", path, id)
		}
	}
	for id := range notShown {
		if !known[id] {
			t.Errorf("notShown has the rule %s, which is not in the table", id)
		}
	}
}
