package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestScriptsCoverFlags fails for a flag of a command that no script in testdata uses.
func TestScriptsCoverFlags(t *testing.T) {
	runs := scriptRuns(t)
	for _, cmd := range commands(newRoot()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			if !slices.ContainsFunc(runs, func(r scriptRun) bool { return r.command == cmd.Name() && r.uses(f) }) {
				t.Errorf("no script in testdata uses quartet %s --%s", cmd.Name(), f.Name)
			}
		})
	}
}

// TestScriptsCoverExitCodes fails for a documented exit code of a command that no script in testdata expects. An internal
// error is a bug, which scripts do not know: TestInternalErrorExitCode.
func TestScriptsCoverExitCodes(t *testing.T) {
	runs := scriptRuns(t)
	root := newRoot()
	for _, cmd := range commands(root) {
		codes := documentedCodes(cmd.Long)
		if len(codes) == 0 {
			codes = documentedCodes(root.Long)
		}
		if cmd.Name() == "version" || cmd.Name() == "help" {
			codes = []string{"0", "2"} // they read nothing
		}
		for _, code := range codes {
			if code != "3" && !slices.ContainsFunc(runs, func(r scriptRun) bool { return r.command == cmd.Name() && r.code == code }) {
				t.Errorf("no script in testdata expects exit code %s of quartet %s", code, cmd.Name())
			}
		}
	}
}

// commands returns the commands below a root.
func commands(root *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, cmd := range root.Commands() {
		if cmd.Runnable() {
			all = append(all, cmd)
		}
		all = append(all, commands(cmd)...)
	}
	return all
}

// documentedCodes returns the exit codes that a help text lists: "Exit codes: 0 success, 1 ...".
func documentedCodes(help string) []string {
	_, list, _ := strings.Cut(help, "Exit codes:")
	list, _, _ = strings.Cut(list, "\n\n")
	var codes []string
	for _, m := range regexp.MustCompile(`(?:^|,)\s+(?:or )?([0-9]) `).FindAllStringSubmatch(list, -1) {
		codes = append(codes, m[1])
	}
	return codes
}

// scriptRun is a run of a command in a script.
type scriptRun struct {
	command string
	code    string // expected exit code; "" if any but 0 is
	args    []string
}

// uses reports whether a flag is among the arguments.
func (r scriptRun) uses(f *pflag.Flag) bool {
	return slices.ContainsFunc(r.args, func(arg string) bool {
		name, _, _ := strings.Cut(strings.Trim(arg, `'"`), "=")
		return name == "--"+f.Name || f.Shorthand != "" && name == "-"+f.Shorthand
	})
}

// scriptRuns returns what the scripts in testdata run.
func scriptRuns(t *testing.T) []scriptRun {
	t.Helper()
	names := testfile.Names(t, "testdata/*.txtar")
	var all []scriptRun
	for _, name := range names {
		text := testfile.Read(t, name)
		for line := range strings.Lines(string(txtar.Parse(text).Comment)) {
			if run, ok := parseRun(strings.Fields(line)); ok {
				all = append(all, run)
			}
		}
	}
	return all
}

// parseRun parses a line of a script: [!] [exec] quartet COMMAND, exits CODE quartet COMMAND, or serving CONTRACT.
func parseRun(words []string) (scriptRun, bool) {
	if len(words) > 1 && words[0] == "serving" {
		return scriptRun{"serve", "0", append(words[1:], "--addr")}, true
	}
	i := slices.IndexFunc(words, func(word string) bool { return strings.Trim(word, `'"`) == "quartet" })
	if i < 0 || i+1 >= len(words) || words[0] == "#" {
		return scriptRun{}, false
	}
	run := scriptRun{command: words[i+1], args: words[i+2:]}
	switch words[0] {
	case "exits":
		run.code = words[1]
	case "exec", "quartet":
		run.code = "0"
	}
	return run, true
}
