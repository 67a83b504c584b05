package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// fromStdin is the argument for a contract that is read from standard input.
const fromStdin = "-"

// unnamed is the name of such a contract without --base. It looks like a file in the current folder, so that relative
// references in the contract work.
const unnamed = "<stdin>"

// addInput reads the main document from standard input if one of the contracts is "-".
func (o *options) addInput(cmd *cobra.Command, configs ...*generator.Config) error {
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
	case from == nil && o.input != "":
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
	from.Contract, from.Input = cmp.Or(o.input, unnamed), text
	return nil
}
