// Package check reports problems of a contract that package resolve has resolved:
// operations whose requests cannot be distinguished, parts that a binding cannot
// send, and other inconsistencies.
package check

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// rules holds the functions that apply the rules, in any order.
var rules = []func(*resolve.Model, *diag.List){
	wireSignatures,
	operationStyles,
	bindings,
	messageParts,
	httpParts,
	ports,
	extensions,
	policies,
	consistentElements,
	notEnforced,
}

// Check applies all rules to a model that was resolved without errors. Diagnostics
// are sorted; none is an error.
func Check(m *resolve.Model) diag.List {
	var diags diag.List
	for _, rule := range rules {
		rule(m, &diags)
	}
	return diags.Sorted()
}

// supported reports whether generated code supports the protocol of a binding.
func supported(b *wsdl11.Binding) bool {
	return b.Kind == wsdl11.HTTP || b.Kind.IsSOAP() && b.OverHTTP()
}

// supportedBindings returns the bindings that generated code supports.
func supportedBindings(m *resolve.Model) []*wsdl11.Binding {
	return slices.DeleteFunc(slices.Clone(m.Bindings), func(b *wsdl11.Binding) bool { return !supported(b) })
}

// supportedPorts returns the ports of a service that generated code supports.
func supportedPorts(s *wsdl11.Service) []*wsdl11.Port {
	return slices.DeleteFunc(slices.Clone(s.Ports), func(p *wsdl11.Port) bool { return p.Binding == nil || !supported(p.Binding) })
}
