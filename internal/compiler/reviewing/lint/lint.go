// Package lint checks a contract against rules whose violations do not prevent code from
// being generated: the rules of the WS-I Basic Profile 1.1, and rules on constructs that
// other tools cannot read, on names, and on documentation.
//
//	lint.go           Rule, and how rules are applied
//	profile….go       WS-I Basic Profile 1.1
//	portability….go   constructs that other SOAP implementations cannot read
//	names.go          names
//	documentation.go  documentation
//	types.go          the types of a contract, for the rules on names and documentation
//
// The archive testdata/ID.txtar has a contract that breaks the rule ID, and a contract that
// does not.
package lint

import (
	"iter"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
)

// The groups of rules, in the order in which the documentation lists them.
const (
	Profile       = "WS-I Basic Profile 1.1"
	Portability   = "Portability"
	Naming        = "Names"
	Documentation = "Documentation"
)

// Rule is a rule for contracts. The function of a rule is called once for each contract
// and reports all places that break the rule, in any order.
type Rule struct {
	diag.Rule
	check func(*pass)
}

// Rules returns all rules in the order in which the documentation lists them.
func Rules() []Rule {
	return slices.Concat(inGroup(Profile, profileRules()), inGroup(Portability, portabilityRules()), inGroup(Naming, namingRules()), inGroup(Documentation, documentationRules()))
}

func inGroup(group string, rules []Rule) []Rule {
	for i := range rules {
		rules[i].Group = group
	}
	return rules
}

// Has reports whether this package has the rule.
func Has(id string) bool {
	return slices.ContainsFunc(Rules(), func(r Rule) bool { return r.ID == id })
}

// Check applies all rules to a model that was resolved without errors, or leniently, so that
// it has the complete components of a contract with errors. Diagnostics are sorted.
func Check(m *resolve.Model) diag.List {
	var found diag.List
	for _, rule := range Rules() {
		rule.check(&pass{Model: m, rule: rule.Rule, found: &found})
	}
	return found.Sorted()
}

// pass is the application of a rule to a contract.
type pass struct {
	*resolve.Model
	rule  diag.Rule
	found *diag.List
}

// report adds a diagnostic of the rule. The result can be given related positions and a hint.
func (p *pass) report(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := diag.New(p.rule.ID, pos, format, args...)
	d.Severity = p.rule.Severity
	p.found.Add(d)
	return &(*p.found)[len(*p.found)-1]
}

// groups are lists of items by a key, in the order in which the keys were first added.
type groups[K comparable, T any] struct {
	keys  []K
	items map[K][]T
}

func (g *groups[K, T]) add(key K, item T) {
	if g.items == nil {
		g.items = make(map[K][]T)
	}
	if g.items[key] == nil {
		g.keys = append(g.keys, key)
	}
	g.items[key] = append(g.items[key], item)
}

func (g *groups[K, T]) all() iter.Seq2[K, []T] {
	return func(yield func(K, []T) bool) {
		for _, key := range g.keys {
			if !yield(key, g.items[key]) {
				return
			}
		}
	}
}

// only yields the items of a list that match.
func only[T any](all []T, matches func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, item := range all {
			if matches(item) && !yield(item) {
				return
			}
		}
	}
}

// portabilityRules returns rules on constructs that other SOAP implementations do not read, or read differently.
func portabilityRules() []Rule {
	return slices.Concat(bindingRules(), documentRules(), addressRules())
}
