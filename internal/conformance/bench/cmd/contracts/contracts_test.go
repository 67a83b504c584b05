package main

import (
	"bytes"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/cmd/command"
)

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{[]string{"--help"}, command.OK, ""},
		{[]string{t.TempDir()}, command.Failed, "contracts: open "},
		{[]string{}, command.Usage, "contracts: want one DIR argument, got 0 arguments\nRun 'contracts --help' for usage.\n"},
		{[]string{"--limit", "0", "."}, command.Usage, "contracts: --limit 0: want a positive number\n"},
		{[]string{"--most", "3", "."}, command.Usage, "contracts: unknown flag: --most\n"},
	} {
		var stdout, stderr bytes.Buffer
		code := execute(test.args, &stdout, &stderr)
		if code != test.code || !strings.HasPrefix(stderr.String(), test.stderr) || (stderr.Len() == 0) != (test.stderr == "") {
			t.Errorf("%q: exit code %d, want %d; standard error: %s", test.args, code, test.code, &stderr)
		}
		if (stdout.Len() > 0) != (code == command.OK) {
			t.Errorf("%q: standard output: %s", test.args, &stdout)
		}
	}
}
