package cli

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// outlined holds the flags that describe and list share: for the documents, the selection of
// operations, and Go names.
type outlined struct {
	options
	format string
}

func (o *outlined) register(cmd *cobra.Command) {
	usage := maps.Clone(sourceUsage)
	maps.Copy(usage, map[string]string{
		"operations":  "only the operations `A,B` (default: all in the contract)",
		"ports":       "only the ports `A,B`, each PORT or SERVICE/PORT (default: all in the contract)",
		"bindings":    "only the bindings `A,B`: soap11, soap12, get, post, head, put, delete (default: all in the contract)",
		"wrapped":     "show the Go names that generate uses with this flag for `OPERATION` (repeatable)",
		"rename":      "show the Go name GONAME for NAME: `NAME=GONAME`, as for generate (repeatable)",
		"rename-file": "apply the NAME=GONAME lines in `FILE`",
		"initialisms": "show the Go names that generate uses with the words `A,B` for this flag",
	})
	names := []string{"operations", "ports", "bindings", "wrapped", "rename", "rename-file", "initialisms"}
	o.addFlags(cmd, usage, slices.Concat(names, goFlags, sourceFlags)...)
}

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
		result, err := o.outline(cmd, contract)
		if isUsage(err) {
			err = fmt.Errorf("%s: %w", contract.name, err)
		}
		if err != nil {
			code = max(code, exitCode(cmd, err, cmd.ErrOrStderr()))
			continue
		}
		result.Outline.Contract = filepath.ToSlash(contract.name)
		text, err := result.Outline.JSON()
		if err != nil {
			return nil, bugError(err)
		}
		if !seen[string(text)] {
			all = append(all, result)
		}
		seen[string(text)] = true
	}
	if code != exitOK {
		return nil, codedError{code: code}
	}
	return all, nil
}

// outline returns the outline of one contract. It does not print warnings, which concern generated code only.
func (o *outlined) outline(cmd *cobra.Command, contract selected) (*generator.Outlined, error) {
	own, config, err := o.sources(cmd, contract, true)
	if err != nil {
		return nil, err
	}
	result, err := generator.OutlineOf(cmd.Context(), config)
	if err != nil {
		return nil, bugError(err)
	}
	return result, own.report.writeErrors(cmd, result.Diagnostics)
}
