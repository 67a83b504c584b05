package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestRun(t *testing.T) {
	for name, test := range map[string]struct {
		args   []string
		result error
		status int
		stderr string
	}{
		"success":       {[]string{"--number", "1"}, nil, OK, ""},
		"failure":       {nil, errors.New("no network"), Failed, "x: no network\n"},
		"mistakes":      {nil, UsageError(errors.New("a"), errors.New("b")), Usage, "x: a\nx: b\nRun 'x --help' for usage.\n"},
		"unknown flag":  {[]string{"--nmber", "1"}, nil, Usage, "x: unknown flag: --nmber\nRun 'x --help' for usage.\n"},
		"missing value": {[]string{"--number"}, nil, Usage, "x: flag needs an argument: --number\nRun 'x --help' for usage.\n"},
		"argument":      {[]string{"1"}, nil, Usage, "x: unexpected argument \"1\"\nRun 'x --help' for usage.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := &cobra.Command{Use: "x", Args: NoArguments, RunE: func(*cobra.Command, []string) error { return test.result }}
			cmd.Flags().Int("number", 0, "")
			var stdout, stderr bytes.Buffer
			if status := Run(t.Context(), cmd, test.args, &stdout, &stderr); status != test.status || stderr.String() != test.stderr || stdout.Len() > 0 {
				t.Errorf("status %d, want %d\nprinted %q and %q, want %q", status, test.status, &stdout, &stderr, test.stderr)
			}
		})
	}
}

func TestRunPrintsHelp(t *testing.T) {
	cmd := &cobra.Command{Use: "x", Long: "Does x.", RunE: func(*cobra.Command, []string) error { return errors.New("it ran") }}
	var stdout, stderr bytes.Buffer
	if status := Run(t.Context(), cmd, []string{"--help"}, &stdout, &stderr); status != OK || !strings.HasPrefix(stdout.String(), "Does x.\n") || stderr.Len() > 0 {
		t.Errorf("status %d, printed %q and %q", status, &stdout, &stderr)
	}
}
