package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// The flags for the documents of a contract of commands that use a contract but generate nothing, and their usage.
var (
	sourceFlags = []string{"namespace", "catalog", "fetch", "allow-private", "vendor", "lenient", "base", "config"}
	sourceUsage = map[string]string{
		"namespace":     "apply `OLD=NEW`: replace the namespace OLD by NEW in messages and SOAP actions (repeatable)",
		"fetch":         "download documents over http and https if no catalog contains them; always set if CONTRACT is an address",
		"allow-private": "also download from loopback, private and link-local addresses other than the origin of CONTRACT",
		"vendor":        "read documents that were downloaded earlier from the folder `DIR`",
		"lenient":       "use a contract with errors as far as possible" + onlyRules,
	}
)

// sources returns the options for a contract of such a command, and the configuration that they describe; if all is set, with all
// settings in quartet.yaml. A contract with an address is downloaded.
func (o *options) sources(cmd *cobra.Command, contract selected, all bool) (own *options, config generator.Config, err error) {
	if own, err = o.forContract(cmd, contract, all); err != nil {
		return nil, config, err
	}
	config, err = own.settings(cmd, own.addSource)
	return own, config, own.located(cmd, err)
}

// describe returns the contract. It does not print warnings, which concern generated code only. If the contract has errors, and
// only some operations are needed, it returns these if they do not depend on what has errors.
func (o *options) describe(cmd *cobra.Command, contract string, operations ...string) (*generator.Described, error) {
	selection, err := contractsFor(cmd, []string{contract})
	if err != nil {
		return nil, err
	}
	own, config, err := o.sources(cmd, selection[0], false)
	if err != nil {
		return nil, err
	}
	d, err := generator.Describe(cmd.Context(), config)
	if err == nil && d.Diagnostics.HasErrors() && len(operations) > 0 {
		config.Operations = operations
		var needed *generator.Described
		if needed, err = generator.Describe(cmd.Context(), config); err == nil && !needed.Diagnostics.HasErrors() {
			d = needed
		}
	}
	if err != nil {
		return nil, bugError(err)
	}
	if err := own.report.writeErrors(cmd, d.Diagnostics); err != nil {
		return nil, err
	}
	if d.Schema {
		return nil, errors.New(config.Contract + ": a schema has no services")
	}
	if len(d.Services) == 0 {
		return nil, errors.New(config.Contract + ": the contract has no services")
	}
	return d, nil
}

// isAddress reports whether a contract is an http or https address.
func isAddress(contract string) bool {
	scheme, _, ok := strings.Cut(contract, ":")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// exclusive returns an error if two flags of a list are given.
func exclusive(cmd *cobra.Command, names ...string) error {
	first := ""
	for _, name := range names {
		switch {
		case !cmd.Flags().Changed(name):
		case first != "":
			return usagef("--%s and --%s cannot be used together", first, name)
		default:
			first = name
		}
	}
	return nil
}
