package diff

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Class is the importance of a finding.
type Class int

const (
	Breaking      Class = iota // breaks somebody
	Lossy                      // breaks nobody by default, but a value of the old contract is lost without an error
	Compatible                 // the contract changes, but breaks nobody by default
	Documentation              // only the documentation changes
	Accepted                   // the team accepts the difference, of whatever class it was
)

// Classes is the number of classes.
const Classes = int(Accepted) + 1

// String returns "breaking", "lossy", "compatible", "documentation" or "accepted".
func (c Class) String() string {
	return [Classes]string{"breaking", "lossy", "compatible", "documentation", "accepted"}[c]
}

// Parties is a set of the parties that a difference may break.
type Parties uint8

const (
	OldClients   Parties = 1 << iota // clients of the old version that call a server of the new one
	NewClients                       // clients of the new version that call a server of the old one
	Implementers                     // Go code that implements the generated interface
	Callers                          // Go code that calls the generated client
)

var partyNames = []string{"old clients", "new clients", "implementers", "callers"}

// Has reports whether all of q are in p.
func (p Parties) Has(q Parties) bool { return p&q == q }

// Names returns the names of the parties: "old clients", "new clients", "implementers", "callers".
func (p Parties) Names() []string {
	var names []string
	for i, name := range partyNames {
		if p.Has(1 << i) {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names with commas between them, "nobody" for none.
func (p Parties) String() string { return cmp.Or(strings.Join(p.Names(), ", "), "nobody") }

// Finding is a difference between two contracts.
type Finding struct {
	Contracts []string // the contracts with the finding, if several are compared
	Rule      string   // the ID of a rule in Rules
	Class     Class
	Component string   // component that differs: "operation getBook", "type book, element title"
	Message   string   // lower case, no trailing period
	Old, New  diag.Pos // positions in the two contracts; in a version that does not have the component, of what contains it

	Breaks Parties // parties that break by default
	Loses  Parties // clients whose exchange succeeds, although the receiver ignores a value
	Strict Parties // clients that break only if the receiver checks messages against its schema
	JSON   Parties // clients that break if they and the server speak JSON over HTTP

	// Also lists other components with the same difference and the same cause, such as the namespace of a schema, or an
	// element of a group that several types have.
	Also []string

	// Excerpt is the place in a sample of the message that breaks or loses a value. It is nil unless AddExcerpts has found it.
	Excerpt *Excerpt

	// Accepted is set if the Class is Accepted.
	Accepted *Acceptance

	sentByOld bool     // the writer of the message is the old version
	place     diag.Pos // position in the writer's version; none if the finding is not about messages

	cause string // findings with the same cause are merged; if it is empty, findings are merged by position only
}

// Added returns the finding about a contract that only the new version has. old and new are its names in both.
func Added(old, new string) Finding {
	return Finding{
		Rule: "contract-added", Class: Compatible, Component: "contract " + new, Message: "the contract is new",
		Old: diag.Pos{File: old}, New: diag.Pos{File: new}, Breaks: NewClients, JSON: NewClients,
	}
}

// Removed returns the finding about a contract that only the old version has. old and new are its names in both.
func Removed(old, new string) Finding {
	return Finding{
		Rule: "contract-removed", Class: Breaking, Component: "contract " + new, Message: "the contract is removed",
		Old: diag.Pos{File: old}, New: diag.Pos{File: new}, Breaks: OldClients | Implementers | Callers, JSON: OldClients,
	}
}

// compare orders findings by position. Findings with the same position and message have one cause.
func (f *Finding) compare(g *Finding) int {
	return cmp.Or(f.New.Compare(g.New), f.Old.Compare(g.Old), cmp.Compare(f.Rule, g.Rule), cmp.Compare(f.Message, g.Message), cmp.Compare(f.Component, g.Component))
}

// sorted returns the findings by class and position. Findings with one cause are merged: an element may be in requests and in
// results, or be inherited by many types.
func sorted(all []*Finding) []Finding {
	slices.SortStableFunc(all, (*Finding).compare)
	var findings []*Finding
	known := make(map[causeKey]*Finding)
	for _, f := range all {
		key := causeKey{rule: f.Rule, cause: f.cause}
		if f.cause == "" {
			key = causeKey{f.Rule, f.Message, f.Old, f.New}
		}
		if first := known[key]; first != nil {
			first.merge(f)
			continue
		}
		known[key] = f
		findings = append(findings, f)
	}
	slices.SortStableFunc(findings, func(f, g *Finding) int { return cmp.Compare(f.Class, g.Class) })
	list := make([]Finding, len(findings))
	for i, f := range findings {
		list[i] = *f
	}
	return list
}

// causeKey holds the common properties of findings with one cause.
type causeKey struct {
	rule, cause string // the message, if the finding has no cause
	old, new    diag.Pos
}

func (f *Finding) merge(g *Finding) {
	if n := len(f.Also); g.Component != f.Component && (n == 0 || f.Also[n-1] != g.Component) {
		f.Also = append(f.Also, g.Component)
	}
	f.Class = min(f.Class, g.Class)
	f.Breaks |= g.Breaks
	f.Loses = (f.Loses | g.Loses) &^ f.Breaks
	f.Strict = (f.Strict | g.Strict) &^ f.Breaks
	f.JSON |= g.JSON
}

// level is the effect of a difference on a reader.
type level int

const (
	fine     level = iota
	strict         // a reader that checks messages against its schema refuses the message
	loses          // also, a value is ignored by default
	mistaken       // the reader refuses the message, since a name differs only in case or namespace
	breaks         // the reader refuses the message, or reads another value
)

// effect is the effect of a difference on the readers of both versions.
type effect struct {
	newReader level // effect on a reader of the new version, if the writer has the old one
	oldReader level // effect on a reader of the old version, if the writer has the new one
}

var (
	harmless = effect{}
	both     = effect{breaks, breaks}
	ignored  = effect{loses, loses}
	checked  = effect{strict, strict}
)

// effectIf returns an effect on the readers for which a condition holds.
func effectIf(newReader, oldReader bool, l level) (e effect) {
	if newReader {
		e.newReader = l
	}
	if oldReader {
		e.oldReader = l
	}
	return e
}

func (e effect) worse(other effect) effect {
	return effect{max(e.newReader, other.newReader), max(e.oldReader, other.oldReader)}
}

// within returns the effect, as far as it is not worse than another.
func (e effect) within(limit effect) effect {
	return effect{min(e.newReader, limit.newReader), min(e.oldReader, limit.oldReader)}
}

// direction is the set of messages in which a component is used.
type direction uint8

const (
	inRequest direction = 1 << iota
	inResult
	inFault
)

// inFaults returns the effect on readers of the details of faults. They return a fault without the detail if they cannot read
// it. They take mistaken names, and also if they check messages, they do not refuse a fault.
func (e effect) inFaults() effect {
	of := func(l level) level {
		if l == mistaken || l == strict {
			return fine
		}
		return min(l, loses)
	}
	return effect{of(e.newReader), of(e.oldReader)}
}

// isLossy reports whether a value that the old contract has is lost without an error: a reader of the new version ignores it, or
// a client of the old version cannot read the detail of a fault. That a reader of the old version ignores what is new does not
// count.
func (e effect) isLossy(d direction) bool {
	return d&(inRequest|inResult) != 0 && e.newReader == loses || d&inFault != 0 && (e.inFaults().newReader == loses || e.oldReader == breaks)
}

// clients returns the clients that are affected at a level or a worse one.
func (e effect) clients(d direction, at level) (p Parties) {
	if d&inFault != 0 && at != strict {
		p = e.inFaults().clients(inResult, at)
	}
	for _, reader := range []struct {
		effect            level
		requests, results Parties
	}{{e.newReader, OldClients, NewClients}, {e.oldReader, NewClients, OldClients}} {
		if reader.effect >= at && d&inRequest != 0 {
			p |= reader.requests
		}
		if reader.effect >= at && d&inResult != 0 {
			p |= reader.results
		}
	}
	return p
}
