package selection

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// checkOptions reports operations and ports in the options that the contract does not
// have.
func (s *selector) checkOptions(services []Service) {
	if s.options.IfPresent {
		return
	}
	for _, name := range s.options.Wrapped {
		if !hasOperation(services, name) {
			s.reportNoMatch("--wrapped", "operation", name, s.operationNames())
		}
	}
	for _, name := range s.options.Ports {
		if !s.matched[match{"port", name}] {
			s.reportNoMatch("--ports", "port", name, s.portNames(strings.Contains(name, "/")))
		}
	}
	for _, name := range s.options.Operations {
		if !s.matched[match{"operation", name}] {
			s.reportNoMatch("--operations", "operation", name, s.operationNames())
		}
	}
}

// refuseOptions reports options that select something of a service, for a schema.
func (s *selector) refuseOptions() {
	for _, option := range []struct {
		name  string
		given bool
		what  string
	}{
		{"--bindings", len(s.options.Bindings) > 0, "bindings"},
		{"--ports", len(s.options.Ports) > 0, "ports"},
		{"--operations", len(s.options.Operations) > 0, "operations"},
		{"--wrapped", len(s.options.Wrapped) > 0, "operations"},
	} {
		if option.given {
			s.diags.Add(diag.New(diag.NoMatch, diag.Pos{File: s.model.Main.File}, "%s: a schema has no %s", option.name, option.what).
				WithHint("all types and elements of a schema are generated"))
		}
	}
}

func hasOperation(services []Service, name string) bool {
	return slices.ContainsFunc(services, func(s Service) bool {
		return slices.ContainsFunc(s.Ports, func(p *Port) bool {
			return slices.ContainsFunc(p.Operations, func(op Operation) bool { return op.Name == name })
		})
	})
}

// reportNoMatch reports a selector that matches nothing, with the most similar names, or because other options leave out
// what it names.
func (s *selector) reportNoMatch(option, kind, name string, known []string) {
	if slices.Contains(known, name) {
		s.diags.Add(diag.New(diag.NoMatch, diag.Pos{File: s.model.Main.File}, "%s: the %s %s is not selected", option, kind, diag.Quote(name)).
			WithHint("check --bindings, --ports and --operations"))
		return
	}
	d := diag.New(diag.NoMatch, diag.Pos{File: s.model.Main.File}, "%s: the contract has no %s %s", option, kind, diag.Quote(name))
	s.diags.Add(d.WithHint("%s", spelling.Remark(name, known, "the contract has")))
}

// portNames returns the names of all ports, as SERVICE/PORT if they are to be qualified.
func (s *selector) portNames(qualified bool) []string {
	var names []string
	for _, service := range s.model.Services {
		for _, port := range service.Ports {
			name := port.Name
			if qualified {
				name = service.Name.Local + "/" + name
			}
			names = append(names, name)
		}
	}
	if len(s.model.Services) == 0 {
		for _, b := range s.model.Bindings {
			names = append(names, b.Name.Local)
		}
	}
	slices.Sort(names)
	return names
}

func (s *selector) operationNames() []string {
	var names []string
	for _, b := range s.model.Bindings {
		for _, o := range b.Operations {
			if o.Operation != nil {
				names = append(names, o.Operation.OverloadName())
			}
		}
	}
	slices.Sort(names)
	return names
}
