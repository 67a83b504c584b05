// Package selection decides which services, ports and operations of a contract are
// generated.
package selection

import (
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/templates/soap/contract"
)

// Options holds the options of the user. Those that are empty select everything.
type Options struct {
	Bindings   []contract.Binding
	Ports      []string // each PORT or SERVICE/PORT
	Operations []string // by the name of the operation, or of the overload
	Wrapped    []string // selects nothing; each must be a selected operation
	IfPresent  bool     // names that the contract does not have are ignored
}

// Partial reports whether only selected ports or operations are generated. Then only the
// types that they need are planned.
func (o Options) Partial() bool { return len(o.Operations) > 0 || len(o.Ports) > 0 }

// Service is a service with selected ports, or a portType of a contract without services.
type Service struct {
	Name, Doc string
	Pos       diag.Pos
	Ports     []*Port // at least one
}

// Port is a selected port with a binding that is supported.
type Port struct {
	Source     *wsdl11.Port // nil if the contract has no service
	Binding    *wsdl11.Binding
	Kind       contract.Binding
	Operations []Operation // in the order of the binding
	Empty      bool        // all of its operations are left out, or not selected
}

// Name returns the name of the port. A binding without a port has its own name.
func (p *Port) Name() string {
	if p.Source == nil {
		return p.Binding.Name.Local
	}
	return p.Source.Name
}

// Pos returns the position of the port or the binding.
func (p *Port) Pos() diag.Pos {
	if p.Source == nil {
		return p.Binding.Pos
	}
	return p.Source.Pos
}

// Operation is a selected operation of a port.
type Operation struct {
	Name   string // different for each overload
	Source *wsdl11.BindingOperation
}

// Select returns what is to be generated, in the order of the contract: nothing for a
// schema. It reports options that match nothing.
func Select(m *resolve.Model, o Options) ([]Service, diag.List) {
	s := &selector{model: m, options: o, matched: make(map[match]bool)}
	if m.IsSchema() {
		s.refuseOptions()
		return nil, s.diags
	}
	services := collect.Where(s.candidates(), func(c Service) bool {
		return slices.ContainsFunc(c.Ports, func(p *Port) bool { return !p.Empty })
	})
	if len(services) == 0 && !o.Partial() && !s.diags.HasErrors() {
		s.diags.Add(s.nothing())
	}
	s.checkOptions(services)
	return services, s.diags
}

// nothing says why there is nothing to generate.
func (s *selector) nothing() diag.Diagnostic {
	pos := diag.Pos{File: s.model.Main.File}
	if len(s.model.Bindings) == 0 {
		return diag.New(diag.NothingToDo, pos, "the contract has no binding").
			WithHint("generate from the contract that imports this one and binds its portTypes, or only types from a schema")
	}
	return diag.New(diag.NothingToDo, pos, "no port of the contract has a selected binding").WithHint("see the notes, or select other bindings")
}

// selector holds the state of one call of Select.
type selector struct {
	model   *resolve.Model
	options Options
	matched map[match]bool // options that matched something
	diags   diag.List
}

// match is a value of --ports or --operations.
type match struct{ kind, name string }

// candidates returns all services with their selected ports, or all portTypes if the
// contract has no service.
func (s *selector) candidates() []Service {
	var all []Service
	for _, service := range s.model.Services {
		c := Service{Name: service.Name.Local, Doc: service.Documentation, Pos: service.Pos}
		for _, port := range service.Ports {
			if port.Binding != nil {
				c.Ports = s.addPort(c.Ports, port, port.Binding)
			}
		}
		all = append(all, c)
	}
	if len(s.model.Services) > 0 {
		return all
	}
	for _, pt := range s.model.PortTypes {
		c := Service{Name: pt.Name.Local, Doc: pt.Documentation, Pos: pt.Pos}
		for _, b := range s.model.BindingsOf(pt) {
			c.Ports = s.addPort(c.Ports, nil, b)
		}
		all = append(all, c)
	}
	return all
}

