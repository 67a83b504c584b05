// Package check looks at a contract that resolves and says what its users
// should know: what the wire cannot tell apart, what the bindings cannot
// carry, what does not fit together.
package check

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
)

// rules are applied in this order; the result does not depend on it.
var rules = []func(*resolve.Model, *diag.List){
	wireSignatures,
	operationStyles,
	bindings,
	messageParts,
	httpParts,
	ports,
	extensions,
	identityConstraints,
	consistentElements,
}

// Check applies all rules. It expects a model without errors. Diagnostics are
// sorted; none is an error.
func Check(m *resolve.Model) diag.List {
	var diags diag.List
	for _, rule := range rules {
		rule(m, &diags)
	}
	return diags.Sorted()
}

// carried reports whether generated code speaks the protocol of a binding.
func carried(b *wsdl11.Binding) bool {
	switch b.Kind {
	case wsdl11.SOAP11, wsdl11.SOAP12:
		return b.OverHTTP()
	}
	return b.Kind == wsdl11.HTTP
}

func isSOAP(b *wsdl11.Binding) bool { return b.Kind == wsdl11.SOAP11 || b.Kind == wsdl11.SOAP12 }
