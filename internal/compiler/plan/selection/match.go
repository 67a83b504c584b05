package selection

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/spelling"
)

// checkOptions reports operations and ports in the options that the contract does not
// have.
func (s *selector) checkOptions(services []Service) {
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

func hasOperation(services []Service, name string) bool {
	for _, s := range services {
		for _, p := range s.Ports {
			if slices.ContainsFunc(p.Operations, func(op Operation) bool { return op.Name == name }) {
				return true
			}
		}
	}
	return false
}

// reportNoMatch reports a selector that matches nothing, with the most similar names.
func (s *selector) reportNoMatch(option, kind, name string, known []string) {
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
