package rail_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

func TestCommandRun(t *testing.T) {
	for name, test := range map[string]struct {
		args   []string
		result error
		status int
		stderr string
	}{
		"success":       {[]string{"--number", "1"}, nil, command.OK, ""},
		"failure":       {nil, errors.New("no network"), command.Failed, "x: no network\n"},
		"mistakes":      {nil, command.UsageError(errors.New("a"), errors.New("b")), command.Usage, "x: a\nx: b\nRun 'x --help' for usage.\n"},
		"unknown flag":  {[]string{"--nmber", "1"}, nil, command.Usage, "x: unknown flag: --nmber\nRun 'x --help' for usage.\n"},
		"missing value": {[]string{"--number"}, nil, command.Usage, "x: flag needs an argument: --number\nRun 'x --help' for usage.\n"},
		"argument":      {[]string{"1"}, nil, command.Usage, "x: unexpected argument \"1\"\nRun 'x --help' for usage.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := &cobra.Command{Use: "x", Args: command.NoArguments, RunE: func(*cobra.Command, []string) error { return test.result }}
			cmd.Flags().Int("number", 0, "")
			var stdout, stderr bytes.Buffer
			if status := command.Run(t.Context(), cmd, test.args, &stdout, &stderr); status != test.status || stderr.String() != test.stderr || stdout.Len() > 0 {
				t.Errorf("status %d, want %d\nprinted %q and %q, want %q", status, test.status, &stdout, &stderr, test.stderr)
			}
		})
	}
}

func TestRunPrintsHelp(t *testing.T) {
	cmd := &cobra.Command{Use: "x", Long: "Does x.", RunE: func(*cobra.Command, []string) error { return errors.New("it ran") }}
	var stdout, stderr bytes.Buffer
	if status := command.Run(t.Context(), cmd, []string{"--help"}, &stdout, &stderr); status != command.OK || !strings.HasPrefix(stdout.String(), "Does x.\n") || stderr.Len() > 0 {
		t.Errorf("status %d, printed %q and %q", status, &stdout, &stderr)
	}
}

// Errors of commands below another have the same form, and misspelt names a suggestion.
func TestRunBelow(t *testing.T) {
	for name, test := range map[string]struct {
		args   []string
		result error
		status int
		stderr string
	}{
		"success":             {[]string{"list", "--number", "1"}, nil, command.OK, ""},
		"failure":             {[]string{"list"}, errors.New("no network"), command.Failed, "x: no network\n"},
		"mistake":             {[]string{"list"}, command.Usagef("a"), command.Usage, "x: a\nRun 'x list --help' for usage.\n"},
		"argument":            {[]string{"list", "1"}, nil, command.Usage, "x: unexpected argument \"1\"\nRun 'x list --help' for usage.\n"},
		"unknown flag":        {[]string{"list", "--nmber=1"}, nil, command.Usage, "x: unknown flag: --nmber; did you mean --number?\nRun 'x list --help' for usage.\n"},
		"strange flag":        {[]string{"list", "--colour"}, nil, command.Usage, "x: unknown flag: --colour\nRun 'x list --help' for usage.\n"},
		"missing value":       {[]string{"list", "--number"}, nil, command.Usage, "x: flag needs an argument: --number\nRun 'x list --help' for usage.\n"},
		"unknown command":     {[]string{"LIXT"}, nil, command.Usage, "x: unknown command \"LIXT\"; did you mean \"list\"?\nRun 'x --help' for usage.\n"},
		"strange command":     {[]string{"remove"}, nil, command.Usage, "x: unknown command \"remove\"\nRun 'x --help' for usage.\n"},
		"command before flag": {[]string{"lst", "--number", "1"}, nil, command.Usage, "x: unknown command \"lst\"; did you mean \"list\"?\nRun 'x --help' for usage.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := &cobra.Command{Use: "x", Args: command.KnownCommand, RunE: func(*cobra.Command, []string) error { return nil }}
			cmd.SetFlagErrorFunc(command.UnknownFlag)
			list := &cobra.Command{Use: "list", Args: command.NoArguments, RunE: func(*cobra.Command, []string) error { return test.result }}
			list.Flags().Int("number", 0, "")
			cmd.AddCommand(list)
			var stdout, stderr bytes.Buffer
			if status := command.Run(t.Context(), cmd, test.args, &stdout, &stderr); status != test.status || stderr.String() != test.stderr || stdout.Len() > 0 {
				t.Errorf("status %d, want %d\nprinted %q and %q, want %q", status, test.status, &stdout, &stderr, test.stderr)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	names := []string{"Sterling Gate", "STERG", "Port Carrow"}
	for text, want := range map[string]string{
		"sterlng gate": "Sterling Gate", "strg": "STERG", "Port Carow": "Port Carrow", "": "", "x": "", "Harrow Fen": "",
	} {
		if got := command.Nearest(text, names); got != want {
			t.Errorf("nearest of %q is %q, want %q", text, got, want)
		}
	}
}
