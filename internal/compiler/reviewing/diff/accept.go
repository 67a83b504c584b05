package diff

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Acceptance says that a team accepts the differences of a rule in a component.
type Acceptance struct {
	Rule      string   `json:"-"`
	Component string   `json:"-"`
	Reason    string   `json:"reason"`
	Until     string   `json:"until,omitempty"` // last day, as 2006-01-02, or the tag of the version that ends it; "" for no end
	Pos       diag.Pos `json:"-"`               // position in quartet.yaml
	Shared    bool     `json:"-"`               // it is for all contracts
	Ended     bool     `json:"-"`
	Used      bool     `json:"-"` // Accept has found a difference, although the acceptance may have ended
}

// String returns the reason and the end.
func (a *Acceptance) String() string {
	if a.Until == "" {
		return a.Reason
	}
	return a.Reason + ", until " + a.Until
}

// Accept gives the findings that have an acceptance the class Accepted, and returns them sorted by class. An acceptance is for
// all components of a finding, as they have one cause.
func Accept(findings []Finding, accepted []*Acceptance) []Finding {
	known := make(map[[2]string][]*Acceptance)
	for _, a := range accepted {
		key := [2]string{a.Rule, a.Component}
		known[key] = append(known[key], a)
	}
	findings = slices.Clone(findings)
	for i := range findings {
		f := &findings[i]
		for _, component := range append([]string{f.Component}, f.Also...) {
			for _, a := range known[[2]string{f.Rule, component}] {
				if a.Used = true; !a.Ended {
					f.Class, f.Accepted = Accepted, a
				}
			}
		}
	}
	return byClass(findings)
}

func byClass(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(f, g Finding) int { return cmp.Compare(f.Class, g.Class) })
	return findings
}

// Join returns the findings of several contracts, sorted by class. Findings with the same positions, rule and message are one
// finding about a document that the contracts share, unless only some contracts accept it.
func Join(contracts []string, of [][]Finding) (joined []Finding) {
	known := make(map[[2]any]int)
	for n, findings := range of {
		for _, f := range findings {
			key := [2]any{causeKey{f.Rule, f.Message, f.Old, f.New}, f.Class == Accepted}
			i, ok := known[key]
			if !ok {
				i, known[key] = len(joined), len(joined)
				joined = append(joined, f)
			}
			joined[i].merge(&f)
			joined[i].Contracts = append(joined[i].Contracts, contracts[n])
		}
	}
	return byClass(joined)
}
