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
	return only(p.Documents.Documents, func(d *load.Document) bool { return !d.WellKnown })
}

// definitions yields the WSDL documents of the contract.
func (p *pass) definitions() iter.Seq[*load.Document] {
	return only(p.Documents.Documents, func(d *load.Document) bool { return !d.WellKnown && d.Kind == load.WSDL })
}

// soapBindings yields the bindings that the profile is about.
func (p *pass) soapBindings() iter.Seq[*wsdl11.Binding] {
	return only(p.Bindings, func(b *wsdl11.Binding) bool { return b.Kind == wsdl11.SOAP11 })
}

// soapOperations returns the operations of these bindings.
func (p *pass) soapOperations() (all []*wsdl11.BindingOperation) {
	for b := range p.soapBindings() {
		all = append(all, b.Operations...)
	}
	return all
}

// soapElements returns the extension elements of SOAP 1.1 in a WSDL document.
func soapElements(doc *load.Document) (all []*xmltree.Element) {
	for child := range doc.Root.Named(wsdl11.Namespace, "binding", "service") {
		for e := range child.All() {
			if e.Name.Space == wsdl11.SOAP11Namespace {
				all = append(all, e)
			}
		}
	}
	return all
}

// isAbsolute reports whether a namespace is an absolute URI.
func isAbsolute(namespace string) bool {
	u, err := url.Parse(strings.TrimSpace(namespace))
	return err == nil && u.IsAbs()
}
