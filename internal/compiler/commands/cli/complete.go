package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/internal/compiler/writing/location"
)

// completeContract completes the name of a contract in a shell.
func completeContract(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"wsdl", "xsd", "xml"}, cobra.ShellCompDirectiveFilterFileExt
}

// documentCompletion adds to the help of the commands that print scripts for shells what these need.
func documentCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if cmd, _, err := root.Find([]string{"completion"}); err == nil {
		for _, shell := range cmd.Commands() {
			shell.Long = "The script completes the program quartet in the PATH. To install it, run in a module that has it as a tool:\n\n\tgo install " +
				location.ToolPath + "\n\n" + shell.Long
		}
	}
}

// complete completes the arguments of call in a shell: the contract, the operation, and parameters without their values.
func (o *callOptions) complete(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const patience = 5 * time.Second
	if len(args) == 0 {
		return completeContract(cmd, nil, "")
	}
	if args[0] == fromStdin {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), patience)
	defer cancel()
	cmd.SetContext(ctx)
	d, err := o.describe(cmd, args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ports, err := o.selected(d.Services)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, c := range ports {
		for _, op := range c.info.Operations {
			switch {
			case !offers(op, c.port.Binding):
			case len(args) == 1:
				names = collect.Union(names, op.Name)
			case hasName(op, args[1]) && op.RequestType() != nil:
				for _, name := range callvalue.Parameters(op.RequestType()) {
					names = collect.Union(names, name+"=")
				}
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, begun) })
	if len(args) == 1 {
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
