package documents

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/writing/flatten"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// forms returns the other forms of a contract, of which main is the main document. A form that
// would be equal to the main document, or to another form, has its file. A form that the contract
// cannot have is left out; "quartet flatten" says why.
func forms(m *resolve.Model, main ir.Document, taken map[string]bool) []ir.Document {
	single := sameAs(main, ir.SingleForm)
	if hasImports(m) {
		single = newForm(m, main, ir.SingleForm, taken, flatten.Options{KeepOverloads: true})
	}
	var flat []ir.Document
	switch {
	case isOverloaded(m):
		flat = newForm(m, main, ir.FlatForm, taken, flatten.Options{}, flatten.Options{KeepImports: true})
	case len(single) > 0:
		flat = sameAs(single[0], ir.FlatForm)
	default:
		flat = sameAs(main, ir.FlatForm)
	}
	return append(flat, single...)
}

// sameAs returns a form that has the file of another document.
func sameAs(d ir.Document, form string) []ir.Document {
	return []ir.Document{{Form: form, File: d.File, Same: true, References: d.References}}
}

// newForm returns a form in a separate file, made with the first options that make it
// possible, or nil if none do.
func newForm(m *resolve.Model, main ir.Document, form string, taken map[string]bool, options ...flatten.Options) []ir.Document {
	for _, o := range options {
		result, _ := flatten.Contract(m, o)
		if result == nil {
			continue
		}
		if form == ir.FlatForm && result.Renamed == 0 {
			return nil // rpc style
		}
		const extension = ".wsdl"
		stem := strings.TrimSuffix(main.File, extension) + "." + strings.TrimSuffix(form, "Wsdl")
		d := ir.Document{Form: form, File: unique(stem, extension, taken), Text: result.Text}
		for _, ref := range result.References {
			d.References = append(d.References, contract.DocumentReference{Location: ref.Location, Document: documentName(ref.Target, m.Main)})
		}
		return []ir.Document{d}
	}
	return nil
}

// hasImports reports whether the contract has more than one document. A document that only
// a catalog locates does not count, because a reader of the contract would not import it.
func hasImports(m *resolve.Model) bool {
	return slices.ContainsFunc(m.Documents.Documents, func(d *load.Document) bool {
		return slices.ContainsFunc(d.References, func(ref *load.Reference) bool {
			return ref.Location != nil && ref.Target != nil && !ref.Target.WellKnown
		})
	})
}

func isOverloaded(m *resolve.Model) bool {
	return slices.ContainsFunc(m.PortTypes, func(pt *wsdl11.PortType) bool {
		return slices.ContainsFunc(pt.Operations, (*wsdl11.Operation).IsOverloaded)
	})
}
