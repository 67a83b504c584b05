package describe

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/page"
)

// ErrLargePage is the error of HTML for a page of more than 64 MiB.
var ErrLargePage = page.ErrLargeDocument

// HTML returns the operations of an outline as a page with a picture of the types of each. services are the descriptions of all services
// of the plan at run time, in the same order.
func HTML(services []*contract.Contract, o *Outline) ([]byte, error) {
	var selected []*contract.Contract
	for _, service := range o.Services {
		if service.index >= len(services) {
			continue
		}
		named := collect.Set(service.Operations, func(op *Operation) string { return op.Name })
		one := *services[service.index]
		one.Operations = slices.DeleteFunc(slices.Clone(one.Operations), func(op *contract.Operation) bool { return !named[op.Name] })
		selected = append(selected, &one)
	}
	return page.Document(selected)
}