// addPort appends the port if it and its binding are selected.
func (s *selector) addPort(list []*Port, port *wsdl11.Port, b *wsdl11.Binding) []*Port {
	p := &Port{Source: port, Binding: b}
	kind, ok := BindingKind(b)
	if !ok && b.Kind == wsdl11.HTTP && len(s.options.Bindings) == 0 && s.selectsPort(port, b) {
		before := len(s.diags)
		s.diags.Add(diag.New(diag.Unsupported, b.KindPos, "the HTTP method %s is not supported yet", diag.Quote(b.Verb)))
		if len(s.options.Ports) == 0 {
			s.diags.LeaveOut(before, p.Pos(), "the port %s", diag.Quote(p.Name()))
		}
	}
	if !ok || len(s.options.Bindings) > 0 && !slices.Contains(s.options.Bindings, kind) || !s.selectsPort(port, b) {
		return list
	}
	p.Kind, p.Operations = kind, s.operations(b)
	p.Empty = len(p.Operations) == 0 && len(s.options.Operations) > 0
	return append(list, p)
}

// operations returns the selected operations of a binding.
func (s *selector) operations(b *wsdl11.Binding) []Operation {
	var all []Operation
	seen := make(overloads)
	for _, bo := range b.Operations {
		if bo.Operation == nil || bo.Operation.Style == wsdl11.Notification || bo.Operation.Style == wsdl11.SolicitResponse {
			continue // reported by packages resolve and check
		}
		name := s.number(bo.Operation, seen)
		if s.selects("operation", s.options.Operations, name, bo.Operation.Name) { // its own name selects all overloads
			all = append(all, Operation{Name: name, Source: bo})
		}
	}
	return all
}

// BindingKind returns the kind of a binding; false if it is not supported. Package
// check reports bindings and transports that are not.
func BindingKind(b *wsdl11.Binding) (contract.Binding, bool) {
	switch {
	case b.Kind == wsdl11.SOAP11 && b.OverHTTP():
		return contract.SOAP11, true
	case b.Kind == wsdl11.SOAP12 && b.OverHTTP():
		return contract.SOAP12, true
	case b.Kind == wsdl11.HTTP:
		for kind := contract.HTTPGet; kind <= contract.HTTPDelete; kind++ {
			if kind.Method() == b.Verb {
				return kind, true
			}
		}
	}
	return 0, false
}

// selectsPort reports whether a port is selected, by PORT or SERVICE/PORT. A binding
// without a port is selected by its own name.
func (s *selector) selectsPort(port *wsdl11.Port, b *wsdl11.Binding) bool {
	if port == nil {
		return s.selects("port", s.options.Ports, b.Name.Local)
	}
	return s.selects("port", s.options.Ports, port.Name, port.Service.Name.Local+"/"+port.Name)
}

// selects reports whether an option has one of the names, or is empty. It records the
// values that match.
func (s *selector) selects(kind string, option []string, names ...string) bool {
	selected := len(option) == 0
	for _, name := range option {
		if slices.Contains(names, name) {
			s.matched[match{kind, name}] = true
			selected = true
		}
	}
	return selected
}

// overloads has the positions of the operations of a binding by their names.
type overloads map[string]diag.Pos

// number returns the name of an operation: with a number if another one of the binding has
// the same name, in the order of the binding.
func (s *selector) number(op *wsdl11.Operation, seen overloads) string {
	base := op.OverloadName()
	name := base
	for n := 2; !seen[name].IsZero(); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	seen[name] = op.Pos
	if name != base {
		s.diags.Add(diag.New(diag.NameClash, op.Pos, "a second overload named %s is renamed to %s", diag.Quote(base), diag.Quote(name)).
			WithRelated(seen[base], "the first overload").WithHint("give the inputs of overloaded operations different names"))
	}
	return name
}
