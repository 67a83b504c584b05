package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// outlined holds the flags that describe and list share: for the documents, the selection of
// operations, and Go names.
type outlined struct {
	sources
	format string
}

func (o *outlined) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.flags = f
	f.StringSliceVar(&o.base.Operations, "operations", nil, "only the operations `A,B` (default: all in the contract)")
	f.StringSliceVar(&o.base.Ports, "ports", nil, "only the ports `A,B`, each PORT or SERVICE/PORT (default: all in the contract)")
	f.StringSliceVar(&o.bindings, "bindings", nil, "only the bindings `A,B`: soap11, soap12, get, post, head, put, delete (default: all in the contract)")
	f.StringArrayVar(&o.base.Wrapped, "wrapped", nil, "show the Go names that generate uses with this flag for `OPERATION` (repeatable)")
	f.StringArrayVar(&o.renames, "rename", nil, "show the Go name GONAME for NAME: `NAME=GONAME`, as for generate (repeatable)")
	f.StringVar(&o.renameFile, "rename-file", "", "apply the NAME=GONAME lines in `FILE`")
	f.StringSliceVar(&o.base.Initialisms, "initialisms", nil, "show the Go names that generate uses with the words `A,B` for this flag")
	f.BoolVar(&o.base.PlainStrings, "plain-strings", false, "show the Go names that generate uses with this flag")
	o.sources.register(cmd)
}

// nameKeys are the keys of quartet.yaml that change the output of describe and list: the selection, and Go names.
var nameKeys = []string{"bindings", "initialisms", "operations", "plain-strings", "ports", "rename", "rename-file", "wrapped"}

// all returns the outline of the contract in the arguments or, without arguments, of each contract of quartet.yaml. If several
// entries of the file have the same outline, it is returned once. If there are errors, the errors of all contracts are printed.
func (o *outlined) all(cmd *cobra.Command, args []string) ([]*generator.Outlined, error) {
	contracts, err := contractsFor(cmd, args)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 {
		result, err := o.outline(cmd, contracts[0])
		return []*generator.Outlined{result}, err
	}
	var all []*generator.Outlined
	seen := make(map[string]bool)
	code := exitOK
	for _, contract := range contracts {
		text, result, err := o.named(cmd, contract)
		if err != nil {
			code = max(code, exitCode(cmd, err, cmd.ErrOrStderr()))
		} else if !seen[text] {
			all = append(all, result)
		}
		seen[text] = true
	}
	if code != exitOK {
		return nil, codedError{code: code}
	}
	return all, nil
}

// named returns the outline of one of several contracts, with its path as its name, and its JSON.
func (o *outlined) named(cmd *cobra.Command, contract selected) (text string, result *generator.Outlined, err error) {
	if result, err = o.outline(cmd, contract); err != nil {
		if errors.As(err, new(usageError)) {
			err = fmt.Errorf("%s: %w", contract.name, err)
		}
		return "", nil, err
	}
	result.Outline.Contract = filepath.ToSlash(contract.name)
	data, err := result.Outline.JSON()
	if err != nil {
		return "", nil, bugError{err}
	}
	return string(data), result, nil
}

// outline returns the outline of one contract. It does not print warnings, which concern generated code only.
func (o *outlined) outline(cmd *cobra.Command, contract selected) (*generator.Outlined, error) {
	own := new(outlined)
	if err := contract.set(cmd, own.register, onDocuments(nameKeys...)); err != nil {
		return nil, err
	}
	report := reporting{format: "text", documents: make(generator.Documents)}
	config, err := own.outlineConfig(cmd, contract, &report)
	if err != nil {
		return nil, err
	}
	result, err := generator.OutlineOf(cmd.Context(), config)
	if err != nil {
		return nil, bugError{err}
	}
	return result, report.writeErrors(cmd, result.Diagnostics)
}

// outlineConfig returns the configuration for a contract.
func (o *outlined) outlineConfig(cmd *cobra.Command, contract selected, report *reporting) (generator.Config, error) {
	config, err := o.config(cmd, contract, report)
	if err != nil {
		return config, err
	}
	if err := o.checkExists(config); err != nil {
		return config, err
	}
	if err := noEmptyNames(o.flags, "operations", "ports", "wrapped"); err != nil {
		return config, err
	}
	for _, add := range []func(*generator.Config) error{o.addBindings, o.addRenames, o.addInitialisms} {
		if err := add(&config); err != nil {
			return config, err
		}
	}
	return config, nil
}
