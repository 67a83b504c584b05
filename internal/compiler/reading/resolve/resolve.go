// Package resolve builds the components of packages wsdl11 and xsd from the
// documents of a contract. It resolves every name once; the components refer to
// each other by pointers.
package resolve

import (
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Model is a resolved contract. The slices are in document order: the main document
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
	Lenient     bool // ResolveLenient has built the model: names in Documents may refer to nothing
}

// IsSchema reports whether the main document is a schema: there are no services then.
func (m *Model) IsSchema() bool { return m.Main != nil && m.Main.Kind == load.Schema }

// TargetNamespace returns the target namespace of the main document.
func (m *Model) TargetNamespace() string {
	if m.Main == nil {
		return ""
	}
	return m.Main.Root.Get("targetNamespace")
}

// MaxBudget is the maximum of Model.Budget.
const MaxBudget = 1_000_000

// Budget returns how many particles, and how many uses of attributes, all types may have together, where each counts once for
// each type that has it by reference or inheritance. Such numbers can grow with the square of the documents, as with a long
// chain of extensions, or a large substitution group that many types refer to.
func (m *Model) Budget() int {
	const always, bytesForOne = 50_000, 4
	size := 0
	if m.Documents != nil {
		for _, d := range m.Documents.Documents {
			size += len(d.Raw)
		}
	}
	return min(always+size/bytesForOne, MaxBudget)
}

// Roots returns the root elements of the WSDL documents.
func (m *Model) Roots() (roots []*xmltree.Element) {
	if m.Documents == nil {
		return nil
	}
	for _, d := range m.Documents.Documents {
		if d.Kind == load.WSDL {
			roots = append(roots, d.Root)
		}
	}
	return roots
}

// BindingsOf returns the bindings of a portType in document order.
func (m *Model) BindingsOf(p *wsdl11.PortType) []*wsdl11.Binding {
	return collect.Where(m.Bindings, func(b *wsdl11.Binding) bool { return b.PortType == p })
}

// ResolveLenient builds a model from a contract with errors, so that code can be
// generated. It uses the only component with the same local name, or the most
// general component, in place of a missing one. It uses the first of several
// definitions of a name. It leaves out components that are incomplete without a
// missing one. Each of these is a warning. Diagnostics are sorted.
func ResolveLenient(set *load.Set) (*Model, diag.List) {
	r := newResolver(set)
	r.lenient, r.model.Lenient = true, true
	r.resolve()
	return r.model, r.diags.AsWarnings().Sorted()
}

// Resolve builds the model. A reference that cannot be resolved is reported and is
// nil, or the most general type, in the model. The model is never nil, but code
// must not be generated from it if the diagnostics have errors. Diagnostics are
// sorted.
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
	if r.lenient {
		r.removeIncomplete()
	}
	r.removeBindings()
}
