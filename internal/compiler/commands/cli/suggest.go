package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// otherNames are names that other tools have for a flag.
var otherNames = map[string]string{"address": "endpoint", "url": "endpoint", "location": "endpoint", "listen": "addr", "out": "output", "output": "out"}

// suggestFlag adds the nearest flags of a command to the error for an unknown flag.
func suggestFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	near := spelling.Nearest(unknown.GetSpecifiedName(), names)
	if name := otherNames[unknown.GetSpecifiedName()]; slices.Contains(names, name) {
		near = []string{name}
	}
	if len(near) == 0 {
		return err
	}
	return fmt.Errorf("%w; %s", err, spelling.Meant(collect.Each(near, func(name string) string { return "--" + name })))
}

// knownCommand returns an error for an argument that is not a command, with suggestions.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() || below.IsAdditionalHelpTopicCommand() {
			names = append(names, below.Name())
		}
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if question := spelling.Question(args[0], names); question != "" {
		err = fmt.Errorf("%w; %s", err, question)
	}
	return err
}
