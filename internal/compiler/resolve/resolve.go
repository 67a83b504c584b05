// Package resolve turns a contract's documents into the models of packages
// wsdl11 and xsd: every name is resolved once and is a pointer from then on.
package resolve

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// Model is a contract. The slices are in document order: the main document
// first, then the others in the order of the references to them.
type Model struct {
	Main        *load.Document
	Documents   *load.Set
	Definitions []*wsdl11.Definitions
	Services    []*wsdl11.Service
	PortTypes   []*wsdl11.PortType
	Bindings    []*wsdl11.Binding
	Messages    []*wsdl11.Message
	Schemas     *xsd.Set
}

// BindingsOf returns the bindings of a portType in document order.
func (m *Model) BindingsOf(p *wsdl11.PortType) []*wsdl11.Binding {
	var bindings []*wsdl11.Binding
	for _, b := range m.Bindings {
		if b.PortType == p {
			bindings = append(bindings, b)
		}
	}
	return bindings
}

// ResolveLenient builds a model to generate from whatever is wrong with the
// contract: what is referred to and missing is replaced by the most general
// thing, or by the only one of the same local name; the first of several
// definitions of one name counts; what cannot be without a missing part is left
// out. Each of that is a warning. Diagnostics are sorted.
func ResolveLenient(set *load.Set) (*Model, diag.List) {
	r := newResolver(set)
	r.lenient = true
	r.resolve()
	r.leaveOut()
	return r.model, r.diags.AsWarnings().Sorted()
}

// Resolve builds the model. It never fails as a whole: what cannot be resolved
// is a diagnostic and nil (or the most general type) in the model. A model
// that came with errors is for reading only, not for generating from.
// Diagnostics are sorted.
func Resolve(set *load.Set) (*Model, diag.List) {
	r := newResolver(set)
	r.resolve()
	return r.model, r.diags.Sorted()
}

func (r *resolver) resolve() {
	r.loadSchemas()
	r.reportUnmatched()
	r.fillGlobals()
	r.complete()
	r.buildWSDL()
}
