package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
)

// fromStdin is the argument for a contract that is read from standard input.
const fromStdin = "-"

// unnamed is the name of such a contract without --base. It looks like a file in the current folder, so that relative
// references in the contract work.
const unnamed = "<stdin>"

// stdin is a contract that may be read from standard input.
type stdin struct{ base string }

func (s *stdin) register(f *pflag.FlagSet) {
	f.StringVar(&s.base, "base", "", "with - for CONTRACT: the `ADDRESS` of the document on standard input, a URI or a file; relative references are resolved against it, and diagnostics name it (default: the current folder)")
}

// addTo reads the main document from standard input if one of the contracts is "-".
func (s *stdin) addTo(cmd *cobra.Command, configs ...*generator.Config) error {
	var from *generator.Config
	for _, config := range configs {
		switch {
		case config.Contract != fromStdin:
		case from != nil:
			return usagef("only one contract can be read from standard input")
		default:
			from = config
		}
	}
	switch {
	case from == nil && s.base != "":
		return usagef("--base is for a contract that is read from standard input; use - as CONTRACT")
	case from == nil:
		return nil
	}
	if isTerminal(cmd.InOrStdin()) {
		fmt.Fprintln(cmd.ErrOrStderr(), "quartet: reading the contract from the terminal")
	}
	text, err := generator.ReadInput(cmd.InOrStdin())
	if err != nil {
		return fmt.Errorf("reading the contract from standard input: %w", err)
	}
	from.Contract, from.Input = cmp.Or(s.base, unnamed), text
	return nil
}
