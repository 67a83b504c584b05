package soap

import (
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Methods that only generated code calls, or instances of generic types that only it has: staticcheck takes them for
// unused without these lines.
var (
	_, _    = (*schema.ListOf[stop]).ReadItems, (*schema.ListOf[stop]).WriteItems
	_, _, _ = (*schema.NillableListOf[*stop]).Holder, (*schema.NillableListOf[*stop]).ReadItems, (*schema.NillableListOf[*stop]).WriteItems
	_, _, _ = (*schema.ValueListOf[string]).Holder, (*schema.ValueListOf[string]).ReadItems, (*schema.ValueListOf[string]).WriteItems
	_, _, _ = (*schema.NillableValueListOf[string]).Holder, (*schema.NillableValueListOf[string]).ReadItems, (*schema.NillableValueListOf[string]).WriteItems
	_, _    = (*contract.Fault).Write, (*Fault).base
)
