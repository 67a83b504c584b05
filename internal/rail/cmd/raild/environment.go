package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/gtfs"
)

// names returns the names of all flags.
func (s *settings) names() (names []string) {
	s.flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// readVariables sets what no flag has set from the environment. The last of several variables of one name counts. A list has one
// value on each line; one of which no value may have a comma may also have commas between the values on a single line.
func (s *settings) readVariables(environ []string) {
	set := map[string]string{}
	for _, pair := range environ {
		name, text, _ := strings.Cut(pair, "=")
		set[name] = strings.TrimSpace(text)
	}
	s.flags.VisitAll(func(f *pflag.Flag) {
		text := set[variable(f.Name)]
		if f.Changed || text == "" || !s.isSetting(f.Name) {
			return
		}
		s.from[f.Name] = variable(f.Name)
		texts := []string{text}
		if _, isList := f.Value.(pflag.SliceValue); isList {
			texts = strings.Split(text, "\n")
			if (f.Name == "gtfs-rt" || f.Name == "cors") && len(texts) == 1 {
				texts = strings.Split(text, ",")
			}
		}
		for _, text := range texts {
			if text = strings.TrimSpace(text); text != "" && s.flags.Set(f.Name, text) != nil {
				s.refuse(f.Name, text)
			}
		}
	})
}

// isSetting reports whether a flag of this name has an environment variable.
func (s *settings) isSetting(name string) bool {
	return s.flags.Lookup(name) != nil && name != "help" && name != "version"
}

// unknownVariables returns the names of environment variables that seem to be meant for settings but belong to none, each
// with a suggestion if there is a similar name.
func (s *settings) unknownVariables(environ []string) (names []string) {
	for _, pair := range environ {
		name, text, _ := strings.Cut(pair, "=")
		rest, isOurs := strings.CutPrefix(name, variablePrefix)
		rest = strings.ToLower(strings.ReplaceAll(rest, "_", "-"))
		switch {
		case !isOurs || s.isSetting(rest) && name == variable(rest) || orchestrated(name, text):
			continue
		case rest == "port" || rest == "listen" || rest == "address":
			rest = "addr"
		default:
			rest = command.Nearest(rest, s.names())
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) || len(name) > maxName {
			name = gtfs.Quote(name)
		}
		if s.isSetting(rest) {
			name += " (did you mean " + variable(rest) + "?)"
		}
		names = append(names, name)
	}
	return names
}

// orchestrated reports whether a container orchestrator sets a variable for a service named raild: RAILD_SERVICE_HOST,
// RAILD_SERVICE_PORT, RAILD_PORT=tcp://..., RAILD_PORT_80_TCP and others that begin with these names.
func orchestrated(name, text string) bool {
	rest, _ := strings.CutPrefix(name, variablePrefix)
	number, isPort := strings.CutPrefix(rest, "PORT_")
	return rest == "PORT" && strings.Contains(text, "://") || isPort && number != "" && number[0] >= '0' && number[0] <= '9' ||
		slices.Contains([]string{"SERVICE_HOST", "SERVICE_PORT"}, rest) || strings.HasPrefix(rest, "SERVICE_PORT_")
}

// maxName is the maximum length in bytes of a name of a variable that a message has as it is.
const maxName = 60
