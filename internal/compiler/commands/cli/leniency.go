package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// leniency is the value of --lenient: true, false, or rules separated by commas.
type leniency struct{ *generator.Config }

// onlyRules is the end of the usage of --lenient.
const onlyRules = "; --lenient=A,B tolerates only errors of the rules A and B (repeatable)"

// Set implements [pflag.Value].
func (l leniency) Set(text string) error {
	if all, err := strconv.ParseBool(text); err == nil {
		l.Lenient, l.LenientRules = all, nil
		return nil
	}
	for id := range strings.SplitSeq(text, ",") {
		if known := generator.LenientRules(); !slices.Contains(known, id) {
			return fmt.Errorf("unknown rule %q; %s", id, spelling.Remark(id, known, "want one of"))
		}
		l.LenientRules = collect.Union(l.LenientRules, id)
	}
	return nil
}

// String implements [pflag.Value].
func (l leniency) String() string {
	if l.Lenient || len(l.LenientRules) == 0 {
		return strconv.FormatBool(l.Lenient)
	}
	return strings.Join(l.LenientRules, ",")
}

// Type implements [pflag.Value].
func (l leniency) Type() string { return "bool" }

// switchArguments returns a flag that takes no value, or need not have one, as arguments.
func switchArguments(f *pflag.Flag) []string {
	switch value := f.Value.String(); value {
	case "true":
		return []string{"--" + f.Name}
	case "false":
		return nil
	default:
		return []string{"--" + f.Name + "=" + value}
	}
}
