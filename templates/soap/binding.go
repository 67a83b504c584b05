package soap

import "example.com/quartet/templates/soap/contract"

// inQuery reports whether parameters are in the query and not in a form.
func inQuery(b contract.Binding) bool {
	return b == contract.HTTPGet || b == contract.HTTPHead || b == contract.HTTPDelete
}
