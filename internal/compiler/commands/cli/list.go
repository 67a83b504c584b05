package cli

import (
	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reviewing/describe"
)

func newList() *cobra.Command {
	var o outlined
	cmd := &cobra.Command{
		Use:   "list [CONTRACT]",
		Short: "List the operations of a contract, one on each line",
		Long: `List prints one line for each operation: the service (or the portType if there are no
services), the bindings, the operation with its parameters, and the result. Overloads
have different names, which --operations takes. "?" means that a parameter may be left
out, and [] that it may be repeated. With --format json, it also prints the signature of
the method in Go.

Without CONTRACT, list prints the operations of all contracts of quartet.yaml. If there
are several, each line begins with the name of the contract.

The columns are aligned on a terminal, and separated by tabs elsewhere.`,
		Example: `  go tool quartet list wsdl/realtime.wsdl
  go tool quartet list wsdl/realtime.wsdl --bindings soap11 --format json`,
		Args: usageArgs(contractOrProject),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.format != "text" && o.format != "json" {
				return usagef("--format %q: want text or json", o.format)
			}
			all, err := o.all(cmd, args)
			if err != nil {
				return err
			}
			outlines := collect.Each(all, func(result *generator.Outlined) *generator.Outline { return result.Outline })
			text := describe.List(outlines, isTerminal(cmd.OutOrStdout()))
			if o.format == "json" {
				text, err = describe.ListJSON(outlines)
			}
			return printed(cmd, text, err)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "print `FORMAT`: text or json")
	o.register(cmd)
	return cmd
}
