//go:build !race

package corpus_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/golden"
)

// buildCases compiles the packages of all cases with one command, so that shared
// packages are compiled once, and vets those that compile with another.
func buildCases(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	for _, c := range cases {
		if c.has(generated) {
			c.addPlans(t, module)
		}
	}
	c := runGo(t, module, cases, built, "build")
	runGo(t, module, c, vetted, "vet")
}

// runGo runs a go command on the packages of all cases, and returns the cases
// for which it reports nothing. What it reports for a case is a reason why the
// case does not have property p.
func runGo(t *testing.T, module string, cases []*corpusCase, p property, command string) []*corpusCase {
	t.Helper()
	byPackage := make(map[string]*corpusCase)
	args := []string{command}
	for _, c := range cases {
		if c.has(generated) {
			byPackage["output.example/"+c.pkg] = c
			args = append(args, "./"+c.pkg+"/...")
		}
	}
	if len(byPackage) == 0 {
		return nil
	}
	out, err := goCommand(module, args...).CombinedOutput()
	var current *corpusCase
	attributed := false // at least one line was assigned to a case
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			name, _, _ = strings.Cut(strings.Trim(name, "[]"), " ")
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "output.example/"), "/")
			current = byPackage["output.example/"+name]
			continue
		}
		if folder, _, ok := strings.Cut(line, "/"); ok && byPackage["output.example/"+folder] != nil {
			current = byPackage["output.example/"+folder]
		}
		if current != nil && line != "" {
			current.fail(p, "%s", line)
			attributed = true
		}
	}
	if err != nil && !attributed {
		t.Errorf("go %s: %v\n%.3000s", command, err, out)
	}
	var passed []*corpusCase
	for _, c := range cases {
		if c.has(generated) && len(c.reasons[p]) == 0 {
			passed = append(passed, c)
		}
	}
	return passed
}

// unoptimized are flags without which generated packages take twice as long to compile.
const unoptimized = " '-gcflags=output.example/...=-N -l -dwarf=false' -gcflags=" + runtimePath + "/...=-dwarf=false"

// goCommand returns a command of the local Go tool chain, without network access.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod "+golden.GoFlags+unoptimized, "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off")
	return cmd
}
