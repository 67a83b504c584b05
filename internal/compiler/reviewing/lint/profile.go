package lint

import (
	"cmp"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// profileRules returns the rules on requirements of the WS-I Basic Profile 1.1. A requirement that a rule of the generator
// covers has no rule here; the Source of that rule has its number. profile_requirements_test.go lists all.
//
// The profile is about SOAP 1.1. Rules on bindings look at SOAP 1.1 bindings only, and the rule bp-r2401 has a note for every
// other binding.
func profileRules() []Rule {
	return slices.Concat(profileDocumentRules(), profileSchemaRules(), profileMessageRules(), profileBindingRules())
}

// must returns a rule for a requirement that a contract must meet. numbers has the number of the requirement, and of others
// that the same constructs break: "R2001", or "R2001 and R2002". hint is the default hint of its diagnostics.
func must(check func(*pass), numbers, summary, hint, note string) Rule {
	return profileRule(check, diag.Warning, numbers, summary, hint, note)
}

// should returns a rule for a requirement that a contract should meet.
func should(check func(*pass), numbers, summary, hint, note string) Rule {
	return profileRule(check, diag.Note, numbers, summary, hint, note)
}

func profileRule(check func(*pass), severity diag.Severity, numbers, summary, hint, note string) Rule {
	first, _, _ := strings.Cut(numbers, " ")
	return Rule{
		Rule: diag.Rule{ID: "bp-" + strings.ToLower(first), Severity: severity, Summary: summary, Note: note, Source: "WS-I Basic Profile 1.1 " + numbers},
		check: func(p *pass) {
			before := len(*p.found)
			check(p)
			for i, d := range (*p.found)[before:] {
				(*p.found)[before+i].Hint = cmp.Or(d.Hint, hint)
			}
		},
	}
}

// reportFirst reports the first of several places that break a rule in the same way and have to be changed together, such as
// those in a binding. The message has their number, and three more places are related positions. Without places, reportFirst
// returns a diagnostic that is not reported.
func (p *pass) reportFirst(places []diag.Pos, format string, args ...any) *diag.Diagnostic {
	if len(places) == 0 {
		return new(diag.Diagnostic)
	}
	message := fmt.Sprintf(format, args...)
	if len(places) > 1 {
		message += fmt.Sprintf(" (in %d places)", len(places))
	}
	d := p.report(places[0], "%s", message)
	for _, place := range places[1:min(len(places), 4)] {
		*d = d.WithRelated(place, "also here")
	}
	return d
}

// written yields the documents of the contract, except documents that are built into the generator.
func (p *pass) written() iter.Seq[*load.Document] {
	return func(yield func(*load.Document) bool) {
		for _, doc := range p.Documents.Documents {
			if !doc.WellKnown && !yield(doc) {
				return
			}
		}
	}
}

// definitions yields the WSDL documents of the contract.
func (p *pass) definitions() iter.Seq[*load.Document] {
	return func(yield func(*load.Document) bool) {
		for doc := range p.written() {
			if doc.Kind == load.WSDL && !yield(doc) {
				return
			}
		}
	}
}

// soapBindings yields the bindings that the profile is about.
func (p *pass) soapBindings() iter.Seq[*wsdl11.Binding] {
	return func(yield func(*wsdl11.Binding) bool) {
		for _, b := range p.Bindings {
			if b.Kind == wsdl11.SOAP11 && !yield(b) {
				return
			}
		}
	}
}

// soapOperations yields the operations of these bindings.
func (p *pass) soapOperations() iter.Seq[*wsdl11.BindingOperation] {
	return func(yield func(*wsdl11.BindingOperation) bool) {
		for b := range p.soapBindings() {
			for _, o := range b.Operations {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// soapElements yields the extension elements of SOAP 1.1 in a WSDL document.
func soapElements(doc *load.Document) iter.Seq[*xmltree.Element] {
	return func(yield func(*xmltree.Element) bool) {
		for child := range doc.Root.Elements() {
			if !child.Is(wsdl11.Namespace, "binding") && !child.Is(wsdl11.Namespace, "service") {
				continue
			}
			for e := range child.All() {
				if e.Name.Space == wsdl11.SOAP11Namespace && !yield(e) {
					return
				}
			}
		}
	}
}

// isAbsolute reports whether a namespace is an absolute URI.
func isAbsolute(namespace string) bool {
	u, err := url.Parse(strings.TrimSpace(namespace))
	return err == nil && u.IsAbs()
}
