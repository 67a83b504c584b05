package plan

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
)

// wish is something of the contract that the user asks for by its name.
type wish struct{ kind, name string }

// partial reports whether the user asks for a part of the contract: then only
// the types that it needs are planned.
func (p *planner) partial() bool { return len(p.config.Operations) > 0 || len(p.config.Ports) > 0 }

// wants reports whether one of the names is asked for, or everything is, and
// notes which wishes that grants.
func (p *planner) wants(kind string, asked []string, names ...string) bool {
	wanted := len(asked) == 0
	for _, name := range asked {
		if slices.Contains(names, name) {
			if p.granted == nil {
				p.granted = make(map[wish]bool)
			}
			p.granted[wish{kind, name}] = true
			wanted = true
		}
	}
	return wanted
}

// wantsPort reports whether a port is asked for, by its name or that of its
// service and its own. A binding that no port has goes by its own name.
func (p *planner) wantsPort(port *wsdl11.Port, b *wsdl11.Binding) bool {
	if port == nil {
		return p.wants("port", p.config.Ports, b.Name.Local)
	}
	return p.wants("port", p.config.Ports, port.Name, port.Service.Name.Local+"/"+port.Name)
}

// wantsOperation reports whether an operation is asked for: by its name, which
// stands for all of its overloads, or by the name that tells them apart.
func (p *planner) wantsOperation(m *member) bool {
	return p.wants("operation", p.config.Operations, m.name, m.source.Operation.Name)
}

// leftOut reports whether none of the endpoints has an operation that is asked
// for, so that there is no interface to make.
func (p *planner) leftOut(endpoints []*endpoint) bool {
	return len(p.config.Operations) > 0 &&
		!slices.ContainsFunc(endpoints, func(e *endpoint) bool { return len(e.members) > 0 })
}

// checkPart reports ports and operations that are asked for and not there.
func (p *planner) checkPart() {
	for _, name := range p.config.Ports {
		if !p.granted[wish{"port", name}] {
			p.refuse("port", name, "generate", p.portNames())
		}
	}
	for _, name := range p.config.Operations {
		if !p.granted[wish{"operation", name}] {
			p.refuse("operation", name, "generate", p.operationNames())
		}
	}
}

// refuse reports a wish that fits nothing, with the names that are most like it.
func (p *planner) refuse(kind, name, purpose string, known []string) {
	d := diag.New(diag.UnknownWish, diag.Pos{File: p.model.Main.File}, "there is no %s %s to %s", kind, quoted(name), purpose)
	if len(known) > 0 {
		slices.SortStableFunc(known, func(a, b string) int {
			return inCommon(strings.ToLower(b), strings.ToLower(name)) - inCommon(strings.ToLower(a), strings.ToLower(name))
		})
		if known = slices.Compact(known); len(known) > maxSimilar {
			known = append(known[:maxSimilar:maxSimilar], "...")
		}
		d = d.WithHint("known: %s", strings.Join(known, ", "))
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
				names = append(names, memberName(o.Operation))
			}
		}
	}
	slices.Sort(names)
	return names
}
