package cli

import (
	"fmt"

	"example.com/quartet/generator"
)

// Config returns the configuration that "quartet generate" uses for args, the contract
// and flags. It reads neither the contract nor other documents. Tests use it to look at
// the stages of the generator.
func Config(args []string) (generator.Config, error) {
	var opts options
	cmd := newGenerate()
	cmd.ResetFlags()
	opts.register(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		return generator.Config{}, usageError{err}
	}
	contracts := cmd.Flags().Args()
	if err := oneContract(cmd, contracts); err != nil {
		return generator.Config{}, fmt.Errorf("parsing arguments: %w", usageError{err})
	}
	return opts.config(contracts[0])
}
