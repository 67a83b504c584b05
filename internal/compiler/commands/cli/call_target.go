package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// target holds the flags that select a service, a port and a binding.
type target struct {
	service string
	port    string
	binding string
}

func (t *target) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&t.binding, "binding", "", "use the binding `NAME`: soap11, soap12, get, post, head, put, delete or json (default: the first that offers the operation)")
	f.StringVar(&t.service, "service", "", "use the service `NAME`")
	f.StringVar(&t.port, "port", "", "use the port `NAME`")
}

// selected returns the ports that the flags select, or an error if there are none.
func (t *target) selected(services []*contract.Contract) ([]choice, error) {
	wanted, ok := contract.BindingFor(t.binding)
	if t.binding != "" && !ok {
		return nil, usagef("--binding: unknown binding %q; want soap11, soap12, get, post, head, put, delete or json", t.binding)
	}
	services, err := servicesNamed(services, t.service)
	if err != nil {
		return nil, err
	}
	var all []choice
	var ports []string
	for _, info := range services {
		for i := range info.Ports {
			p := &info.Ports[i]
			ports = collect.Union(ports, p.Name)
			if t.port != "" && p.Name != t.port || t.binding != "" && p.Binding != wanted && wanted.InWSDL() {
				continue
			}
			if !wanted.InWSDL() { // over which every port has all operations
				p = &contract.Port{Name: p.Name, Binding: wanted, Address: p.Address}
			}
			all = append(all, choice{info: info, port: p})
		}
	}
	if len(all) == 0 {
		return nil, t.noPort(ports)
	}
	return all, nil
}

// servicesNamed returns the services with a name, all if it is empty.
func servicesNamed(services []*contract.Contract, name string) ([]*contract.Contract, error) {
	if name == "" {
		return services, nil
	}
	var all []*contract.Contract
	var names []string
	for _, info := range services {
		if names = collect.Union(names, info.Service); info.Service == name {
			all = append(all, info)
		}
	}
	if len(all) == 0 {
		return nil, unknownName("--service", "service", name, names)
	}
	return all, nil
}

// noPort returns the error for flags that select no port. ports are the ports of the selected service.
func (t *target) noPort(ports []string) error {
	switch {
	case t.port != "" && !slices.Contains(ports, t.port):
		return unknownName("--port", "port", t.port, ports)
	case t.binding != "" && t.port != "":
		return usagef("--binding: the port %s does not have the binding %s", t.port, t.binding)
	case t.binding != "":
		return usagef("--binding: the contract has no port with the binding %s", t.binding)
	}
	return usagef("the contract has no port with a binding that can be used")
}

// unknownName returns the error for a name that does not exist, with a suggestion or the existing names.
func unknownName(where, what, name string, names []string) error {
	if where != "" {
		where += ": "
	}
	if remark := spelling.Remark(name, names, "want one of"); remark != "" {
		return usagef("%sunknown %s %q; %s", where, what, name, remark)
	}
	return usagef("%sunknown %s %q; the contract has none", where, what, name)
}

// choose returns the operation to call.
func (t *target) choose(ctx context.Context, services []*contract.Contract, name string, given *givenMessage) (*choice, error) {
	ports, err := t.selected(services)
	if err != nil {
		return nil, err
	}
	var named []choice
	var names []string
	elsewhere := false
	for _, c := range ports {
		for _, op := range c.info.Operations {
			names = collect.Union(names, op.Name)
			if !hasName(op, name) {
				continue
			}
			elsewhere = true
			if offers(op, c.port.Binding) {
				named = append(named, choice{c.info, c.port, op})
			}
		}
	}
	switch {
	case len(named) == 0 && elsewhere:
		return nil, usagef("%s is not offered over this binding, but over %s", name, spelling.List(bindingsOf(services, name)))
	case len(named) == 0:
		return nil, unknownName("", "operation", name, names)
	}
	return t.unambiguous(ctx, named, name, given)
}

// bindingsOf returns the names of the bindings that offer an operation.
func bindingsOf(services []*contract.Contract, name string) []string {
	var all []string
	for _, info := range services {
		for _, p := range info.Ports {
			for _, op := range info.Operations {
				if hasName(op, name) && offers(op, p.Binding) {
					all = collect.Union(all, p.Binding.String())
				}
			}
		}
	}
	return all
}

// unambiguous returns the only operation that is meant: on the first port, if all are in the
// same service, and among overloads the one that the parameters select.
func (t *target) unambiguous(ctx context.Context, named []choice, name string, given *givenMessage) (*choice, error) {
	first := named[0]
	for _, c := range named {
		if c.info.Service != first.info.Service {
			return nil, usagef("%s is an operation of the services %s and %s; select one with --service", name, first.info.Service, c.info.Service)
		}
	}
	named = slices.DeleteFunc(named, func(c choice) bool { return c.port != first.port })
	if len(named) == 1 {
		return &named[0], nil
	}
	errs := make(map[*contract.Operation]error)
	for _, c := range named {
		_, errs[c.op] = given.request(ctx, c.info, c.op)
	}
	without := func(list []choice, refused func(err error) bool) []choice {
		return slices.DeleteFunc(slices.Clone(list), func(c choice) bool { return refused(errs[c.op]) })
	}
	fit := without(named, func(err error) bool { return errors.Is(err, soap.ErrOtherOperation) })
	var forms []string
	var types []*schema.Type
	for _, c := range named {
		forms = append(forms, c.op.Name+"("+strings.Join(c.op.Params, ", ")+")")
		if t := c.op.RequestType(); t != nil {
			types = append(types, t)
		}
	}
	if len(fit) == 0 {
		return nil, usagef("no operation %s has these parameters%s: there are %s", name, given.suggestion(types), strings.Join(forms, ", "))
	}
	if valid := without(fit, func(err error) bool { return err != nil }); given.values == nil && len(valid) == 1 {
		return &valid[0], nil
	}
	// the operation itself reports missing parameters
	if whole := without(fit, func(err error) bool { return errors.Is(err, callvalue.ErrMissing) }); len(whole) > 0 {
		fit = whole
	}
	fewest := slices.MinFunc(fit, func(a, b choice) int { return cmp.Compare(len(a.op.Params), len(b.op.Params)) })
	fit = slices.DeleteFunc(fit, func(c choice) bool { return len(c.op.Params) > len(fewest.op.Params) })
	if valid := without(fit, func(err error) bool { return err != nil }); len(valid) == 1 {
		fit = valid
	}
	if len(fit) == 1 {
		return &fit[0], nil
	}
	return nil, usagef("several operations have the name %s; call one of %s", name, strings.Join(forms, ", "))
}

// hasName reports whether an operation or its overloads have a name.
func hasName(op *contract.Operation, name string) bool {
	return op.Name == name || op.OverloadOf == name && name != ""
}

// offers reports whether a binding offers an operation.
func offers(op *contract.Operation, b contract.Binding) bool {
	return !b.InWSDL() || op.Wire(b) != nil
}
