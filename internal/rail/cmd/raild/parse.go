package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// read returns the values by the name of their setting, from the flags or else from the environment. The errors are all
// mistakes in the flags; the values are not checked.
func read(args, environ []string) (map[string]*value, []error) {
	flags, values := newFlags()
	problems := parse(flags, args)
	for _, v := range values {
		if v.texts != nil {
			continue
		}
		if texts := v.split(lookup(environ, v.variable())); texts != nil {
			v.texts, v.from = texts, v.variable()
		}
	}
	return values, problems
}

// parse parses the arguments one flag at a time, so that one mistake does not hide the others. An argument that starts
// with two hyphens is never taken as the value of the flag before it.
func parse(flags *pflag.FlagSet, args []string) (problems []error) {
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	for n := 1; len(args) > 0; args, n = args[n:], 1 {
		err := flags.Parse(args[:1])
		var missing *pflag.ValueRequiredError
		if errors.As(err, &missing) && len(args) > 1 && !strings.HasPrefix(args[1], "--") {
			n, err = 2, flags.Parse(args[:2])
		}
		var unknown *pflag.NotExistError
		var malformed *pflag.InvalidSyntaxError
		switch {
		case errors.As(err, &missing):
			flag := missing.GetFlag()
			wrong("--%s needs a value: --%s %s", flag.Name, flag.Name, flag.Value.Type())
		case errors.As(err, &unknown) || errors.As(err, &malformed):
			var problem error
			n, problem = unknownFlag(flags, args)
			problems = append(problems, problem)
		case err != nil:
			problems = append(problems, err)
		case flags.NArg() > 0 || args[0] == "--":
			wrong("unexpected argument %s: raild accepts only flags", quote(args[0]))
		}
	}
	return problems
}

// unknownFlag reports the first of the arguments, and returns how many of them it takes: two with the value of the flag that it
// may mean.
func unknownFlag(flags *pflag.FlagSet, args []string) (n int, problem error) {
	name, _, assigned := strings.Cut(args[0], "=")
	near := nearest(flags, strings.TrimLeft(name, "-"))
	if near == nil {
		return 1, fmt.Errorf("unknown flag %s", quote(name))
	}
	n = 1
	if near.NoOptDefVal == "" && !assigned && len(args) > 1 && !strings.HasPrefix(args[1], "-") {
		n = 2
	}
	return n, fmt.Errorf("unknown flag %s; did you mean --%s?", quote(name), near.Name)
}

// lookup returns the value of an environment variable, or "" if there is none. The last of several counts.
func lookup(environ []string, name string) string {
	for _, pair := range slices.Backward(environ) {
		if text, ok := strings.CutPrefix(pair, name+"="); ok {
			return text
		}
	}
	return ""
}

// split splits the text of an environment variable into values. It returns nil if there are none.
func (s setting) split(text string) (texts []string) {
	text = strings.TrimSpace(text)
	separator := "\n"
	switch {
	case text == "":
		return nil
	case s.form != list && s.form != lines:
		return []string{text}
	case s.form == list && !strings.Contains(text, "\n"):
		separator = ","
	}
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			texts = append(texts, part)
		}
	}
	return texts
}

// unknownVariables returns the names of environment variables that seem to be meant for settings but belong to none, each
// with a suggestion if there is a similar name.
func unknownVariables(environ []string) (names []string) {
	flags, values := newFlags()
	for _, pair := range environ {
		name, text, _ := strings.Cut(pair, "=")
		prefix, rest, isSetting := strings.Cut(name, "_")
		setting := strings.ToLower(strings.ReplaceAll(rest, "_", "-"))
		known := values[setting]
		switch {
		case !isSetting || known != nil && name == known.variable() || orchestrated(name, text):
			continue
		case strings.EqualFold(prefix+"_", variablePrefix):
		case known == nil || !resembles(strings.ToUpper(prefix+"_"), variablePrefix):
			continue // not meant for raild
		}
		if known == nil {
			known = suggestion(flags, values, setting)
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) || len(name) > maxQuoted {
			name = quote(name)
		}
		if known != nil {
			name += " (did you mean " + known.variable() + "?)"
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
		rest == "SERVICE_HOST" || rest == "SERVICE_PORT" || strings.HasPrefix(rest, "SERVICE_PORT_")
}

// resembles reports whether two names differ by at most one letter or only in the order of their letters.
func resembles(a, b string) bool {
	return levenshtein.ComputeDistance(a, b) <= 1 || slices.Equal(slices.Sorted(strings.SplitSeq(a, "")), slices.Sorted(strings.SplitSeq(b, "")))
}

// suggestion returns the setting that a wrong name in the environment probably means, or nil: the nearest one, or the only
// one whose name ends with it or that it begins with.
func suggestion(flags *pflag.FlagSet, values map[string]*value, name string) *value {
	if name == "port" || name == "listen" {
		return values["addr"]
	}
	if near := nearest(flags, name); near != nil && values[near.Name] != nil {
		return values[near.Name]
	}
	var found []*value
	for known, v := range values {
		if strings.HasSuffix(known, "-"+name) || strings.HasPrefix(name, known) {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// nearest returns the flag whose name starts with the given one, resembles it or, if it is long, differs by two letters, or
// nil. Of several it prefers the fewest differences, then the longest common prefix.
func nearest(flags *pflag.FlagSet, name string) (best *pflag.Flag) {
	if len(name) > maxQuoted {
		return nil // no flag has such a long name
	}
	minimum, longest := 3, 0
	flags.VisitAll(func(f *pflag.Flag) {
		distance, prefix := levenshtein.ComputeDistance(name, f.Name), commonPrefix(name, f.Name)
		if len(name) >= 3 && prefix == len(name) {
			distance = min(distance, 2)
		}
		if distance < 3 && (len(name) > 5 || prefix == len(name) || resembles(name, f.Name)) && cmp.Or(cmp.Compare(minimum, distance), cmp.Compare(prefix, longest)) > 0 {
			best, minimum, longest = f, distance, prefix
		}
	})
	return best
}

// commonPrefix returns how many bytes a and b have in common at their start.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// maxQuoted is the maximum length of a quoted value in a message, in bytes; with escapes, twice that.
const maxQuoted = 60

// quote returns a value in quotes, on one line and shortened.
func quote(s string) string {
	short := s
	if len(s) > maxQuoted {
		short = strings.ToValidUTF8(s[:maxQuoted], "")
	}
	for len(strconv.Quote(short)) > 2*maxQuoted {
		_, n := utf8.DecodeLastRuneInString(short)
		short = short[:len(short)-n]
	}
	if len(short) < len(s) {
		short += "..."
	}
	return strconv.Quote(short)
}
