package generator

import (
	"context"
	"io"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/rules"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// Rule is a rule about contracts. Its fields are
//
//	ID       string        // ID of diagnostics
//	Severity diag.Severity // default severity
//	Summary  string        // one sentence without a period
//	Source   string        // the specification that the rule comes from; may be empty
//	Group    string        // what the rule is about
//	Note     string        // sentences on what breaks, and on what to do; may be empty
type Rule = diag.Rule

// Rules returns all rules that diagnostics of [Generate], [Describe], [Flatten] and [Lint] have.
func Rules() []Rule { return rules.All() }

// WriteRules writes a document about all rules, in Markdown.
func WriteRules(w io.Writer) error { return rules.Document(w) }

// WriteRulesJSON writes all rules as JSON: an object with the array "rules".
func WriteRulesJSON(w io.Writer) error { return rules.JSON(w) }

// Linted is the result of [Lint].
type Linted struct {
	Diagnostics Diagnostics // findings that are not suppressed
	Suppressed  Diagnostics // warnings and notes that Config.Suppress accepts

	documents *load.Set
}

// Suppressions returns suppressions for all warnings and notes in Diagnostics, each at the component that contains it.
// Printed one on a line, they can be read by [ReadSuppressions].
func (l *Linted) Suppressions() []Suppression { return suppress.Suggest(l.documents, l.Diagnostics) }

// Lint reports everything that is known to be wrong with a contract: what [Generate] would report, and the findings of rules
// on the WS-I Basic Profile, other tools, names and documentation. A contract with errors is checked as far as possible, and
// findings that are known to follow from an error are left out. The config is the same as for Generate; fields that are not
// needed to read the documents may be empty.
//
// A non-nil error means that Lint itself failed. Lint may be called by several goroutines at once.
func Lint(ctx context.Context, config Config) (*Linted, error) {
	a, err := analyse(ctx, config, linting, func(_ context.Context, a *analysis) Diagnostics {
		more := linted(a.set, config, a.found)
		a.found = ownDocuments(a.set, a.found)
		return ownDocuments(a.set, more)
	})
	if err != nil {
		return nil, err
	}
	return &Linted{Diagnostics: a.found, Suppressed: a.suppressed, documents: a.set}, nil
}

// linted returns the findings in documents that are not known already.
func linted(set *load.Set, config Config, known Diagnostics) Diagnostics {
	model, found := config.tolerance().Resolve(set)
	if known.HasErrors() || found.HasErrors() {
		return append(found, incomplete(set, append(slices.Clip(known), found...))...)
	}
	all := append(slices.Clip(known), found...)
	checks := checked(model, all, config)
	if found.Add(checks...); checks.HasErrors() && tooLarge(checks) {
		return found
	}
	found.Add(lint.Check(model)...)
	if found.HasErrors() {
		return found
	}
	_, planning := planned(set, model, config)
	if len(config.Bindings)+len(config.Operations)+len(config.Ports) == 0 { // a contract without code to generate is no mistake
		planning = slices.DeleteFunc(planning, func(d diag.Diagnostic) bool { return d.ID == diag.NothingToDo })
	}
	return append(found, planning...)
}

// incomplete returns the findings in a contract with errors: in its complete components, except at the places of errors.
func incomplete(set *load.Set, known Diagnostics) Diagnostics {
	model, _ := resolve.ResolveLenient(set)
	found := checked(model, known, Config{Lenient: true})
	if tooLarge(found) {
		return found
	}
	found.Add(lint.Check(model)...)
	return newPlaces(found, known)
}

// ownDocuments returns the diagnostics without warnings and notes in documents that are built into the generator: nobody can
// change these.
func ownDocuments(set *load.Set, found Diagnostics) Diagnostics {
	builtIn := make(map[string]bool)
	for _, d := range set.Documents {
		builtIn[d.File] = d.WellKnown
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity != diag.Error && builtIn[d.Pos.File] })
}

func tooLarge(found Diagnostics) bool {
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.ID == diag.TooLarge })
}
