package plan

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/naming"
	"example.com/quartet/internal/compiler/wsdl11"
)

// selector is a value of --ports or --operations.
type selector struct{ kind, name string }

// partial reports whether only selected ports or operations are generated. Then
// only the types that they need are planned.
func (p *planner) partial() bool { return len(p.config.Operations) > 0 || len(p.config.Ports) > 0 }

// selects reports whether a selector equals one of the names, or there are no
// selectors. It records the selectors that match.
func (p *planner) selects(kind string, selectors []string, names ...string) bool {
	selected := len(selectors) == 0
	for _, name := range selectors {
		if slices.Contains(names, name) {
			if p.matched == nil {
				p.matched = make(map[selector]bool)
			}
			p.matched[selector{kind, name}] = true
			selected = true
		}
	}
	return selected
}

// selectsPort reports whether a port is selected, by PORT or SERVICE/PORT. A
// binding without a port is selected by its own name.
func (p *planner) selectsPort(port *wsdl11.Port, b *wsdl11.Binding) bool {
	if port == nil {
		return p.selects("port", p.config.Ports, b.Name.Local)
	}
	return p.selects("port", p.config.Ports, port.Name, port.Service.Name.Local+"/"+port.Name)
}

// selectsOperation reports whether an operation is selected: by its name, which
// selects all overloads, or by the name of the overload.
func (p *planner) selectsOperation(m *boundOperation) bool {
	return p.selects("operation", p.config.Operations, m.name, m.source.Operation.Name)
}

// hasNoOperation reports whether none of the endpoints has a selected operation,
// so that there is no interface to generate.
func (p *planner) hasNoOperation(endpoints []*endpoint) bool {
	return len(p.config.Operations) > 0 &&
		!slices.ContainsFunc(endpoints, func(e *endpoint) bool { return len(e.operations) > 0 })
}

// checkSelection reports selectors of --ports and --operations that match nothing.
func (p *planner) checkSelection() {
	for _, name := range p.config.Ports {
		if !p.matched[selector{"port", name}] {
			p.reportNoMatch("--ports", "port", name, p.portNames())
		}
	}
	for _, name := range p.config.Operations {
		if !p.matched[selector{"operation", name}] {
			p.reportNoMatch("--operations", "operation", name, p.operationNames())
		}
	}
}

// reportNoMatch reports a selector that matches nothing, with the most similar names.
func (p *planner) reportNoMatch(option, kind, name string, known []string) {
	d := diag.New(diag.NoMatch, diag.Pos{File: p.model.Main.File}, "%s: the contract has no %s %s", option, kind, quoted(name))
	if len(known) > 0 {
		scores := make(map[string]int)
		for _, other := range known {
			scores[other] = naming.Similarity(other, name)
		}
		d = d.WithHint("the contract has %s", strings.Join(naming.MostSimilar(scores), ", "))
	}
	p.diags.Add(d)
}

func (p *planner) portNames() []string {
	var names []string
	for _, s := range p.model.Services {
		for _, port := range s.Ports {
			names = append(names, port.Name)
		}
	}
	if len(p.model.Services) == 0 {
		for _, b := range p.model.Bindings {
			names = append(names, b.Name.Local)
		}
	}
	slices.Sort(names)
	return names
}

func (p *planner) operationNames() []string {
	var names []string
	for _, b := range p.model.Bindings {
		for _, o := range b.Operations {
			if o.Operation != nil {
				names = append(names, overloadName(o.Operation))
			}
		}
	}
	slices.Sort(names)
	return names
}
