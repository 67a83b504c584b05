package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestInternalErrorExitCode adds commands that panic or return an internal error.
func TestInternalErrorExitCode(t *testing.T) {
	for name, fail := range map[string]func() error{
		"panic": func() error { panic("out of luck") },
		"error": func() error { return bugError(errors.New("out of luck")) },
	} {
		root := newRoot()
		root.AddCommand(&cobra.Command{Use: "fail", RunE: func(*cobra.Command, []string) error { return fail() }})
		var stdout, stderr strings.Builder
		if code := run(root, []string{"fail"}, &stdout, &stderr); code != exitBug {
			t.Errorf("%s: exit code %d", name, code)
		}
		if text := stderr.String(); !strings.HasPrefix(text, "quartet: internal error: out of luck\n") || !strings.Contains(text, "Please report this") {
			t.Errorf("%s: standard error: %s", name, text)
		}
		if stdout.Len() > 0 {
			t.Errorf("%s: standard output: %s", name, stdout.String())
		}
	}
}

// TestProgramName: texts name the command as the user runs it.
func TestProgramName(t *testing.T) {
	for executable, want := range map[string]string{
		"/usr/local/bin/quartet": "quartet", `quartet.exe`: "quartet", "/home/a/go/bin/quartet": "quartet", "": program, "/tmp/go-build1/b001/cli.test": program,
		"/root/.cache/go-build/3f/3fa0b1c2-d/quartet": program, "/tmp/go-build123/b001/exe/quartet": program,
	} {
		if got := programName(executable); got != want {
			t.Errorf("%q: %s", executable, got)
		}
	}
}

// TestProgramInTexts: hints of lint and in JSON, on standard output, and of generate, on standard error, name the command as the user
// runs it.
func TestProgramInTexts(t *testing.T) {
	schema := filepath.Join(t.TempDir(), "none.xsd")
	for name, content := range map[string]string{schema: `<schema xmlns="http://www.w3.org/2001/XMLSchema"/>`, schema + ".suppress": "none\n"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	generate := []string{"generate", schema, "--out", filepath.Join(filepath.Dir(schema), "gen"), "--module", "x.example/gen"}
	for _, args := range [][]string{{"lint", schema}, generate, append(generate, "--format", "json")} {
		root := newRoot()
		root.Annotations[cobra.CommandDisplayNameAnnotation] = "quartet"
		var text strings.Builder
		run(root, args, &text, &text)
		if !strings.Contains(strings.ReplaceAll(text.String(), `\"`, `"`), `"quartet lint --rules" lists the rules`) {
			t.Errorf("%s: %s", args, text.String())
		}
	}
}
